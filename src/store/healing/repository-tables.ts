import { managedActions } from '#tables/actions/managed-actions.js'
import { healAttempts } from '#tables/healing/heal-attempts.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const healingTables: readonly RepositoryTable[] = [
  {
    table: healAttempts,
    repoId: healAttempts.repoId,
    live: { column: healAttempts.live },
    references: [{ column: healAttempts.actionId, to: managedActions.id }]
  }
]
