import { actionChecks } from '#tables/actions/action-checks.js'
import { managedActionEvents } from '#tables/actions/managed-action-events.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const actionsTables: readonly RepositoryTable[] = [
  {
    table: managedActions,
    repoId: managedActions.repoId,
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
