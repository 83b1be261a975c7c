// When a lane has something to do although nothing happens.
import { MINUTE_MS } from '../../time/durations.js'
import type { Lane, LaneEntry } from './lane.js'

/** A paused lane asks whether the reason for the pause is gone. */
const PAUSE_MS = 10 * MINUTE_MS

/** When the lane has to be looked at again although nothing happens; null if never. */
export function wakeAt(lane: Lane, now: number): number | null {
  const { entries, batches, settings } = lane
  if (entries.length === 0) return null
  if (settings.paused !== null) return now + PAUSE_MS
  const moments = [
    ...entries.flatMap((entry) => momentsOf(entry, lane)),
    ...batches.filter(({ state }) => state === 'testing').map(({ since }) => since + settings.checkTimeoutMs),
    ...settings.freezes.flatMap(({ from, to }) => [from, to])
  ].filter((moment) => moment > now)
  return moments.length === 0 ? null : Math.min(...moments)
}

function momentsOf({ status, pendingSince, notBefore, readyAt }: LaneEntry, { settings }: Lane): number[] {
  if (status === 'pending') return [pendingSince + settings.checkTimeoutMs]
  if (status === 'merging') return []
  return [notBefore, (readyAt ?? 0) + settings.batchMaxWaitMs]
}
