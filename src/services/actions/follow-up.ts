// Schedules what follows when an action ends: a look for what it did if its worker has not said so, and for a patch the
// label of its pull request, or the deletion of a branch that has none.
import type { Deps, Tx } from '#deps.js'
import { retryDelaySeconds } from '#domain/actions/failures.js'
import { HOUR_MS } from '#domain/time/durations.js'
import { type ActionRow, type Transition, transition } from '#store/actions/actions.js'
import { completeFollowUp, lockDueFollowUps, scheduleFollowUp } from '#store/actions/follow-ups.js'
import { isOutcomeUnknown } from '#store/actions/outcomes.js'

/** Longer than the queue retries a follow-up. */
const RETRY_AFTER_MS = 3 * HOUR_MS
/** A follow-up that has failed for this long is left to people. */
const GIVEN_UP_AFTER_MS = 7 * 24 * HOUR_MS
const AT_ONCE = 100

type EndedAction = Pick<ActionRow, 'id' | 'actionType' | 'evidence' | 'leasedUntil'>

/** Ends an action, and asks for what follows. Nothing where it has another status by now. */
export async function endAction(
  deps: Deps,
  tx: Tx,
  row: ActionRow,
  change: Transition
): Promise<ActionRow | undefined> {
  const ended = await transition(tx, row, change)
  if (ended) await noteEnd(deps, tx, ended)
  return ended
}

/** Call this in the transaction that ends the action, with the row as it is then. */
export async function noteEnd(deps: Deps, tx: Tx, row: ActionRow): Promise<void> {
  await tellEnd(deps, tx, row)
  await requestFollowUp(deps, tx, row)
}

/** Tells those who asked for the action how it ended, also when that becomes known only later. */
export async function tellEnd(deps: Deps, tx: Tx, row: ActionRow): Promise<void> {
  for (const { ended } of deps.registry.actions) await ended?.(deps, tx, row)
}

async function requestFollowUp(deps: Deps, tx: Tx, row: EndedAction): Promise<void> {
  if (!hasFollowUp(row)) return
  const { id, leasedUntil } = row
  // Until then a write of another worker may still reach the host.
  const msLeft = Math.max(0, (leasedUntil?.getTime() ?? 0) - deps.now().getTime())
  await scheduleFollowUp(tx, id, new Date(deps.now().getTime() + msLeft + RETRY_AFTER_MS))
  if (isOutcomeUnknown(row)) await requestLateLook(deps, tx, id)
  if (row.actionType !== 'create-patch-pr') return
  const job = { payload: { action_id: id }, startAfterSeconds: Math.ceil(msLeft / 1000) }
  await deps.queue.enqueue(tx, 'action.follow', [job])
}

const hasFollowUp = (row: EndedAction) => row.actionType === 'create-patch-pr' || isOutcomeUnknown(row)

/** Soon, whichever worker held the action: a crashed process cannot report how far it came. */
export async function requestLateLook({ queue }: Deps, tx: Tx, id: number, tries = 0): Promise<void> {
  const job = { payload: { action_id: id, tries }, startAfterSeconds: retryDelaySeconds(tries) }
  await queue.enqueue(tx, 'action.execute', [job])
}

/** Enqueues follow-ups again that the queue has given up or lost. */
export async function retryFollowUps(deps: Deps): Promise<void> {
  await deps.transaction(async (tx) => {
    for (const row of await lockDueFollowUps(tx, deps.now(), AT_ONCE))
      if (hasFollowUp(row) && !isGivenUp(deps, row)) await requestFollowUp(deps, tx, row)
      else await completeFollowUp(tx, row.id)
  })
}

function isGivenUp({ now, log }: Deps, { id, resolvedAt }: Pick<ActionRow, 'id' | 'resolvedAt'>): boolean {
  if (resolvedAt === null || now().getTime() - resolvedAt.getTime() <= GIVEN_UP_AFTER_MS) return false
  log.warn({ action_id: id }, 'Follow-up of an action failed for a week; giving up')
  return true
}
