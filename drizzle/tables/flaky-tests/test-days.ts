import { bigint, date, foreignKey, index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { repositories } from '../mirror/repositories.js'

/** Test results by day, kept for longer than the results. */
export const testDays = pgTable(
  'test_days',
  {
    /** A UTC day. */
    day: date('day', { mode: 'string' }).notNull(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    /** Without skipped ones. */
    total: bigint('total', { mode: 'number' }).notNull(),
    failures: bigint('failures', { mode: 'number' }).notNull()
  },
  (table) => [
    primaryKey({ name: 'test_days_pkey', columns: [table.day, table.repoId] }),
    index('test_days_repo_idx').on(table.repoId, table.day),
    foreignKey({
      name: 'test_days_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    })
  ]
)
