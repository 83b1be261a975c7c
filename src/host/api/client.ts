// The one door to the host's API: reads, listings and writes, each as an installation and with a priority.

import { isObject } from '#domain/json/path.js'
import { HostError, type HostFailure } from '#errors/host.js'
import type { Json } from '#schemas/common.js'
import { textAt } from '../events/payload.js'
import { openReads, type Reading, type Reads, readingOf } from '../resources/reads.js'
import { type HostLog, type HostStore, Ledger } from './budget-tracker.js'
import { reachOf } from './cache-policy.js'
import { type Call, openCalls } from './calls.js'
import {
  type Credentials,
  credentialsOf,
  type HostCredential,
  type InstallationToken
} from './credentials.js'
import { unavailable } from './failures.js'
import { type HostLimits, LIMITS, type Priority } from './limits.js'
import { type Resolve, resolveAll } from './places.js'
import { flowing } from './stream.js'
import { openTransport, type Parameters, PUBLIC_API, type Transport } from './transport.js'
import { type Parcel, WireFault, withinOrigin } from './wire.js'

export interface HostRead {
  /** With `{parts}` for the parameters that belong into it. */
  path: string
  /** Those that fill no part become the query. */
  parameters?: Parameters
  /** Which form of the answer is wanted; JSON without. */
  mediaType?: string
}

export interface HostWrite extends HostRead {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: Json
}

export interface CallOptions {
  /** Null: the App itself, or the owner of the token. */
  installationId: number | null
  priority: Priority
}

export interface ReadOptions extends CallOptions {
  /** Never answered without asking the host: for whatever decides, and before a write. */
  fresh?: boolean
  /**
   * For a caller that keeps the answer itself: its mark, and null while there is none. An answer that still holds is
   * confirmed with an empty body.
   */
  etag?: string | null
}

export interface HostAnswer {
  status: number
  /** Parsed where it is JSON, otherwise its text. */
  body: Json
  /** Addresses by their relation, such as `next`. */
  links: Readonly<Record<string, string>>
  /** By which the host can confirm later that it still holds. */
  etag: string | undefined
  /** True when the host confirmed an answer that was kept. */
  isConfirmed: boolean
}

export interface HostClient {
  readonly isConfigured: boolean
  /** What the service is for the host. */
  readonly kind: HostCredential['kind'] | undefined
  read(request: HostRead, options: ReadOptions): Promise<HostAnswer>
  /** One page after the other, along the host's own links, or on from such a link; the first may be kept. */
  pages(request: HostRead, options: ReadOptions, from?: string): AsyncIterable<HostAnswer>
  /** A text that may be long, piece by piece, wherever the host keeps it; what is beyond the limit is left out. */
  flow(request: HostRead, options: CallOptions): AsyncIterable<string>
  /** Done at most once: where it is uncertain whether the host has done it, it fails as `host_unavailable`. */
  write(request: HostWrite, options: CallOptions): Promise<HostAnswer>
  keptReads(): number
  /** Tells the other processes what they have not been told yet. */
  flush(): Promise<void>
}

export interface HostConnection {
  apiUrl?: string | undefined
  credential: HostCredential
  store: HostStore
  log: HostLog
  now: () => Date
  sleep?: (ms: number) => Promise<void>
  limits?: Partial<HostLimits>
  resolve?: Resolve
}

const JSON_MEDIA = 'application/vnd.github+json'

interface Parts {
  calls: (call: Call) => Promise<Parcel>
  reads: Reads
  transport: Transport
  credentials: Credentials
  apiUrl: string
  limits: HostLimits
  resolve: Resolve
}

export function openClient(connection: HostConnection): HostClient {
  const { credential, store, log, now, sleep = pause, resolve = resolveAll } = connection
  const apiUrl = connection.apiUrl ?? PUBLIC_API
  const limits = { ...LIMITS, ...connection.limits }
  const mint = (installationId: number) => mintToken(parts, installationId)
  const credentials = credentialsOf(credential, mint, now)
  const ledger = new Ledger({ store, credential: credentials.fingerprint, log, now })
  const transport = openTransport({ apiUrl, credential: credentials.fingerprint, limits, sleep })
  const calls = openCalls({ transport, credentials, ledger, limits, now, sleep })
  const reads = openReads({ call: calls, count: (kind) => ledger.count(kind), limits, now })
  const parts: Parts = { calls, reads, transport, credentials, apiUrl, limits, resolve }
  return {
    isConfigured: true,
    kind: credentials.kind,
    async read(request, options) {
      return readAt(parts, urlOf(parts, 'GET', request), request, options)
    },
    pages: (request, options, from) => pagesOf(parts, request, options, from),
    flow: (request, options) => flowOf(parts, request, options),
    write: (request, options) => write(parts, request, options),
    keptReads: () => reads.size,
    flush: () => ledger.flush()
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function urlOf({ transport }: Parts, method: string, { path, parameters = {} }: HostRead): string {
  // An address that holds these would mean another path than the one that was written.
  const isOther = Object.values(parameters).some((value) => value === '.' || value === '..' || value === '')
  if (isOther) throw new HostError('host_not_found', 'The host has nothing with this name.')
  return transport.urlOf(method, path, parameters)
}

async function readAt(
  parts: Parts,
  url: string,
  request: HostRead,
  options: ReadOptions
): Promise<HostAnswer> {
  const reading = await parts.reads.read({
    account: parts.credentials.accountOf(options.installationId),
    url,
    accept: request.mediaType ?? JSON_MEDIA,
    priority: options.priority,
    fresh: options.fresh ?? false,
    etag: options.etag
  })
  return answerOf(reading)
}

function answerOf({ status, text, links, etag, isConfirmed }: Reading): HostAnswer {
  return { status, body: bodyOf(text), links, etag, isConfirmed }
}

async function* pagesOf(
  parts: Parts,
  request: HostRead,
  options: ReadOptions,
  from?: string
): AsyncGenerator<HostAnswer> {
  const { etag, ...others } = { ...options, fresh: true }
  const seen = new Set<string>()
  let url = from === undefined ? urlOf(parts, 'GET', request) : placeOf(parts, from, 'host_refused')
  let current: ReadOptions = options
  for (;;) {
    seen.add(url)
    const page: HostAnswer = await readAt(parts, url, request, current)
    yield page
    const next = page.links['next']
    if (next === undefined) return
    url = placeOf(parts, next)
    if (seen.has(url)) throw new HostError('host_unavailable', 'The host repeats a page of a list.')
    current = etag === undefined ? others : { ...others, etag: null }
  }
}

/** A listing that leads elsewhere has not been read to its end, and must not look as if it had. */
function placeOf({ apiUrl }: Parts, link: string, failure: HostFailure = 'host_unavailable'): string {
  const place = withinOrigin(link, apiUrl)
  if (place === undefined)
    throw new HostError(failure, 'The host continues a list at another origin, which is not followed.')
  return place
}

async function* flowOf(parts: Parts, request: HostRead, options: CallOptions): AsyncGenerator<string> {
  const { installationId, priority } = options
  const url = urlOf(parts, 'GET', request)
  const account = parts.credentials.accountOf(installationId)
  const accept = request.mediaType ?? JSON_MEDIA
  const parcel = await parts.calls({ method: 'GET', url, accept, account, priority, isLedOn: true })
  const place = parcel.headers['location']
  if (place === undefined) {
    yield parcel.text
    return
  }
  const { flowBytes: mostBytes, flowMs: mostMs } = parts.limits
  try {
    yield* flowing({ home: parts, place, mostBytes, mostMs })
  } catch (error) {
    if (!(error instanceof WireFault)) throw error
    if (error.kind === 'elsewhere') throw new HostError('host_not_found', 'The host no longer has this file.')
    if (error.kind !== 'unsafe') throw unavailable(error)
    throw new HostError('host_unavailable', `The host redirects to an unsafe address: ${error.message}.`)
  }
}

async function write(parts: Parts, request: HostWrite, options: CallOptions): Promise<HostAnswer> {
  const { method, body, mediaType: accept = JSON_MEDIA } = request
  const url = urlOf(parts, method, request)
  const account = parts.credentials.accountOf(options.installationId)
  try {
    const parcel = await parts.calls({ method, url, accept, body, account, priority: options.priority })
    return answerOf(readingOf(parcel, false))
  } finally {
    // Also where it failed: the host may have done it all the same.
    parts.reads.doubt(reachOf(new URL(url).pathname))
  }
}

/** A second token does no harm, so this write may be repeated. */
async function mintToken({ calls, transport, credentials }: Parts, installationId: number) {
  const path = '/app/installations/{id}/access_tokens'
  const { text } = await calls({
    method: 'POST',
    url: transport.urlOf('POST', path, { id: installationId }),
    accept: JSON_MEDIA,
    account: credentials.accountOf(null),
    onBehalfOf: installationId,
    priority: 'interactive',
    isRepeatable: true
  })
  return tokenIn(bodyOf(text))
}

function tokenIn(body: Json): InstallationToken {
  const token = isObject(body) ? textAt(body, 'token') : null
  const expiresAt = new Date((isObject(body) && textAt(body, 'expires_at')) || Number.NaN)
  if (token && !Number.isNaN(expiresAt.getTime())) return { token, expiresAt }
  throw new HostError('host_unavailable', 'The host issued no token for the installation.')
}

function bodyOf(text: string): Json {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
