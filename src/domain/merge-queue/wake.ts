// When a lane has something to do although nothing happens.
import type { Lane, LaneEntry } from './lane.js'

/** When the lane has to be looked at again although nothing happens; null if never. */
export function wakeAt(lane: Lane, now: number): number | null {
  const moments = [
    ...lane.entries.flatMap((entry) => momentsOf(entry, lane)),
    ...lane.batches
      .filter(({ state }) => state === 'testing')
      .map(({ since }) => since + lane.settings.checkTimeoutMs),
    ...(lane.batches[0]?.state === 'green' ? lane.settings.freezes.map(({ to }) => to) : [])
  ].filter((moment) => moment > now)
  return moments.length === 0 ? null : Math.min(...moments)
}

function momentsOf({ status, pendingSince, notBefore, readyAt }: LaneEntry, { settings }: Lane): number[] {
  if (status === 'pending') return [pendingSince + settings.checkTimeoutMs]
  if (status === 'merging') return []
  return [notBefore, (readyAt ?? 0) + settings.batchMaxWaitMs]
}
