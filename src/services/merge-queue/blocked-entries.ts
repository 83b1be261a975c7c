// Blocked entries are in no lane, and leave the queue all the same.
import type { Deps, Tx } from '#deps.js'
import type { MoveReason } from '#domain/merge-queue/lane/lane.js'
import { entryOfPull } from '#store/merge-queue/entries.js'
import { applyToLane, type HeldLane } from './lane/change-lane.js'
import type { EntryNews } from './lane/entry-fields.js'

export interface BlockedExit {
  number: number
  to: 'merged' | 'removed'
  reason: MoveReason
  news: EntryNews
}

/** Whether it was blocked, and has left. Its lane is held, so that nobody admits it meanwhile. */
export async function leaveBlocked(
  deps: Deps,
  tx: Tx,
  held: HeldLane,
  { number, to, reason, news }: BlockedExit
): Promise<boolean> {
  const known = await entryOfPull(tx, held.key.repoId, number)
  if (known?.status !== 'blocked') return false
  const { id: _, ...row } = known
  const fields = { ...row, blockedReason: null, blockedAt: null }
  await applyToLane(deps, tx, held, {
    events: [],
    moves: [{ number, from: 'blocked', to, reason }],
    news: [[number, { ...news, known, fields }]]
  })
  return true
}
