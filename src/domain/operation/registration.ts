// The registration of an App, from where it begins here to where the host sends the browser back.
import { createHash, timingSafeEqual } from 'node:crypto'
import { HOUR_MS } from '../time/durations.js'

/** The host forgets the manifest, and the code, after an hour. */
export const REGISTRATION_MS = HOUR_MS

export type StateCheck = 'right' | 'wrong' | 'used' | 'late'

/** Can be ended once, in time, and only by whoever knows its state: the browser that began it. */
export class BegunRegistration {
  readonly state: string
  readonly #endsAt: number
  #isUsed = false

  constructor(state: string, now: Date) {
    this.state = state
    this.#endsAt = now.getTime() + REGISTRATION_MS
  }

  /** Whoever gives the right state has used it. */
  take(state: string, now: Date): StateCheck {
    if (!isSame(state, this.state)) return 'wrong'
    if (this.#isUsed) return 'used'
    if (now.getTime() >= this.#endsAt) return 'late'
    this.#isUsed = true
    return 'right'
  }

  /** Nothing came of it, so that it can be taken once more. */
  giveBack(): void {
    this.#isUsed = false
  }
}

export const STATE_FAULTS: Readonly<Record<Exclude<StateCheck, 'right'>, string>> = {
  wrong:
    'This does not belong to the registration that was begun here. If GitHub has made an App, delete it there, and begin again.',
  used: 'This registration has ended already.',
  late: 'This registration was begun more than an hour ago. If GitHub has made an App, delete it there, and begin again.'
}

/** Takes the same time wherever they differ. */
function isSame(one: string, other: string): boolean {
  const digestOf = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digestOf(one), digestOf(other))
}
