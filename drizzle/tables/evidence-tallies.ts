import { bigint, date, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'

/**
 * How many decisions and managed actions are of a kind, per repository and over all (repository 0), also of those that
 * are gone: kept like the tallies of the mirror, by the transactions that add or change the rows.
 */
export const evidenceTallies = pgTable(
  'evidence_tallies',
  {
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    /** A day of the UTC calendar, or `-infinity` for what is counted for ever. */
    day: date('day', { mode: 'string' }).notNull(),
    measure: text('measure').notNull(),
    lane: smallint('lane').notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull()
  },
  (table) => [
    primaryKey({
      name: 'evidence_tallies_pkey',
      columns: [table.repoId, table.day, table.measure, table.lane]
    })
  ]
)
