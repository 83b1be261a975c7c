// The one door to the host's API: reads, listings and writes, each as an installation and with a priority.

import { isObject } from '#domain/json/path.js'
import { HostError, type HostFailure } from '#errors/host.js'
import type { Json } from '#schemas/common.js'
import { stringAt } from '../events/payload.js'
import { openReadCache, type ReadCache, type ReadResponse, readResponseOf } from '../resources/reads.js'
import { BudgetTracker, type HostLog, type HostStore } from './budget-tracker.js'
import { invalidationPath } from './cache-policy.js'
import { type HostCall, openCalls } from './calls.js'
import {
  type Credentials,
  type HostCredential,
  type InstallationToken,
  openCredentials
} from './credentials.js'
import { hostUnavailable } from './failures.js'
import { type CallPriority, DEFAULT_HOST_LIMITS, type HostLimits } from './limits.js'
import { type LookupAddresses, lookupAll } from './redirect-targets.js'
import { streamText } from './stream.js'
import { openTransport, type PathParameters, PUBLIC_API, type Transport } from './transport.js'
import { type HttpResponse, WireFault, withinOrigin } from './wire.js'

export interface HostRead {
  /** With `{parts}` for the parameters that belong into it. */
  path: string
  /** Those that fill no part become the query. */
  parameters?: PathParameters
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
  priority: CallPriority
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

export interface HostResponse {
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
  read(request: HostRead, options: ReadOptions): Promise<HostResponse>
  /** One page after the other, along the host's own links, or on from such a link; the first may be kept. */
  pages(request: HostRead, options: ReadOptions, from?: string): AsyncIterable<HostResponse>
  /** A text that may be long, piece by piece, wherever the host keeps it; what is beyond the limit is left out. */
  stream(request: HostRead, options: CallOptions): AsyncIterable<string>
  /** Done at most once: where it is uncertain whether the host has done it, it fails as `host_unavailable`. */
  write(request: HostWrite, options: CallOptions): Promise<HostResponse>
  cachedReads(): number
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
  resolve?: LookupAddresses
}

const JSON_MEDIA = 'application/vnd.github+json'

interface ClientParts {
  calls: (call: HostCall) => Promise<HttpResponse>
  reads: ReadCache
  transport: Transport
  credentials: Credentials
  apiUrl: string
  limits: HostLimits
  resolve: LookupAddresses
}

export function openHostClient(connection: HostConnection): HostClient {
  const { credential, store, log, now, sleep = pause, resolve = lookupAll } = connection
  const apiUrl = connection.apiUrl ?? PUBLIC_API
  const limits = { ...DEFAULT_HOST_LIMITS, ...connection.limits }
  const mint = (installationId: number) => mintToken(parts, installationId)
  const credentials = openCredentials(credential, mint, now)
  const ledger = new BudgetTracker({ store, credential: credentials.fingerprint, log, now })
  const transport = openTransport({ apiUrl, credential: credentials.fingerprint, limits, sleep })
  const calls = openCalls({ transport, credentials, budgets: ledger, limits, now, sleep })
  const reads = openReadCache({ call: calls, count: (kind) => ledger.count(kind), limits, now })
  const parts: ClientParts = { calls, reads, transport, credentials, apiUrl, limits, resolve }
  return {
    isConfigured: true,
    kind: credentials.kind,
    async read(request, options) {
      return readAt(parts, urlOf(parts, 'GET', request), request, options)
    },
    pages: (request, options, from) => pagesOf(parts, request, options, from),
    stream: (request, options) => streamOf(parts, request, options),
    write: (request, options) => write(parts, request, options),
    cachedReads: () => reads.size,
    flush: () => ledger.flush()
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function urlOf({ transport }: ClientParts, method: string, { path, parameters = {} }: HostRead): string {
  // An address that holds these would mean another path than the one that was written.
  const isOther = Object.values(parameters).some((value) => value === '.' || value === '..' || value === '')
  if (isOther) throw new HostError('host_not_found', 'The host has nothing with this name.')
  return transport.urlOf(method, path, parameters)
}

async function readAt(
  parts: ClientParts,
  url: string,
  request: HostRead,
  options: ReadOptions
): Promise<HostResponse> {
  const reading = await parts.reads.read({
    account: parts.credentials.accountOf(options.installationId),
    url,
    accept: request.mediaType ?? JSON_MEDIA,
    priority: options.priority,
    fresh: options.fresh ?? false,
    etag: options.etag
  })
  return hostResponseOf(reading)
}

function hostResponseOf({ status, text, links, etag, isConfirmed }: ReadResponse): HostResponse {
  return { status, body: parsedBody(text), links, etag, isConfirmed }
}

async function* pagesOf(
  parts: ClientParts,
  request: HostRead,
  options: ReadOptions,
  from?: string
): AsyncGenerator<HostResponse> {
  const { etag, ...others } = { ...options, fresh: true }
  const seen = new Set<string>()
  let url = from === undefined ? urlOf(parts, 'GET', request) : nextPageUrl(parts, from, 'host_refused')
  let current: ReadOptions = options
  for (;;) {
    seen.add(url)
    const page: HostResponse = await readAt(parts, url, request, current)
    yield page
    const next = page.links['next']
    if (next === undefined) return
    url = nextPageUrl(parts, next)
    if (seen.has(url)) throw new HostError('host_unavailable', 'The host repeats a page of a list.')
    current = etag === undefined ? others : { ...others, etag: null }
  }
}

/** A listing that leads elsewhere has not been read to its end, and must not look as if it had. */
function nextPageUrl(
  { apiUrl }: ClientParts,
  link: string,
  failure: HostFailure = 'host_unavailable'
): string {
  const place = withinOrigin(link, apiUrl)
  if (place === undefined)
    throw new HostError(failure, 'The host continues a list at another origin, which is not followed.')
  return place
}

async function* streamOf(
  parts: ClientParts,
  request: HostRead,
  options: CallOptions
): AsyncGenerator<string> {
  const { installationId, priority } = options
  const url = urlOf(parts, 'GET', request)
  const account = parts.credentials.accountOf(installationId)
  const accept = request.mediaType ?? JSON_MEDIA
  const parcel = await parts.calls({ method: 'GET', url, accept, account, priority, returnsRedirect: true })
  const place = parcel.headers['location']
  if (place === undefined) {
    yield parcel.text
    return
  }
  const { streamBytes: mostBytes, streamMs: mostMs } = parts.limits
  try {
    yield* streamText({ origin: parts, location: place, mostBytes, mostMs })
  } catch (error) {
    if (!(error instanceof WireFault)) throw error
    if (error.kind === 'elsewhere') throw new HostError('host_not_found', 'The host no longer has this file.')
    if (error.kind !== 'unsafe') throw hostUnavailable(error)
    throw new HostError('host_unavailable', `The host redirects to an unsafe address: ${error.message}.`)
  }
}

async function write(parts: ClientParts, request: HostWrite, options: CallOptions): Promise<HostResponse> {
  const { method, body, mediaType: accept = JSON_MEDIA } = request
  const url = urlOf(parts, method, request)
  const account = parts.credentials.accountOf(options.installationId)
  try {
    const parcel = await parts.calls({ method, url, accept, body, account, priority: options.priority })
    return hostResponseOf(readResponseOf(parcel, false))
  } finally {
    // Also where it failed: the host may have done it all the same.
    parts.reads.invalidate(invalidationPath(new URL(url).pathname))
  }
}

/** A second token does no harm, so this write may be repeated. */
async function mintToken({ calls, transport, credentials }: ClientParts, installationId: number) {
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
  return parseToken(parsedBody(text))
}

function parseToken(body: Json): InstallationToken {
  const token = isObject(body) ? stringAt(body, 'token') : null
  const expiresAt = new Date((isObject(body) && stringAt(body, 'expires_at')) || Number.NaN)
  if (token && !Number.isNaN(expiresAt.getTime())) return { token, expiresAt }
  throw new HostError('host_unavailable', 'The host issued no token for the installation.')
}

function parsedBody(text: string): Json {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
