// What an action's row says: what is to be done, where, and by which mark it is known again.

import type { EffectOrder, RepositoryAccess } from '#deps.js'
import type { ActionTarget } from '#domain/actions/actions.js'
import type { ActionIntent } from '#schemas/actions/arguments.js'
import type { Waivable } from '#schemas/configuration/pillars.js'
import type { ActionRow } from '#store/actions/actions.js'
import type { KnownRepository } from '#store/mirror/repositories.js'

// The border to the row: what was written from an intent is one.
export function intentOfAction(row: Pick<ActionRow, 'actionType' | 'arguments'>): ActionIntent {
  return { actionType: row.actionType, arguments: JSON.parse(row.arguments) } as ActionIntent
}

// The border to the row, whose pillar was one when it was written.
export const pillarOfAction = ({ pillar }: ActionRow) => pillar as Waivable | null

export function targetOfAction({ targetType, targetNumber, targetBranch }: ActionRow): ActionTarget {
  return {
    type: targetType,
    ...(targetNumber === null ? {} : { number: targetNumber }),
    ...(targetBranch === null ? {} : { branch: targetBranch })
  }
}

export function effectOrderOf(row: ActionRow): EffectOrder {
  return {
    ...intentOfAction(row),
    number: row.targetNumber ?? 0,
    branch: row.targetBranch ?? '',
    marker: row.marker,
    since: row.markedAt
  }
}

export function repositoryAccessOf({ fullName, installationId }: KnownRepository): RepositoryAccess {
  const [owner = '', name = ''] = fullName.split('/')
  return { owner, name, installationId, priority: 'work' }
}

/** Whether an earlier try may have done it: then the host is asked before anything else. */
export const mayHaveRun = ({ status, parentActionId }: ActionRow): boolean =>
  status === 'executing' || parentActionId !== null
