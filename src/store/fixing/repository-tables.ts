import { managedActions } from '#tables/actions/managed-actions.js'
import { fixAttempts } from '#tables/fixing/fix-attempts.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const fixingTables: readonly RepositoryTable[] = [
  {
    // Both repositories may have an attempt in progress for one issue; the orphan's is ended first.
    table: fixAttempts,
    repoId: fixAttempts.repoId,
    keys: [[fixAttempts.issueNumber]],
    gone: fixAttempts.finishedAt,
    live: { column: fixAttempts.live },
    references: [{ column: fixAttempts.actionId, to: managedActions.id }]
  }
]
