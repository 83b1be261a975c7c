// Lets so many calls of one installation out at a time, the urgent ones first.
import type { Share } from './limits.js'

export interface Gate {
  /** Waits for a place; calling the result gives it back. */
  enter(share: Share): Promise<() => void>
  readonly isIdle: boolean
}

interface Waiting {
  share: Share
  start: () => void
}

export function openGate(): Gate {
  let taken = 0
  let waiting: Waiting[] = []

  /** The first of the most urgent class; a class that has no place does not hold up one that has. */
  function startNext(): void {
    const next = waiting.reduce<Waiting | undefined>(
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
    enter: (share) =>
      new Promise((resolve) => {
        waiting.push({ share, start: () => resolve(leave) })
        startNext()
      }),
    get isIdle() {
      return taken === 0 && waiting.length === 0
    }
  }
}
