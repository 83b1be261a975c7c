// Schedules the follow-up of finished actions: label a pull request, or delete a branch that has none.
import type { Deps, Tx } from '#deps.js'
import type { ActionRow } from '#store/actions/actions.js'
import { completeFollowUp, lockDueFollowUps, scheduleFollowUp } from '#store/actions/follow-ups.js'

const HOUR_MS = 3_600_000
/** Longer than the queue retries a follow-up. */
const AGAIN_AFTER_MS = 3 * HOUR_MS
/** A follow-up that has failed for this long is left to people. */
const GIVEN_UP_AFTER_MS = 7 * 24 * HOUR_MS
const AT_ONCE = 100

/**
 * Call this in the transaction that ends the action. `takenUntil` is the end of another worker's lease: until then a
 * write may still reach the host.
 */
export async function requestFollowUp(
  { queue, now }: Deps,
  tx: Tx,
  { id, actionType }: Pick<ActionRow, 'id' | 'actionType'>,
  takenUntil: Date | null = null
): Promise<void> {
  if (actionType !== 'create-patch-pr') return
  const msLeft = Math.max(0, (takenUntil?.getTime() ?? 0) - now().getTime())
  const startAfterSeconds = Math.ceil(msLeft / 1000)
  await scheduleFollowUp(tx, id, new Date(now().getTime() + msLeft + AGAIN_AFTER_MS))
  await queue.enqueue(tx, 'action.follow', [{ payload: { action_id: id }, startAfterSeconds }])
}

/** Enqueues follow-ups again that the queue has given up or lost. */
export async function retryFollowUps({ queue, now, log, transaction }: Deps): Promise<void> {
  await transaction(async (tx) => {
    const at = now().getTime()
    for (const { id, resolvedAt } of await lockDueFollowUps(tx, now(), AT_ONCE)) {
      if (at - (resolvedAt?.getTime() ?? at) > GIVEN_UP_AFTER_MS) {
        await completeFollowUp(tx, id)
        log.warn({ action_id: id }, 'Follow-up of an action failed for a week; giving up')
        continue
      }
      await scheduleFollowUp(tx, id, new Date(at + AGAIN_AFTER_MS))
      await queue.enqueue(tx, 'action.follow', [{ payload: { action_id: id } }])
    }
  })
}
