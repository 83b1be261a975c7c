// Limits the concurrent calls of one installation; urgent calls go first.
import type { PriorityLimits } from './limits.js'

export interface Throttle {
  /** Waits for a free slot. Calling the result releases it. */
  acquire(share: PriorityLimits): Promise<() => void>
  readonly isIdle: boolean
}

interface WaitingCall {
  share: PriorityLimits
  start: () => void
}

export function openThrottle(): Throttle {
  let taken = 0
  let waiting: WaitingCall[] = []

  /** Starts the oldest call of the most urgent priority, as long as that priority has a free slot. */
  function startNext(): void {
    const next = waiting.reduce<WaitingCall | undefined>(
      (first, call) => (first && first.share.rank <= call.share.rank ? first : call),
      undefined
    )
    if (!next || taken >= next.share.places) return
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
    acquire: (share) =>
      new Promise((resolve) => {
        waiting.push({ share, start: () => resolve(release) })
        startNext()
      }),
    get isIdle() {
      return taken === 0 && waiting.length === 0
    }
  }
}
