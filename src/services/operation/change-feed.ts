// Hears from the database what any process has changed, and knows what has changed since when, by name alone.
import { randomUUID } from 'node:crypto'
import type { Deps } from '#deps.js'
import type { ChangeTopic } from '#schemas/operation/stream.js'
import { topicOf } from '#store/operation/changes.js'
import { CHANGES_CHANNEL } from '#store/sql/announcements.js'

export interface FeedEvent {
  /** Names the run of this process, and the event within it. */
  id: string
  /** Undefined if everything may have changed. */
  topics: readonly ChangeTopic[] | undefined
}

/** Changes within this time are one event. */
const GATHER_MS = 250
/** Longer than a page takes from its first requests to its stream. */
const RECENT_MS = 10_000

interface Occasion {
  /** The number of the event. */
  count: number
  at: number
}

export class ChangeFeed {
  readonly #listen: Deps['listen']
  readonly #run = randomUUID().slice(0, 8)
  readonly #subscribers: ((event: FeedEvent) => void)[] = []
  readonly #pending = new Set<ChangeTopic>()
  /** When each topic changed last: they are few, so what was missed is known however long ago it was. */
  readonly #changes = new Map<ChangeTopic, Occasion>()
  /** What happened before may have been missed. */
  #unbroken: Occasion = { count: 0, at: performance.now() }
  #count = 0
  #timer: NodeJS.Timeout | undefined
  #listening: Promise<void> | undefined

  constructor({ listen }: Pick<Deps, 'listen'>) {
    this.#listen = listen
  }

  subscribe(onEvent: (event: FeedEvent) => void): void {
    this.#subscribers.push(onEvent)
  }

  /** Listens from the first call on. Fails while the database cannot be listened to. */
  start(): Promise<void> {
    this.#listening ??= this.#listen(CHANGES_CHANNEL, (table) => this.#hear(table)).then(
      () => this.#breakOff(),
      (error: unknown) => {
        this.#listening = undefined
        throw error
      }
    )
    return this.#listening
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  /** What has changed since the event of this id; without one, what a page may have read too early. */
  since(id: string | undefined): FeedEvent {
    const topics = id === undefined ? this.#recentTopics() : this.#topicsSince(id)
    return { id: this.#idOfNewest(), topics }
  }

  #recentTopics(): FeedEvent['topics'] {
    const since = performance.now() - RECENT_MS
    return this.#unbroken.at > since ? undefined : this.#changed(({ at }) => at > since)
  }

  #topicsSince(id: string): FeedEvent['topics'] {
    const [, run, number] = /^([0-9a-f]{8})-(\d{1,15})$/.exec(id) ?? []
    const known = Number(number)
    const isUnknown = run !== this.#run || known > this.#count || known < this.#unbroken.count
    return isUnknown ? undefined : this.#changed(({ count }) => count > known)
  }

  #changed(isMissed: (last: Occasion) => boolean): ChangeTopic[] {
    return [...this.#changes].filter(([, last]) => isMissed(last)).map(([topic]) => topic)
  }

  #hear(table: string): void {
    // After a reconnection.
    if (table === '') this.#breakOff()
    const topic = topicOf(table)
    if (topic === undefined) return
    this.#pending.add(topic)
    this.#timer ??= setTimeout(() => this.#flush(), GATHER_MS).unref()
  }

  #flush(): void {
    this.#timer = undefined
    const topics = [...this.#pending]
    this.#pending.clear()
    this.#count += 1
    for (const topic of topics) this.#changes.set(topic, { count: this.#count, at: performance.now() })
    this.#publish(topics)
  }

  /** Nobody knows what happened until now. */
  #breakOff(): void {
    this.#count += 1
    this.#unbroken = { count: this.#count, at: performance.now() }
    this.#publish(undefined)
  }

  #publish(topics: FeedEvent['topics']): void {
    for (const tell of this.#subscribers) tell({ id: this.#idOfNewest(), topics })
  }

  #idOfNewest(): string {
    return `${this.#run}-${this.#count}`
  }
}
