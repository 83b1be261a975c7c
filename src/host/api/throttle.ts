// Lets so many calls of one installation out at a time, the urgent ones first.
import type { PriorityLimits } from './limits.js'

export interface Throttle {
  /** Waits for a place; calling the result gives it back. */
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

  /** The first of the most urgent class; a class that has no place does not hold up one that has. */
  function startNext(): void {
    const next = waiting.reduce<WaitingCall | undefined>(
      (first, one) => (first && first.share.rank <= one.share.rank ? first : one),
      undefined
    )
    if (!next || taken >= next.share.places) return
    waiting = waiting.filter((one) => one !== next)
    taken += 1
    next.start()
    startNext()
  }

  function leave(): void {
    taken -= 1
    startNext()
  }

  return {
    acquire: (share) =>
      new Promise((resolve) => {
        waiting.push({ share, start: () => resolve(leave) })
        startNext()
      }),
    get isIdle() {
      return taken === 0 && waiting.length === 0
    }
  }
}
