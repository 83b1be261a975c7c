// How rollbacks take part in managed actions.
import type { Deps, Tx } from '#deps.js'
import { rollbackStands } from '#errors/rollbacks.js'
import type { ActionHooks, PendingAction } from '#registry.js'
import type { ActionRow } from '#store/actions/actions.js'
import { queueConfigOf } from '#store/merge-queue/configs.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { findRollback, lastRollbackOf, lockRollback, saveRollback } from '#store/rollbacks/rollbacks.js'
import type { ActionStop } from '../actions/policy-check.js'
import { ROLLBACK } from './announce.js'

const isRevert = ({ source, actionType }: ActionRow) =>
  source === ROLLBACK && actionType === 'create-revert-pr'

/** People may have turned rollbacks off since. */
async function checkRevert({ db }: Deps, { row }: PendingAction): Promise<ActionStop | undefined> {
  if (!isRevert(row)) return undefined
  const rollback = await findRollback(db, row.sourceId ?? 0)
  if (rollback?.status !== 'pending') return stop('The rollback has ended.')
  const settings = await queueConfigOf(db, row.repoId)
  const isAutomatic = rollback.triggerReason === 'deploy_check_failed'
  return isAutomatic && settings?.rollbackEnabled !== true
    ? stop('The configuration of the queue no longer turns rollbacks on.')
    : undefined
}

const stop = (detail: string): ActionStop => ({ to: 'cancelled', reason: null, detail, evidence: {} })

/** In a job of its own: whoever follows holds the repository first, and here the action is locked already. */
async function requestFollow({ queue }: Deps, tx: Tx, row: ActionRow): Promise<void> {
  if (isRevert(row)) await queue.enqueue(tx, 'rollbacks.follow', [{ payload: { action_id: row.id } }])
}

/** A rollback is pending again with its action, unless another one of the merge stands by now. */
async function reopen(_: Deps, tx: Tx, { parent }: { parent: ActionRow }): Promise<number> {
  if (!isRevert(parent)) return 0
  await lockRepository(tx, parent.repoId)
  const row = await lockRollback(tx, parent.sourceId ?? 0)
  if (row?.status !== 'failed') return 0
  const pending = { status: 'pending' as const, error: null, completedAt: null }
  if (await saveRollback(tx, row, pending)) return 0
  const other = await lastRollbackOf(tx, row.repoId, row.mergeCommit)
  throw rollbackStands(other?.id ?? row.id, row.mergeCommit)
}

export const rollbackActionHooks: ActionHooks = {
  stopOf: checkRevert,
  ended: requestFollow,
  beforeRetry: reopen
}
