// Column types that tables share.
import { type SQL, sql } from 'drizzle-orm'
import { bigint, date, index, type PgColumn, smallint, text, timestamp } from 'drizzle-orm/pg-core'

export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

/** Checks that a column has one of these values or is null. */
export function isOneOf(column: PgColumn, words: readonly string[]): SQL {
  return sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`
}

/** The columns of counters with several rows (lanes) each, so that transactions do not wait for one another. */
export const tallyColumns = () => ({
  repoId: bigint('repo_id', { mode: 'number' }).notNull(),
  /** A UTC day; `-infinity` for totals, and `infinity` for totals of names that users chose. */
  day: date('day', { mode: 'string' }).notNull(),
  measure: text('measure').notNull(),
  lane: smallint('lane').notNull(),
  amount: bigint('amount', { mode: 'number' }).notNull()
})

/** Three letters after three letters of a text, in lower case: leads to the rows that contain a text. Needs `pg_trgm`. */
export function searchIndex(name: string, column: PgColumn) {
  const letters = sql`lower(${column} collate "C") gin_trgm_ops`
  // What has changed waits in a list until so many KB of it are added together. Each search reads the list.
  return index(name).using('gin', letters).with({ gin_pending_list_limit: 256 })
}
