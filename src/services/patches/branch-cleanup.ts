// Deletes the branch of a patch or a revert that has no pull request. The deletion is cancelled when the patch is retried: the retry
// creates an identical commit, and its branch could not be distinguished from the old one.

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
  const isPull = intent.actionType === 'create-patch-pr' || intent.actionType === 'create-revert-pr'
  return isPull ? intent.arguments.branch : ''
}

/** Belongs to no pillar: leftovers are cleaned up even if the pillar is disabled by now. */
export async function proposeBranchDeletion(deps: Deps, tx: Tx, row: ActionRow, sha: string): Promise<void> {
  const { repoId, source, sourceId, decisionId } = row
  const branch = patchBranchOf(row)
  await proposeAction(deps, tx, {
    repoId,
    source,
    sourceId,
    decisionId,
    pillar: null,
    actionType: 'delete-branch',
    actionKey: branchDeletionKey(branch),
    arguments: { sha },
    target: { type: 'branch', branch },
    evidence: { left_by: row.id }
  })
}

/**
 * Call this in the transaction that retries a patch: the branch is not deleted any more. Returns the seconds for which
 * a deletion may still reach the host; the retry must not start before.
 */
async function keepBranch(
  deps: Deps,
  tx: Tx,
  { parent, actor }: { parent: ActionRow; actor: string }
): Promise<number> {
  if (patchBranchOf(parent) === '') return 0
  const executing = await cancelEffect(deps, tx, {
    repoId: parent.repoId,
    actionKey: branchDeletionKey(patchBranchOf(parent)),
    actor,
    detail: 'The patch of this branch is retried.'
  })
  return waitSeconds(deps, executing)
}

/** Stops the deletion of a branch if its patch was retried, also when a person retries the deletion. */
async function checkBranchDeletion({ db }: Deps, { row }: PendingAction): Promise<ActionStop | undefined> {
  const { actionType, evidence } = row
  // Cast at the database boundary: evidence is JSON.
  const leftBy = valueAt(evidence as JsonObject, 'left_by')
  if (actionType !== 'delete-branch' || typeof leftBy !== 'number') return undefined
  const child = await retryIdOf(db, leftBy)
  if (child === undefined) return undefined
  const detail = `The branch belongs to action ${child}, which retries the patch.`
  return { to: 'blocked', reason: 'target_drifted', detail, evidence: { tried_again_by: child } }
}

export const branchCleanupHooks: ActionHooks = { stopOf: checkBranchDeletion, beforeRetry: keepBranch }
