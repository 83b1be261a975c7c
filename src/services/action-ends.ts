// What has ended may have more to follow: a pull request its labels, a branch without a pull request its end.
import type { Deps, Tx } from '../deps.js'
import type { ActionRow } from '../store/actions.js'

/**
 * To be called where an action ends, in the same transaction. Whoever ends what another still has at hand says until
 * when: a write of it may be on its way to the host till then.
 */
export async function followEnd(
  { queue, now }: Deps,
  tx: Tx,
  { id, actionType }: Pick<ActionRow, 'id' | 'actionType'>,
  takenUntil: Date | null = null
): Promise<void> {
  if (actionType !== 'create-patch-pr') return
  const msLeft = Math.max(0, (takenUntil?.getTime() ?? 0) - now().getTime())
  const startAfterSeconds = Math.ceil(msLeft / 1000)
  await queue.enqueue(tx, 'action.follow', [{ payload: { action_id: id }, startAfterSeconds }])
}
