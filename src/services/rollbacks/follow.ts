// What becomes of a rollback when the action ends that opens its pull request, and when people merge that.
import type { Deps, Tx } from '#deps.js'
import { isUnfinished } from '#domain/actions/actions.js'
import type { HostPullRequest } from '#domain/host/items.js'
import { valueAt } from '#domain/json/path.js'
import type { JsonObject } from '#schemas/common.js'
import { QUEUE_LABEL, QUEUED_LABEL_COLOR } from '#schemas/merge-queue/enums.js'
import { ROLLBACK_LABEL, ROLLBACK_LABEL_COLOR } from '#schemas/rollbacks/enums.js'
import { type ActionRow, findAction, retryIdOf } from '#store/actions/actions.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { repositoryById } from '#store/mirror/repositories.js'
import {
  lockRollback,
  type NewRollback,
  type RollbackRow,
  saveRevertMerges,
  saveRollback
} from '#store/rollbacks/rollbacks.js'
import { proposeAction } from '../actions/propose.js'
import { announceEnd, pillarOf, ROLLBACK } from './announce.js'
import { clearBranch } from './leftovers.js'
import { recordRollback } from './record.js'

/** Repeatable: an end is recorded once. */
export async function followRevert(deps: Deps, actionId: number): Promise<void> {
  const action = await findAction(deps.db, actionId)
  if (!action || isUnfinished(action.status) || (await retryIdOf(deps.db, actionId)) !== undefined) return
  const isOpen = await deps.transaction((tx) => endWith(deps, tx, action))
  if (!isOpen) await clearBranch(deps, action)
}

/** Returns whether its pull request is open, or was. */
async function endWith(deps: Deps, tx: Tx, action: ActionRow): Promise<boolean> {
  await lockRepository(tx, action.repoId)
  const row = await lockRollback(tx, action.sourceId ?? 0)
  const end = row && endOf(deps, row, action)
  const ended = end && (await saveRollback(tx, row, { ...end, actionId: action.id }))
  if (!ended) return row?.revertPrNumber !== null
  if (ended.revertPrNumber !== null) await labelPull(deps, tx, ended, ended.revertPrNumber)
  await announceEnd(deps, tx, ended)
  const { fullName } = await repositoryById(tx, ended.repoId)
  await recordRollback(tx, { row: ended, fullName, at: deps.now(), isNew: false })
  return ended.revertPrNumber !== null
}

/** A pull request that is found late counts as well; undefined if nothing is new. */
function endOf({ now }: Deps, row: RollbackRow, action: ActionRow): Partial<NewRollback> | undefined {
  if (row.status === 'reverted') return undefined
  // Cast at the database boundary: evidence is JSON.
  const evidence = action.evidence as JsonObject
  const [number, url, sha] = ['pr_number', 'url', 'head_sha'].map((key) => valueAt(evidence, key))
  if (typeof number === 'number')
    return {
      status: 'reverted',
      revertPrNumber: number,
      revertPrUrl: typeof url === 'string' ? url : null,
      revertCommit: typeof sha === 'string' ? sha : null,
      error: null,
      completedAt: now()
    }
  if (row.status !== 'pending') return undefined
  return { status: 'failed', error: action.errorMessage ?? 'It was not carried out.', completedAt: now() }
}

/** The label of the queue lets it in as soon as it is approved. */
async function labelPull(deps: Deps, tx: Tx, row: RollbackRow, number: number): Promise<void> {
  const { repoId, id: sourceId, decisionId } = row
  const labels = [
    { label: ROLLBACK_LABEL, color: ROLLBACK_LABEL_COLOR },
    { label: QUEUE_LABEL, color: QUEUED_LABEL_COLOR }
  ]
  for (const label of labels)
    await proposeAction(deps, tx, {
      repoId,
      pillar: pillarOf(row),
      source: ROLLBACK,
      sourceId,
      decisionId,
      target: { type: 'pr', number },
      isOnce: true,
      actionType: 'add-label',
      arguments: label
    })
}

/** The caller holds the repository. */
export async function recordRevertMerges(
  tx: Tx,
  repoId: number,
  pulls: readonly Pick<HostPullRequest, 'number' | 'state' | 'mergedAt'>[]
): Promise<void> {
  const merges = pulls.flatMap(({ number, state, mergedAt }) =>
    state === 'merged' && mergedAt !== null ? [{ number, mergedAt }] : []
  )
  await saveRevertMerges(tx, repoId, merges)
}
