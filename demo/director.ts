// Lets stories go on when their time has come.
import { MINUTE_MS } from '#domain/time/durations.js'
import type { Story } from './stage.js'

interface Entry {
  at: number
  story: Story
}

export class Director {
  readonly #minuteMs: number
  #waiting: Entry[] = []

  /** How long a minute of a story takes. */
  constructor(minuteMs = MINUTE_MS) {
    this.#minuteMs = minuteMs
  }

  begin(story: Story, at: Date): void {
    this.#add({ at: at.getTime(), story })
  }

  get nextAt(): Date | undefined {
    const [first] = this.#waiting
    return first && new Date(first.at)
  }

  /** Plays whatever is due. A story that fails is over, and keeps no other from its turn. */
  play(now: Date, onFailure: (error: unknown) => void): void {
    const due = this.#waiting.filter(({ at }) => at <= now.getTime())
    this.#waiting = this.#waiting.filter(({ at }) => at > now.getTime())
    for (const { story } of due) {
      try {
        const { done, value: minutes } = story.next()
        if (!done) this.#add({ at: now.getTime() + Number(minutes) * this.#minuteMs, story })
      } catch (error) {
        onFailure(error)
      }
    }
  }

  #add(entry: Entry): void {
    const index = this.#waiting.findIndex(({ at }) => at > entry.at)
    this.#waiting.splice(index === -1 ? this.#waiting.length : index, 0, entry)
  }
}
