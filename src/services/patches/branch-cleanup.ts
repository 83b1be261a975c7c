// The end of a branch that was made for a change which came to nothing. It gives way to whoever tries the change again,
// whose commit is the same to the byte: the branch could not be told from the one that was left behind.

import type { Deps, Tx } from '#deps.js'
import { valueAt } from '#domain/json/path.js'
import type { ActionHooks, PendingAction } from '#registry.js'
import type { JsonObject } from '#schemas/common.js'
import { type ActionRow, retryIdOf } from '#store/actions/actions.js'
import { intentOfAction } from '../actions/action-row.js'
import type { ActionStop } from '../actions/policy-check.js'
import { cancelEffect, proposeAction, waitSeconds } from '../actions/propose.js'

const branchDeletionKey = (branch: string) => `clear-branch:${branch}`

export function patchBranchOf(row: ActionRow): string {
  const intent = intentOfAction(row)
  return intent.actionType === 'create-patch-pr' ? intent.arguments.branch : ''
}

/** Of no pillar: what the service has left lying about goes also where the pillar is off by now. */
export async function proposeBranchDeletion(deps: Deps, tx: Tx, row: ActionRow, sha: string): Promise<void> {
  const { repoId, source, sourceId, decisionId } = row
  const branch = patchBranchOf(row)
  await proposeAction(deps, tx, {
    ...{ repoId, source, sourceId, decisionId, pillar: null },
    actionType: 'delete-branch',
    actionKey: branchDeletionKey(branch),
    arguments: { sha },
    target: { type: 'branch', branch },
    evidence: { left_by: row.id }
  })
}

/**
 * In the transaction that has a change tried again: its branch is not cleared any more. Says for how many seconds it may
 * yet go, as the order is on its way to the host: the further try must not come before that.
 */
async function keepBranch(
  deps: Deps,
  tx: Tx,
  { parent, actor }: { parent: ActionRow; actor: string }
): Promise<number> {
  if (parent.actionType !== 'create-patch-pr') return 0
  const underWay = await cancelEffect(deps, tx, {
    repoId: parent.repoId,
    actionKey: branchDeletionKey(patchBranchOf(parent)),
    actor,
    detail: 'The change that the branch was made for is tried again.'
  })
  return waitSeconds(deps, underWay)
}

/** Asked where a branch is to be cleared, also by somebody who has that tried again. */
async function checkBranchDeletion({ db }: Deps, { row }: PendingAction): Promise<ActionStop | undefined> {
  const { actionType, evidence } = row
  // The border to the column: evidence is JSON.
  const leftBy = valueAt(evidence as JsonObject, 'left_by')
  if (actionType !== 'delete-branch' || typeof leftBy !== 'number') return undefined
  const child = await retryIdOf(db, leftBy)
  if (child === undefined) return undefined
  const detail = `The branch is that of action ${child}, which tries the change again.`
  return { to: 'blocked', reason: 'target_drifted', detail, evidence: { tried_again_by: child } }
}

export const branchCleanupHooks: ActionHooks = { stopOf: checkBranchDeletion, beforeRetry: keepBranch }
