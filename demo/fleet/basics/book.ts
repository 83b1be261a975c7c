// Collects the rows of the made-up fleet, which refer to each other, and writes them in one go.
import { type AnyColumn, getTableColumns, getTableName, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '#store/sql/database.js'

type Row = Record<string, unknown>

interface Story {
  at: Date
  tell: () => void
}

/** Large enough to be worth a round trip. */
const ROWS_AT_ONCE = 2_000

export class Book {
  readonly #rows = new Map<PgTable, Row[]>()
  #stories: Story[] = []

  /** What has happened at a moment. The stories are told in this order, so that ids grow with time. */
  happened(at: Date, tell: () => void): void {
    this.#stories.push({ at, tell })
  }

  tellAll(): void {
    const stories = this.#stories.sort((one, other) => one.at.getTime() - other.at.getTime())
    this.#stories = []
    for (const { tell } of stories) tell()
  }

  /** Returns the number of the row, which is its id where the table counts its rows. */
  add<Table extends PgTable>(table: Table, row: Omit<Table['$inferInsert'], 'id'>): number {
    const rows = this.#rows.get(table) ?? []
    this.#rows.set(table, rows)
    // Cast: the fields of a row are named as the columns of its table are.
    rows.push(row as Row)
    return rows.length
  }

  /** By the names of their tables. */
  get rows(): Record<string, unknown> {
    return Object.fromEntries([...this.#rows].map(([table, rows]) => [getTableName(table), rows]))
  }

  async write(tx: Tx): Promise<void> {
    for (const table of inOrderOfReferences([...this.#rows.keys()]))
      await writeRows(tx, table, this.#rows.get(table) ?? [])
  }
}

/** A table comes after those that it refers to. */
function inOrderOfReferences(tables: readonly PgTable[]): PgTable[] {
  const ordered = new Set<PgTable>()
  const visit = (table: PgTable) => {
    for (const { reference } of getTableConfig(table).foreignKeys) {
      const { foreignTable } = reference()
      if (foreignTable !== table && tables.includes(foreignTable)) visit(foreignTable)
    }
    ordered.add(table)
  }
  for (const table of tables) visit(table)
  return [...ordered]
}

async function writeRows(tx: Tx, table: PgTable, rows: readonly Row[]): Promise<void> {
  const columns = columnsOf(table, rows)
  const names = sql.raw(columns.map(([, { name }]) => `"${name}"`).join(', '))
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const records = rows
      .slice(from, from + ROWS_AT_ONCE)
      .map((row, at) => recordOf(columns, row, from + at + 1))
    await tx.execute(sql`insert into ${table} (${names})
      select ${names} from json_populate_recordset(null::${table}, ${JSON.stringify(records)}::json)`)
  }
  if (columns.some(isCounted))
    await tx.execute(sql`select setval(pg_get_serial_sequence(${getTableName(table)}, 'id'), ${rows.length})`)
}

type NamedColumn = readonly [key: string, column: AnyColumn]

const isCounted = ([key, column]: NamedColumn) => key === 'id' && column.columnType.includes('Serial')

/** Columns that no row names are left to the database. */
function columnsOf(table: PgTable, rows: readonly Row[]): NamedColumn[] {
  const named = new Set(rows.flatMap((row) => Object.keys(row)))
  return Object.entries(getTableColumns(table)).filter((one) => isCounted(one) || named.has(one[0]))
}

function recordOf(columns: readonly NamedColumn[], row: Row, number: number): Row {
  return Object.fromEntries(
    columns.map((one) => {
      const [key, { name, default: usual }] = one
      return [name, isCounted(one) ? number : (row[key] ?? usual ?? null)]
    })
  )
}
