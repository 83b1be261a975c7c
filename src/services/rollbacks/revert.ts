// Proposes the pull request that takes a merge back. The host is asked for nothing: the action is what calls it.
import type { Deps, Tx } from '#deps.js'
import { revertBody, revertBranch, revertMessage, revertTitle } from '#domain/rollbacks/texts.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { findRollback, lockRollback, type RollbackRow, saveRollback } from '#store/rollbacks/rollbacks.js'
import { proposeAction } from '../actions/propose.js'
import { storedQueueSetup } from '../merge-queue/setup.js'
import { mergeOf, pillarOf, ROLLBACK } from './announce.js'

/** Repeatable: a rollback has one action. */
export async function proposeRevert(deps: Deps, rollbackId: number): Promise<void> {
  const known = await findRollback(deps.db, rollbackId)
  if (!known) return
  await deps.transaction(async (tx) => {
    await lockRepository(tx, known.repoId)
    const row = await lockRollback(tx, rollbackId)
    if (row?.status !== 'pending' || row.actionId !== null) return
    const actionId = await propose(deps, tx, row)
    await saveRollback(tx, row, { actionId })
  })
}

async function propose(deps: Deps, tx: Tx, row: RollbackRow): Promise<number> {
  const { repoId, id, prNumber, baseBranch, mergeCommit, beforeCommit, decisionId } = row
  const { settings } = await storedQueueSetup(deps, tx, repoId)
  const merge = mergeOf(row)
  const branch = revertBranch(merge, row.createdAt)
  return proposeAction(deps, tx, {
    repoId,
    pillar: pillarOf(row),
    source: ROLLBACK,
    sourceId: id,
    decisionId,
    actor: row.initiatedBy,
    target: prNumber === null ? { type: 'branch', branch: baseBranch } : { type: 'pr', number: prNumber },
    actionKey: `rollback:${id}`,
    isOnce: true,
    actionType: 'create-revert-pr',
    arguments: {
      branch,
      base: baseBranch,
      merge_sha: mergeCommit,
      before_sha: beforeCommit,
      title: revertTitle(merge),
      body: revertBody(merge, settings.enabled && settings.admit_on.length > 0),
      message: revertMessage(merge)
    },
    evidence: { rollback_id: id }
  })
}
