import { bigint, date, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'

/**
 * How many rows of the mirror are of a kind, per repository and over all that are not gone (repository 0), for ever
 * and by day; kept by the transactions that change the rows. The sums over all have several rows each, so that
 * transactions do not wait for one another.
 */
export const tallies = pgTable(
  'tallies',
  {
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    /** A day of the UTC calendar, or `-infinity` for what is counted for ever. */
    day: date('day', { mode: 'string' }).notNull(),
    measure: text('measure').notNull(),
    lane: smallint('lane').notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull()
  },
  (table) => [
    primaryKey({ name: 'tallies_pkey', columns: [table.repoId, table.day, table.measure, table.lane] })
  ]
)
