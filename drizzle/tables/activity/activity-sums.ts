import { bigint, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { instant } from '../columns.js'

/**
 * Counts of feed items by source and status: for the fleet (repository 0) in total and by the hour of creation, and for
 * each repository in total. The fleet's sums have several rows each, so that transactions do not wait for one another.
 */
export const activitySums = pgTable(
  'activity_sums',
  {
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    /** `-infinity` for totals. */
    hour: instant('hour').notNull(),
    source: text('source').notNull(),
    status: text('status').notNull(),
    lane: smallint('lane').notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull()
  },
  (table) => [
    primaryKey({
      name: 'activity_sums_pkey',
      columns: [table.repoId, table.hour, table.source, table.status, table.lane]
    })
  ]
)
