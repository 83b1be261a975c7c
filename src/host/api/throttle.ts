// Limits the concurrent calls of one installation; urgent calls go first.
import { mostUrgent, type PriorityLimits } from './limits.js'

export interface Throttle {
  /** Waits for a free slot. Calling the result releases it. */
  acquire(share: PriorityLimits): Promise<() => void>
  readonly isIdle: boolean
}

interface WaitingCall extends Pick<PriorityLimits, 'rank' | 'places'> {
  start: () => void
}

export function openThrottle(): Throttle {
  let taken = 0
  let waiting: WaitingCall[] = []

  /** Starts the oldest call of the most urgent priority, as long as that priority has a free slot. */
  function startNext(): void {
    const next = mostUrgent(waiting)
    if (!next || taken >= next.places) return
    waiting = waiting.filter((call) => call !== next)
    taken += 1
    next.start()
    startNext()
  }

  function release(): void {
    taken -= 1
    startNext()
  }

  return {
    acquire: ({ rank, places }) =>
      new Promise((resolve) => {
        waiting.push({ rank, places, start: () => resolve(release) })
        startNext()
      }),
    get isIdle() {
      return taken === 0 && waiting.length === 0
    }
  }
}
