// The interface to both databases, and the pieces that statements share.
import { getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  type PgColumn,
  type PgDatabase,
  PgDialect,
  type PgQueryResultHKT,
  type PgTable,
  type PgTransaction
} from 'drizzle-orm/pg-core'
import type { Revisions } from '../revisions/revisions.js'

type Tables = Record<string, never>

/** For reads. */
export type Db = PgDatabase<PgQueryResultHKT, Tables>
/** For writes: only a service that opened a transaction has one. */
export type Tx = PgTransaction<PgQueryResultHKT, Tables>
export type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

export interface Database {
  readonly kind: 'embedded' | 'postgres'
  readonly db: Db
  readonly transaction: Transaction
  /** Has no time limits, for preparing the database. */
  readonly unlimitedTransaction: Transaction
  /** The number of transactions that have ended in this process. */
  commits(): number
  readonly revisions: Revisions
  /** Runs SQL outside of our transactions; without values it may contain several statements. */
  execute(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  /** Tells the listeners of a channel in all processes. */
  announce(channel: string, message: string): void
  /** Calls back on each announcement, and with an empty text after a reconnection. */
  listen(channel: string, onMessage: (message: string) => void): Promise<void>
  close(): Promise<void>
}

/** Counts transactions as they end, so that caches know whether anything was written since. */
export function countTransactions(transaction: Transaction): Pick<Database, 'transaction' | 'commits'> {
  let ended = 0
  return {
    commits: () => ended,
    async transaction(work) {
      try {
        return await transaction((tx) => withCommitSteps(tx, work))
      } finally {
        // Failed ones as well: after a lost connection the outcome is unknown.
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
 * Defers a step to the end of its transaction. Steps that lock a contended row hold it only for the commit, and never
 * while they wait for another lock. A nested transaction runs the step at once.
 */
export async function beforeCommit(tx: Tx, step: CommitStep): Promise<void> {
  const steps = commitSteps.get(tx)
  if (steps) steps.push(step)
  else await step()
}

/** The rows of a raw statement; the two drivers wrap them differently. */
export async function rowsOf<Row>(db: Db | Tx, query: SQL): Promise<Row[]> {
  const result: unknown = await db.execute(query)
  // Cast at the driver: the statement determines the type of its rows.
  return (Array.isArray(result) ? result : (result as { rows: Row[] }).rows) as Row[]
}

/** Turns SQL with `$1` placeholders into a statement, so that foreign SQL can join a transaction. */
export function rawQuery(text: string, values: unknown[]): SQL {
  const parts = text
    .split(/\$(\d+)/)
    .map((part, at) => (at % 2 ? sql`${values[Number(part) - 1] ?? null}` : sql.raw(part)))
  return sql.join(parts)
}

/** How many rows each sum has. A row stays locked until the commit, and a connection mostly uses a row of its own. */
const LANES = 16

/** The lane of this connection, or the separate lane of a long transaction. */
export const laneOfConnection = sql`coalesce(nullif(current_setting('service.lane', true), ''),
  (pg_backend_pid() % ${sql.raw(String(LANES))})::text)::smallint`

/** Gives a long transaction a lane of its own, so that no other waits for it. Only one may run at a time. */
export async function reserveLane(tx: Tx): Promise<void> {
  await tx.execute(sql`select set_config('service.lane', ${String(LANES)}, true)`)
}

/** Passes any number of ids as one parameter. */
export function idsIn(ids: readonly number[]): SQL {
  return sql`(select value::bigint from json_array_elements_text(${JSON.stringify(ids)}::json))`
}

const dialect = new PgDialect()

/** Compiles a piece without values once, instead of for each statement that contains it. */
export function precompiled(piece: SQL): SQL {
  return sql.raw(statementOf(piece))
}

/** Of a piece without values. */
export const statementOf = (piece: SQL): string => dialect.sqlToQuery(piece).sql

/** Whether an earlier list of the host lacks the row as well; lists made within five minutes count as one. */
export function isMissedAgain(missedAt: PgColumn, listedAt: Date): SQL {
  return sql`${missedAt} < ${momentOf(listedAt)} - interval '5 minutes'`
}

/** Only one of the drivers parses JSON. */
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

/**
 * A word of an enumeration, in the text of a statement: the planner knows how many rows have it, and keeps its plan. With a
 * parameter it would plan every request anew.
 */
export function literal(word: string): SQL {
  if (!/^[a-z_]+$/.test(word)) throw new Error(`${word} is not a word of the service`)
  return sql.raw(`'${word}'`)
}

/** A moment as a parameter that both drivers pass alike. */
export function momentOf(date: Date): SQL {
  return sql`${date.toISOString()}::timestamptz`
}

/** A moment as the API writes it. */
export function utc(column: SQLWrapper): SQL<string> {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** Moments as the API writes them, each under the name of its column. */
export function utcColumns(...columns: PgColumn[]): SQL {
  return sql.join(
    columns.map((column) => sql`${utc(column)} as ${bareColumn(column)}`),
    sql`, `
  )
}

/** A column without its table, for a statement that gives the table a name of its own. */
export function bareColumn({ name }: PgColumn): SQL {
  return sql.raw(`"${name}"`)
}

/** The columns of a table without its name: for inserts, `on conflict` and `set`. */
export function bareColumns<Table extends PgTable>(table: Table): Record<keyof Table['_']['columns'], SQL> {
  const columns: [string, PgColumn][] = Object.entries(getTableColumns(table))
  // Cast: JavaScript types keys as strings.
  return Object.fromEntries(columns.map(([key, column]) => [key, bareColumn(column)])) as Record<
    keyof Table['_']['columns'],
    SQL
  >
}

/** The value that an insert with a conflict would have written. */
export function excluded({ name }: PgColumn): SQL {
  return sql.raw(`excluded."${name}"`)
}
