import { bigint, boolean, foreignKey, index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { repositories } from '../mirror/repositories.js'
import { reconciliationRuns } from './reconciliation-runs.js'

/** The repositories that a run still waits for: a row goes when the run has counted what came of it. */
export const reconciliationTasks = pgTable(
  'reconciliation_tasks',
  {
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    runId: bigint('run_id', { mode: 'number' }).notNull(),
    /** Whether it is counted as drifted, and waits for corrections. */
    isCorrecting: boolean('is_correcting').notNull()
  },
  (table) => [
    primaryKey({ name: 'reconciliation_tasks_pkey', columns: [table.repoId, table.runId] }),
    foreignKey({
      name: 'reconciliation_tasks_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    }),
    foreignKey({
      name: 'reconciliation_tasks_run_id_fkey',
      columns: [table.runId],
      foreignColumns: [reconciliationRuns.id]
    }),
    index('reconciliation_tasks_run_idx').on(table.runId)
  ]
)
