// What has ended may have more to follow: a pull request its labels, a branch without a pull request its end.
import type { Deps, Tx } from '#deps.js'
import type { ActionRow } from '#store/actions/actions.js'
import { completeFollowUp, lockDueFollowUps, scheduleFollowUp } from '#store/actions/follow-ups.js'

const HOUR_MS = 3_600_000
/** Longer than the queue has patience with what follows. */
const AGAIN_AFTER_MS = 3 * HOUR_MS
/** Whatever keeps it from being done for so long is left to people. */
const GIVEN_UP_AFTER_MS = 7 * 24 * HOUR_MS
const AT_ONCE = 100

/**
 * To be called where an action ends, in the same transaction. Whoever ends what another still has at hand says until
 * when: a write of it may be on its way to the host till then.
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

/** What the queue has given up, or lost, is asked for again: what follows is done at last. */
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
