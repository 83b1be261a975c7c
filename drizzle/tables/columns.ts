// Column kinds that every table shares.
import { type SQL, sql } from 'drizzle-orm'
import { bigint, date, type PgColumn, smallint, text, timestamp } from 'drizzle-orm/pg-core'

export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

/** A check that a column holds one of these words, or nothing. */
export function isOneOf(column: PgColumn, words: readonly string[]): SQL {
  return sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`
}

/** The columns of sums that have several rows each: whatever adds to them does not wait for whoever else does. */
export const tallyColumns = () => ({
  repoId: bigint('repo_id', { mode: 'number' }).notNull(),
  /** A day of the UTC calendar, or `-infinity` for what is counted for ever, `infinity` where people made up its name. */
  day: date('day', { mode: 'string' }).notNull(),
  measure: text('measure').notNull(),
  lane: smallint('lane').notNull(),
  amount: bigint('amount', { mode: 'number' }).notNull()
})
