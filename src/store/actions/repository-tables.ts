import { actionChecks } from '#tables/actions/action-checks.js'
import { managedActionEvents } from '#tables/actions/managed-action-events.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { countedRows } from '../counters/counted-rows.js'
import type { RepositoryTable } from '../sql/repository-table.js'
import { talliesOfAction } from './tallies.js'

export const actionsTables: readonly RepositoryTable[] = [
  {
    table: managedActions,
    repoId: managedActions.repoId,
    counted: countedRows(managedActions.repoId, {
      sums: 'evidence_tallies',
      columns: {
        status: managedActions.status,
        pillar: managedActions.pillar,
        actionType: managedActions.actionType,
        blockedReason: managedActions.blockedReason,
        executedAt: managedActions.executedAt,
        reconciliationStatus: managedActions.reconciliationStatus
      },
      tallies: (rows) => rows.flatMap(talliesOfAction)
    }),
    names: [managedActions.repoFullName],
    keys: [[managedActions.actionKey, managedActions.target]],
    // Actions in progress are unique per effect; clashing ones are cancelled first.
    gone: managedActions.resolvedAt,
    references: [
      { column: managedActions.parentActionId, to: managedActions.id },
      { column: managedActionEvents.actionId, to: managedActions.id },
      { column: actionChecks.actionId, to: managedActions.id }
    ]
  }
]
