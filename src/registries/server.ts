// One server of a registry: documents over TLS, bounded in size and time, kept while they are fresh.
import type { IncomingMessage } from 'node:http'
import { createGunzip } from 'node:zlib'
import type { RegistryDocument } from '#domain/dependencies/registries/protocol.js'
import { addressKindOf } from '#runtime/addresses.js'
import { fetchFailureOf } from '#runtime/fetching.js'
import { destinationOf, type OutgoingParts, type Route, send } from '#runtime/outgoing.js'
import { TimeoutExceeded, withTimeout } from '#runtime/timeout.js'
import type { ReplyCache } from './reply-cache.js'

export interface ServerSettings {
  /** Ends with a slash, and has no credentials. */
  address: string
  /** What the server is told of who asks; null for nothing. */
  authorization: string | null
  /** Mirrors of one's own may be in one's own network. */
  isOwn: boolean
}

export interface ServerParts extends OutgoingParts {
  /** For one request, with its body. */
  timeoutMs: number
  /** Before a request is tried again where the server does not say. */
  pauseMs: number
  cache: ReplyCache
  now(): number
}

export type ServerReply =
  | { is: 'text'; text: string }
  | { is: 'missing' }
  /** What was refused would be refused again. */
  | { is: 'refused' | 'unavailable'; reason: string }

interface Attempt {
  reply: ServerReply
  /** When the server wants to be asked again. */
  retryAfterMs?: number
}

const FRESH_MS = 10 * 60_000
const MOST_TRIES = 3
const LONGEST_PAUSE_MS = 20_000
const MOST_REDIRECTS = 3

/** The same address has several documents, by what is accepted. */
export const cacheKeyOf = ({ address }: ServerSettings, { accept, path }: RegistryDocument) =>
  `${accept} ${address}${path}`

/** The deadline is a moment of `performance.now()`. */
export async function askServer(
  server: ServerSettings,
  document: RegistryDocument,
  parts: ServerParts,
  deadline: number
): Promise<ServerReply> {
  const key = cacheKeyOf(server, document)
  const known = parts.cache.get(key)
  if (known && parts.now() - known.at < FRESH_MS) return { is: 'text', text: known.text }
  for (let tries = 1; ; tries += 1) {
    const { reply, retryAfterMs } = await tryOnce({ server, document, parts, deadline, key })
    const pause = retryAfterMs ?? parts.pauseMs * 2 ** tries
    const isOver = pause > LONGEST_PAUSE_MS || performance.now() + pause > deadline
    if (reply.is !== 'unavailable' || tries === MOST_TRIES || isOver) return reply
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

interface Question {
  server: ServerSettings
  document: RegistryDocument
  parts: ServerParts
  deadline: number
  key: string
}

async function tryOnce(question: Question): Promise<Attempt> {
  const { server, parts, deadline } = question
  const abort = new AbortController()
  const msLeft = Math.min(parts.timeoutMs, deadline - performance.now())
  const name = hostOf(server)
  if (msLeft <= 0) return { reply: { is: 'unavailable', reason: `${name} was not asked in time` } }
  try {
    return await withTimeout(msLeft, follow(question, abort.signal))
  } catch (error) {
    return { reply: { is: 'unavailable', reason: `${name} ${failureOf(error)}` } }
  } finally {
    abort.abort()
  }
}

/** Without what a setting may have in its path. */
export const hostOf = ({ address }: Pick<ServerSettings, 'address'>): string => new URL(address).host

function failureOf(error: unknown): string {
  return error instanceof TimeoutExceeded
    ? 'did not answer in time'
    : `could not be reached (${fetchFailureOf(error).reason})`
}

/** Redirects within the server are followed, and none to another one, which nobody has chosen. */
async function follow(question: Question, signal: AbortSignal): Promise<Attempt> {
  const { server, document, parts } = question
  let url = new URL(server.address + document.path)
  const destination = await destinationOf(url, parts.resolve)
  if (!isAllowed(server, destination.addresses)) return refusal(server, 'leads to an internal address')
  const route = parts.routeTo(destination)
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const response = await request(url, route, question, signal)
    const next = redirectOf(url, response)
    if (next === undefined) return attemptOf(question, response)
    response.on('error', () => {}).destroy()
    if (next?.origin !== url.origin) return refusal(server, 'redirects to another server')
    url = next
  }
  return refusal(server, 'redirects again and again')
}

function isAllowed({ isOwn }: ServerSettings, addresses: readonly { address: string }[]): boolean {
  const kinds = addresses.map(({ address }) => addressKindOf(address))
  const isFit = (kind: string) => kind === 'open' || (isOwn && (kind === 'private' || kind === 'loopback'))
  return kinds.length > 0 && kinds.every(isFit)
}

const refusal = (server: ServerSettings, what: string): Attempt => ({
  reply: { is: 'refused', reason: `${hostOf(server)} ${what}; see \`PACKAGE_REGISTRIES\`` }
})

function request(url: URL, route: Route, { server, document, parts, key }: Question, signal: AbortSignal) {
  const etag = parts.cache.get(key)?.etag
  const headers: Record<string, string> = { accept: document.accept, 'accept-encoding': 'gzip' }
  if (server.authorization !== null) headers['authorization'] = server.authorization
  if (etag !== undefined) headers['if-none-match'] = etag
  return send(url, route, { method: 'GET', headers, signal })
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** Undefined if it is none; null if it leads nowhere. */
function redirectOf(url: URL, { statusCode = 0, headers }: IncomingMessage): URL | null | undefined {
  if (!REDIRECTS.has(statusCode)) return undefined
  const { location = '' } = headers
  return location !== '' && URL.canParse(location, url.href) ? new URL(location, url) : null
}

async function attemptOf(question: Question, response: IncomingMessage): Promise<Attempt> {
  const { server, parts, key } = question
  const { statusCode: status = 0, headers } = response
  const known = parts.cache.get(key)
  if (status === 200) return { reply: await textOf(question, response) }
  response.on('error', () => {}).destroy()
  if (status === 304 && known) {
    parts.cache.set(key, { text: known.text, etag: known.etag, at: parts.now() })
    return { reply: { is: 'text', text: known.text } }
  }
  if (status === 404 || status === 410) return { reply: { is: 'missing' } }
  if (status !== 429 && status !== 408 && status < 500) return refusal(server, `answered ${status}`)
  const reply = { is: 'unavailable' as const, reason: `${hostOf(server)} answered ${status}` }
  const seconds = /^\d{1,6}$/.exec(headers['retry-after'] ?? '')?.[0]
  return seconds === undefined ? { reply } : { reply, retryAfterMs: Number(seconds) * 1_000 }
}

async function textOf(
  { server, document, parts, key }: Question,
  response: IncomingMessage
): Promise<ServerReply> {
  const { 'content-encoding': encoding, etag } = response.headers
  const body = encoding === 'gzip' ? response.pipe(createGunzip()) : response
  // Otherwise a connection that breaks would end nothing behind the pipe.
  response.on('error', (error) => body.destroy(error))
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    chunks.push(chunk)
    if (bytes > document.mostBytes) {
      response.destroy()
      return {
        is: 'refused',
        reason: `${hostOf(server)} answered with more than ${document.mostBytes} bytes`
      }
    }
  }
  const text = Buffer.concat(chunks).toString('utf8')
  parts.cache.set(key, { text, etag, at: parts.now() })
  return { is: 'text', text }
}
