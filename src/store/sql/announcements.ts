// What a transaction tells all processes is sent after its commit. Sent from inside, Postgres would hold a lock of the whole
// server for it until the commit is on disk, and every other that tells something would wait.
import { sql } from 'drizzle-orm'
import { withTimeout } from '#runtime/timeout.js'
import type { Database, Tx } from './database.js'

/** Triggers gather lines of JSON, each the channel and the message, in a setting of the transaction. */
const TOLD_BY_TRIGGERS = `select current_setting('service.announced', true) as lines`

/** The statement that returns, at the end of a transaction, what its triggers announce. */
export const toldByTriggers = { text: TOLD_BY_TRIGGERS, query: sql.raw(TOLD_BY_TRIGGERS) }

/** Postgres refuses messages of 8,000 bytes and more, and with one of them all that are sent together. */
const MOST_BYTES = 7_999

const SEND = 'select pg_notify(line->>0, line->>1) from json_array_elements($1::text::json) line'

/** How long the end of a process waits for a database that is silent. */
const CLOSE_WITHIN_MS = 5_000

/** Each line once: a transaction may enqueue thousands of jobs, one by one. */
const linesOf = new WeakMap<Tx, Set<string>>()

/**
 * Tells the listeners of a channel once this transaction has committed. A message that does not fit into a notification,
 * of 8,000 bytes or more, is not told.
 */
export function announceOnCommit(tx: Tx, channel: string, message: string): void {
  const lines = linesOf.get(tx)
  if (!lines) throw new Error('only a whole transaction can announce something')
  lines.add(lineOf(channel, message))
}

export const lineOf = (channel: string, message: string) => `${JSON.stringify([channel, message])}\n`

/** The result of some work in a transaction, and what it announced by itself. */
export async function withAnnouncements<T>(
  tx: Tx,
  work: (tx: Tx) => Promise<T>
): Promise<{ result: T; lines: string }> {
  const lines = new Set<string>()
  linesOf.set(tx, lines)
  const result = await work(tx)
  return { result, lines: [...lines].join('') }
}

export interface ChannelMessage {
  /** As the transaction gathered it. */
  line: string
  channel: string
  message: string
}

/** What the lines of a transaction announce; nothing of a transaction that announces nothing. */
export function channelMessagesOf(lines: unknown): ChannelMessage[] {
  if (typeof lines !== 'string' || lines === '') return []
  const messages = lines.trimEnd().split('\n').map(channelMessageOf)
  return messages.filter(({ message }) => Buffer.byteLength(message) <= MOST_BYTES)
}

function channelMessageOf(line: string): ChannelMessage {
  const [channel, message]: [string, string] = JSON.parse(line)
  return { line, channel, message }
}

/** On which triggers tell the tables that a transaction has written. */
export const CHANGES_CHANNEL = 'changes'

/**
 * So long changes of tables wait for others, or for what must be told at once: whoever shows them gathers for longer, and
 * a busy service would send one with nearly every commit.
 */
const GATHER_CHANGES_MS = 100

/** Sends announcements: at once, but for changes, and together with all that came while earlier ones were sent. */
export class AnnouncementSender {
  readonly #execute: Database['execute']
  readonly #pending = new Set<string>()
  #sending: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(execute: Database['execute']) {
    this.#execute = execute
  }

  send(channel: string, message: string): void {
    this.sendLines(lineOf(channel, message))
  }

  sendLines(lines: unknown): void {
    const messages = channelMessagesOf(lines)
    for (const { line } of messages) this.#pending.add(line)
    if (messages.some(({ channel }) => channel !== CHANGES_CHANNEL)) this.#sendNow()
    else if (messages.length > 0) this.#timer ??= setTimeout(() => this.#sendNow(), GATHER_CHANGES_MS)
  }

  /** Waits until all is sent, for a limited time. */
  async close(): Promise<void> {
    this.#sendNow()
    if (this.#sending) await withTimeout(CLOSE_WITHIN_MS, this.#sending).catch(() => {})
  }

  #sendNow(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#pending.size > 0) this.#sending ??= this.#sendAll()
  }

  async #sendAll(): Promise<void> {
    while (this.#pending.size > 0) {
      const values = [`[${[...this.#pending].join(',')}]`]
      this.#pending.clear()
      // Once more, over another connection. Whoever listens looks from time to time whatever is told.
      await this.#execute(SEND, values)
        .catch(() => this.#execute(SEND, values))
        .catch(() => {})
    }
    // In the same step as the last look: what comes later is sent anew.
    this.#sending = undefined
  }
}
