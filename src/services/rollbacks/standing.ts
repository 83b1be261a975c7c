// Which rollback stands in the way of another one of the same merge.
import type { Tx } from '#deps.js'
import { findAction } from '#store/actions/actions.js'
import { isOutcomeUnknown } from '#store/actions/outcomes.js'
import { lastRollbackOf } from '#store/rollbacks/rollbacks.js'

export interface StandingRollback {
  id: number
  /** Nobody knows yet whether it has opened a pull request. */
  isUncertain: boolean
}

/** One that has not failed, or whose failure is not certain. The caller holds the repository. */
export async function standsInTheWay(
  tx: Tx,
  repoId: number,
  mergeCommit: string
): Promise<StandingRollback | undefined> {
  const last = await lastRollbackOf(tx, repoId, mergeCommit)
  if (!last) return undefined
  if (last.status !== 'failed') return { id: last.id, isUncertain: false }
  const action = last.actionId === null ? undefined : await findAction(tx, last.actionId)
  return action && isOutcomeUnknown(action) ? { id: last.id, isUncertain: true } : undefined
}
