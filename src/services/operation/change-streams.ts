// The open streams of changes: how many there may be, what they are told, and when they end.
import { Readable } from 'node:stream'
import type { Deps } from '#deps.js'
import { MINUTE_MS } from '#domain/time/durations.js'
import { rateLimited } from '#errors/errors.js'
import type { Changes } from '#schemas/operation/stream.js'
import { type Caller, liveSessionsAmong } from '../accounts/sessions.js'
import { ChangeFeed, type FeedEvent } from './change-feed.js'

interface OpenStream {
  caller: Caller
  openedAt: number
  body: Readable
}

const MOST_STREAMS = 100
/** As many connections as a browser opens to one host. */
const MOST_OF_CALLER = 6
const TRY_AGAIN_SECONDS = 30
const RETRY_MS = 3_000
/** Proxies wait longer for a silent connection. */
const BEAT_MS = 10_000
/**
 * Nobody notices for a quarter of an hour that a client has vanished, and until then it would hold one of the few
 * streams: whoever is still there connects again, and misses nothing.
 */
const LONGEST_OPEN_MS = 5 * MINUTE_MS
/** What a client may leave untaken, beyond what the system holds for it. */
const MOST_UNTAKEN_BYTES = 16_384

export type StreamDeps = Pick<Deps, 'listen' | 'db' | 'keys' | 'now' | 'log'>

export class ChangeStreams {
  readonly #deps: StreamDeps
  readonly #feed: ChangeFeed
  readonly #open = new Set<OpenStream>()
  readonly #beating: NodeJS.Timeout
  #isClosed = false

  constructor(deps: StreamDeps) {
    this.#deps = deps
    this.#feed = new ChangeFeed(deps)
    this.#feed.subscribe((event) => this.#tell(event))
    this.#feed.start().catch((error: unknown) => deps.log.warn({ err: error }, 'Changes are not told'))
    this.#beating = setInterval(() => this.#beat(), BEAT_MS).unref()
  }

  /** Begins with what the client has missed since the event of this id. */
  async open(caller: Caller, lastId: string | undefined): Promise<Readable> {
    this.#refuseTooMany(caller)
    await this.#feed.start()
    this.#refuseTooMany(caller)
    const stream = { caller, openedAt: performance.now(), body: new Readable({ read() {} }) }
    this.#open.add(stream)
    stream.body.once('close', () => this.#open.delete(stream))
    // Even if nothing was missed: from now on the client has an id to come back with.
    this.#send(stream, `retry: ${RETRY_MS}\n${textOf(this.#feed.since(lastId))}`)
    // One that was asked for before the end of the process would hold it up.
    if (this.#isClosed) stream.body.push(null)
    return stream.body
  }

  close(): void {
    this.#isClosed = true
    this.#feed.close()
    clearInterval(this.#beating)
    for (const stream of this.#open) this.#end(stream)
  }

  #tell(event: FeedEvent): void {
    for (const stream of this.#open) this.#send(stream, textOf(event))
    if (event.topics === undefined || event.topics.includes('sessions')) void this.#endLapsed()
  }

  #beat(): void {
    for (const stream of this.#open) this.#send(stream, ':\n\n')
    void this.#endLapsed()
  }

  /** One that does not read is cut off: it learns what it has missed when it comes back. */
  #send(stream: OpenStream, text: string): void {
    if (stream.body.readableLength > MOST_UNTAKEN_BYTES) stream.body.destroy()
    else stream.body.push(text)
  }

  #end(stream: OpenStream): void {
    this.#open.delete(stream)
    if (stream.body.readableLength > 0) stream.body.destroy()
    else stream.body.push(null)
  }

  #refuseTooMany(caller: Caller): void {
    const own = [...this.#open].filter((stream) => nameOf(stream.caller) === nameOf(caller))
    if (own.length >= MOST_OF_CALLER)
      throw rateLimited(
        `This session or key has ${MOST_OF_CALLER} open streams, which is the most.`,
        TRY_AGAIN_SECONDS
      )
    if (this.#open.size >= MOST_STREAMS)
      throw rateLimited(`There are ${MOST_STREAMS} open streams, which is the most.`, TRY_AGAIN_SECONDS)
  }

  /** API keys are valid as long as the process runs. */
  async #endLapsed(): Promise<void> {
    const oldest = performance.now() - LONGEST_OPEN_MS
    for (const stream of this.#open) if (stream.openedAt < oldest) this.#end(stream)
    const asked = [...this.#open].flatMap((stream) => {
      const { session } = stream.caller
      return session ? [{ stream, session }] : []
    })
    if (asked.length === 0) return
    const sessions = asked.map(({ session }) => session)
    // While the database cannot be asked, there is nothing to be told either.
    const live = await liveSessionsAmong(this.#deps, sessions).catch(() => undefined)
    for (const { stream, session } of asked)
      if (live && !live.has(session.tokenSha256) && this.#open.has(stream)) this.#end(stream)
  }
}

const nameOf = ({ method, principal, session }: Caller) => `${method} ${session?.tokenSha256 ?? principal}`

function textOf({ id, topics }: FeedEvent): string {
  const data: Changes = { topics: [...(topics ?? [])] }
  return `event: ${topics ? 'changed' : 'reset'}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`
}
