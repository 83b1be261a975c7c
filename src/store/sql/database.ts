// What the service asks of a database, whichever of the two it is.
import { getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  type PgColumn,
  type PgDatabase,
  PgDialect,
  type PgQueryResultHKT,
  type PgTable,
  type PgTransaction
} from 'drizzle-orm/pg-core'

type Tables = Record<string, never>

/** Reads take this. */
export type Db = PgDatabase<PgQueryResultHKT, Tables>
/** Writes take this: only a service that opened a transaction has one. */
export type Tx = PgTransaction<PgQueryResultHKT, Tables>
export type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

export interface Database {
  readonly kind: 'embedded' | 'postgres'
  readonly db: Db
  readonly transaction: Transaction
  /** One without limits of time, for the preparation of the database. */
  readonly unlimitedTransaction: Transaction
  /** How many transactions have ended in this process. */
  commits(): number
  /** Runs a text outside of any transaction of ours; several statements are allowed without values. */
  execute(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  /** Calls back on each notification, and with an empty text after a reconnection. */
  listen(channel: string, onMessage: (message: string) => void): Promise<void>
  close(): Promise<void>
}

/** Counts transactions as they end, so that what was read before one can be told from what holds. */
export function countTransactions(transaction: Transaction): Pick<Database, 'transaction' | 'commits'> {
  let ended = 0
  return {
    commits: () => ended,
    async transaction(work) {
      try {
        return await transaction((tx) => withCommitSteps(tx, work))
      } finally {
        // Also where it failed: a broken connection does not say whether it was committed.
        ended += 1
      }
    }
  }
}

type CommitStep = () => Promise<void>
const commitSteps = new WeakMap<Tx, CommitStep[]>()

async function withCommitSteps<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const steps: CommitStep[] = []
  commitSteps.set(tx, steps)
  const result = await work(tx)
  commitSteps.delete(tx)
  for (const step of steps) await step()
  return result
}

/**
 * Puts a step off to the end of its transaction, for what holds a row that everybody needs: the row is held for the
 * commit alone, and nobody who has it waits for anything else. A transaction within another takes the step at once.
 */
export async function beforeCommit(tx: Tx, step: CommitStep): Promise<void> {
  const steps = commitSteps.get(tx)
  if (steps) steps.push(step)
  else await step()
}

/** Rows of a hand-written query; the two drivers wrap them differently. */
export async function rowsOf<Row>(db: Db | Tx, query: SQL): Promise<Row[]> {
  const result: unknown = await db.execute(query)
  // The border to the driver: a query of ours says what its rows are.
  return (Array.isArray(result) ? result : (result as { rows: Row[] }).rows) as Row[]
}

/** A text with `$1` placeholders as a query of ours, so that foreign SQL can join a transaction. */
export function rawQuery(text: string, values: unknown[]): SQL {
  const parts = text
    .split(/\$(\d+)/)
    .map((part, at) => (at % 2 ? sql`${values[Number(part) - 1] ?? null}` : sql.raw(part)))
  return sql.join(parts)
}

/** Sums have so many rows each: a row is held until its transaction commits, and a connection mostly has its own. */
const LANES = 16

/** The row of this connection, or of a transaction that is long and has one apart. */
export const ownLane = sql`coalesce(nullif(current_setting('service.lane', true), ''),
  (pg_backend_pid() % ${sql.raw(String(LANES))})::text)::smallint`

/** Gives a long transaction, of which there is one at a time, a row of its own in all sums: others wait for none of it. */
export async function takeLaneApart(tx: Tx): Promise<void> {
  await tx.execute(sql`select set_config('service.lane', ${String(LANES)}, true)`)
}

/** Any number of ids as one parameter. */
export function idsIn(ids: readonly number[]): SQL {
  return sql`(select value::bigint from json_array_elements_text(${JSON.stringify(ids)}::json))`
}

const dialect = new PgDialect()

/** A piece without values, put together once instead of in each query that holds it. */
export function precompiled(piece: SQL): SQL {
  return sql.raw(dialect.sqlToQuery(piece).sql)
}

/** Whether an earlier list of the host's has left a row out as well; two lists may have been made at one time. */
export function isMissedAgain(missedAt: PgColumn, listedAt: Date): SQL {
  return sql`${missedAt} < ${momentOf(listedAt)} - interval '5 minutes'`
}

/** The drivers disagree on who parses JSON. */
export function parseJson<T>(json: T | string): T {
  return typeof json === 'string' ? JSON.parse(json) : json
}

/** Values as parameters, for `in (…)`. */
export function valueList(values: readonly string[]): SQL {
  return sql.join(
    values.map((value) => sql`${value}`),
    sql`, `
  )
}

/** A moment as the database takes it, whichever driver carries it. */
export function momentOf(date: Date): SQL {
  return sql`${date.toISOString()}::timestamptz`
}

/** A moment as the API writes it. */
export function utc(column: SQLWrapper): SQL<string> {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** Columns with moments, each under its own name. */
export function utcColumns(...columns: PgColumn[]): SQL {
  return sql.join(
    columns.map((column) => sql`${utc(column)} as ${bareColumn(column)}`),
    sql`, `
  )
}

/** Tells the processes that listen to a channel, once this transaction is committed. */
export async function notify(tx: Tx, channel: string, message: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${message})`)
}

/** A column without its table, for a statement that gives the table a name of its own. */
export function bareColumn({ name }: PgColumn): SQL {
  return sql.raw(`"${name}"`)
}

/** All columns of a table without its name: for what an insert writes, what its `on conflict` names, and what is set. */
export function bareColumns<Table extends PgTable>(table: Table): Record<keyof Table['_']['columns'], SQL> {
  const columns: [string, PgColumn][] = Object.entries(getTableColumns(table))
  // The border to JavaScript, whose keys are strings.
  return Object.fromEntries(columns.map(([key, column]) => [key, bareColumn(column)])) as Record<
    keyof Table['_']['columns'],
    SQL
  >
}

/** What an insert that has met a row would have written. */
export function excluded({ name }: PgColumn): SQL {
  return sql.raw(`excluded."${name}"`)
}
