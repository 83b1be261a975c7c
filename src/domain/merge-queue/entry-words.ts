// What is shown of an entry: its stage, and what it waits for.
import { freezeAt } from './lane/batches.js'
import type { BatchState, Lane, LaneEntry } from './lane/lane.js'
import { HOTFIX_PRIORITY } from './lane/order.js'

/** A batch that waits for its candidate, or for the result of another one, is tested as well. */
export const ENTRY_STAGE_OF: Readonly<Record<BatchState, 'testing' | 'landing'>> = {
  waiting: 'testing',
  building: 'testing',
  testing: 'testing',
  green: 'testing',
  red: 'testing',
  landing: 'landing'
}

/** `checks`: the required checks that have not ended. */
export function waitingOf(lane: Lane, entry: LaneEntry, checks: readonly string[], now: number): string[] {
  if (entry.status === 'pending') return [...checks]
  const frozen = freezeAt(lane.settings, now) !== undefined && entry.priority < HOTFIX_PRIORITY
  const reasons = [
    lane.settings.paused !== null && 'paused',
    lane.stopped !== null && 'stopped',
    frozen && 'freeze',
    entry.status === 'ready' && 'turn',
    entry.status === 'merging' && isTested(lane, entry) && 'candidate'
  ]
  return reasons.filter((reason) => reason !== false)
}

const isTested = ({ batches }: Lane, { number }: LaneEntry) =>
  batches.some(({ members, state }) => members.includes(number) && state !== 'green' && state !== 'landing')
