// Converts an action row into its intent, target and order for the host.

import type { EffectOrder, RepositoryAccess } from '#deps.js'
import type { ActionTarget } from '#domain/actions/actions.js'
import { isUrgentAction } from '#domain/actions/urgency.js'
import type { ActionIntent } from '#schemas/actions/arguments.js'
import type { Waivable } from '#schemas/configuration/pillars.js'
import type { ActionRow } from '#store/actions/actions.js'
import type { KnownRepository } from '#store/mirror/repositories.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'

// Cast at the database boundary: the row was written from an intent.
export function intentOfAction(row: Pick<ActionRow, 'actionType' | 'arguments'>): ActionIntent {
  return { actionType: row.actionType, arguments: JSON.parse(row.arguments) } as ActionIntent
}

// Cast at the database boundary: the row was written with a pillar.
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

/** An earlier attempt may have performed the effect; the host must be asked first. */
export const mayHaveRun = ({ status, parentActionId }: ActionRow): boolean =>
  status === 'executing' || parentActionId !== null

export const placeOfAction = ({ actionType }: ActionRow, repository: KnownRepository): RepositoryAccess => ({
  ...repositoryAccessOf(repository),
  ...(isUrgentAction(actionType) ? { priority: 'interactive' as const } : {})
})
