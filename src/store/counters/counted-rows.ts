// The rows behind counters: the columns that determine how they count, and the function that their writers use.
import { type GetColumnData, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tally } from '#domain/counters/tally.js'
import { rowsOf, type Tx } from '../sql/database.js'
import type { SumTable } from './tables.js'

type Columns = Record<string, PgColumn>
type RowOf<Of extends Columns> = { [Key in keyof Of]: GetColumnData<Of[Key]> }

interface CountedTable<Of extends Columns> {
  sums: SumTable
  columns: Of
  /** Other rows do not count. */
  isCounted?: SQL
  /** Rows with the same value in this column are counted together: all of them, or none. */
  together?: keyof Of & string
  /** What rows of one repository count for. */
  tallies(rows: readonly RowOf<Of>[]): Tally[]
}

/** A row as text, so that the rows of all tables have the same type. */
export type RowText = string

export interface CountedRows {
  sums: SumTable
  repoId: PgColumn
  rowsAsText(where: SQL): SQL
  tallies(rows: readonly RowText[]): Tally[]
  /** Rows with the same key are counted together; without it, each row alone. */
  keyOf: ((row: RowText) => unknown) | undefined
}

export function countedRows<Of extends Columns>(repoId: PgColumn, counted: CountedTable<Of>): CountedRows {
  const { sums, columns, isCounted = sql`true`, together } = counted
  const written = sql`json_build_array(${sql.join(Object.values(columns), sql`, `)})::text`
  const order = together === undefined ? sql`` : sql`order by ${columns[together]}`
  const read = (text: RowText) => rowIn(columns, text)
  return {
    sums,
    repoId,
    rowsAsText: (where) => sql`select ${repoId}::float8 as "repoId", ${written} as row from ${repoId.table}
      where ${isCounted} and ${where} ${order}`,
    tallies: (rows) => counted.tallies(rows.map(read)),
    keyOf: together && ((row) => read(row)[together])
  }
}

function rowIn<Of extends Columns>(columns: Of, text: RowText): RowOf<Of> {
  const values: unknown[] = JSON.parse(text)
  const facts = Object.entries(columns).map(([key, column], at) => {
    const value = values[at] ?? null
    return [key, value === null ? null : column.mapFromDriverValue(value)]
  })
  // Cast: the text was made of these columns.
  return Object.fromEntries(facts) as RowOf<Of>
}

/** Large enough to be worth a round trip, small enough not to block others. */
const ROWS_AT_ONCE = 500

/** Reads the rows of one repository in batches from one snapshot. */
export async function* rowsInBatches(
  tx: Tx,
  { repoId: column, rowsAsText, keyOf }: CountedRows,
  repoId: number
): AsyncGenerator<RowText[]> {
  const isOwn = sql`${column} = ${sql.raw(String(repoId))}`
  await tx.execute(sql`declare counted no scroll cursor for ${rowsAsText(isOwn)}`)
  let held: RowText[] = []
  for (;;) {
    const fetched = await rowsOf<{ row: RowText }>(
      tx,
      sql`fetch ${sql.raw(String(ROWS_AT_ONCE))} from counted`
    )
    const last = fetched.at(-1)
    if (!last) break
    const rows = [...held, ...fetched.map(({ row }) => row)]
    // Rows with the last key may follow.
    const lastKey = keyOf?.(last.row)
    const isHeld = (row: RowText) => keyOf !== undefined && keyOf(row) === lastKey
    held = rows.filter(isHeld)
    yield rows.filter((row) => !isHeld(row))
  }
  await tx.execute(sql`close counted`)
  if (held.length > 0) yield held
}
