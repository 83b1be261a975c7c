import { bigint, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { instant } from '../columns.js'

/**
 * How many items of the feed stand how, by source: over all (repository 0) for ever and by the hour in which they
 * began, and per repository for ever. The sums over all have several rows each, so that transactions do not wait for
 * one another.
 */
export const activitySums = pgTable(
  'activity_sums',
  {
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    /** `-infinity` for what is counted for ever. */
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
