// What a transaction tells all processes is sent after its commit. Sent from inside, Postgres would hold a lock of the whole
// server for it until the commit is on disk, and every other that tells something would wait.
import { type SQL, sql } from 'drizzle-orm'
import { withTimeout } from '#runtime/timeout.js'
import type { Database, Tx } from './database.js'

/** Each announcement is a line of JSON: the channel and the message. Triggers add lines as well. */
const ANNOUNCED = `select current_setting('service.announced', true) as lines`

/** The statement that returns, at the end of a transaction, what it announces. */
export const announcedLines = { text: ANNOUNCED, query: sql.raw(ANNOUNCED) }

/** Postgres refuses messages of 8,000 bytes and more, and with one of them all that are sent together. */
const MOST_BYTES = 7_999

const SEND = 'select pg_notify(line->>0, line->>1) from json_array_elements($1::text::json) line'

/** How long the end of a process waits for a database that is silent. */
const CLOSE_WITHIN_MS = 5_000

/**
 * Tells the listeners of a channel once this transaction has committed. A message that does not fit into a notification,
 * of 8,000 bytes or more, is not told.
 */
export async function announceOnCommit(tx: Tx, channel: string, message: string): Promise<void> {
  await tx.execute(added(`${JSON.stringify([channel, message])}\n`))
}

/** What is announced already is not added again: a transaction may enqueue thousands of jobs, one by one. */
function added(line: string): SQL {
  return sql`select set_config('service.announced', announced || ${line}, true)
    from (select coalesce(current_setting('service.announced', true), '') as announced) so_far
    where position(${`\n${line}`} in E'\\n' || announced) = 0`
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
    this.sendLines(`${JSON.stringify([channel, message])}\n`)
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
