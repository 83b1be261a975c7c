// The only access to the host's API: reads, listings and writes, each on behalf of an installation and with a priority.

import { isObject } from '#domain/json/path.js'
import { HostError, type HostFailure } from '#errors/host.js'
import { type LookupAddresses, lookupAll } from '#runtime/lookups.js'
import type { Json } from '#schemas/common.js'
import { stringAt, textAt } from '../payload.js'
import { BudgetTracker, type HostLog, type HostStore } from './budget-tracker.js'
import { type HostCall, openCalls } from './calls.js'
import {
  type Credentials,
  type HostCredential,
  type InstallationToken,
  openCredentials
} from './credentials.js'
import { streamFailure } from './failures.js'
import { type CallPriority, DEFAULT_HOST_LIMITS, type HostLimits } from './limits.js'
import { openReadCache, type ReadCache, type ReadResponse, readResponseOf } from './reads.js'
import { type StreamRequest, streamBytes, streamText } from './stream.js'
import { openTransport, type PathParameters, PUBLIC_API, type Transport } from './transport.js'
import { type HttpResponse, withinOrigin } from './wire.js'

export interface HostRead {
  /** With `{placeholders}` for the path parameters. */
  path: string
  /** Parameters without a placeholder become the query. */
  parameters?: PathParameters
  /** The wanted media type; JSON by default. */
  mediaType?: string
}

export interface HostWrite extends HostRead {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: Json
  /** Does no harm when it is applied twice, so that it is sent again where the host does not answer. */
  isRepeatable?: boolean
}

export interface CallOptions {
  /** Null stands for the App itself, or for the owner of the token. */
  installationId: number | null
  priority: CallPriority
}

export interface ReadOptions extends CallOptions {
  /** Never served from the cache. Required for anything that decides, and before a write. */
  fresh?: boolean
  /**
   * For a caller that stores the response itself: its ETag, or null before the first. An unchanged response is
   * confirmed with an empty body.
   */
  etag?: string | null
}

/** Limits of a whole stream: duration and size. */
export type StreamLimits = Pick<StreamRequest, 'mostMs' | 'mostBytes'>

export interface WriteOptions extends CallOptions {
  /** Called right before the write is sent, after all waiting. It throws if the write is no longer allowed. */
  mayWrite?: () => Promise<void>
}

export interface HostResponse {
  status: number
  /** Parsed if it is JSON, otherwise the text. */
  body: Json
  /** The URLs of the `Link` header by relation, such as `next`. */
  links: Readonly<Record<string, string>>
  etag: string | undefined
  /** True when the host confirmed a stored response (304). */
  isConfirmed: boolean
}

export interface HostClient {
  readonly isConfigured: boolean
  /** As what the service authenticates. */
  readonly kind: HostCredential['kind'] | undefined
  read(request: HostRead, options: ReadOptions): Promise<HostResponse>
  /** Follows the host's pagination links, optionally from a given link. Only the first page may come from the cache. */
  pages(request: HostRead, options: ReadOptions, from?: string): AsyncIterable<HostResponse>
  /** Streams a text that may be long, following redirects to storage. What exceeds the limit is left out. */
  stream(request: HostRead, options: CallOptions): AsyncIterable<string>
  /** The same for a file. */
  download(request: HostRead, options: CallOptions, limits: StreamLimits): AsyncIterable<Uint8Array>
  /** Sent at most once, unless it is repeatable: if the host may have applied it, it fails with `host_unavailable`. */
  write(request: HostWrite, options: WriteOptions): Promise<HostResponse>
  cachedReads(): number
  /** Shares whatever the other processes do not know yet. */
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
  const budgets = new BudgetTracker({ store, credential: credentials.fingerprint, log, now })
  const transport = openTransport({ apiUrl, limits, sleep })
  const calls = openCalls({ transport, credentials, budgets, limits, now, sleep })
  const reads = openReadCache({ call: calls, count: (kind) => budgets.count(kind), limits, now })
  const parts: ClientParts = { calls, reads, transport, credentials, apiUrl, limits, resolve }
  return {
    isConfigured: true,
    kind: credentials.kind,
    async read(request, options) {
      return readAt(parts, urlOf(parts, 'GET', request), request, options)
    },
    pages: (request, options, from) => pagesOf(parts, request, options, from),
    stream: (request, options) => streamOf(parts, request, options),
    download: (request, options, within) => downloadOf(parts, request, options, within),
    write: (request, options) => write(parts, request, options),
    cachedReads: () => reads.size,
    flush: () => budgets.flush()
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function urlOf({ transport }: ClientParts, method: string, { path, parameters = {} }: HostRead): string {
  // These values would make the URL point to another path.
  const isMisleading = Object.values(parameters).some((value) => ['.', '..', ''].includes(String(value)))
  if (isMisleading) throw new HostError('host_not_found', 'The host has nothing with this name.')
  return transport.urlOf(method, path, parameters)
}

async function readAt(
  parts: ClientParts,
  url: string,
  request: HostRead,
  options: ReadOptions
): Promise<HostResponse> {
  const response = await parts.reads.read({
    account: parts.credentials.accountOf(options.installationId),
    url,
    accept: request.mediaType ?? JSON_MEDIA,
    priority: options.priority,
    fresh: options.fresh ?? false,
    etag: options.etag
  })
  return hostResponseOf(response)
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

/** Fails when a list continues at another origin: ending there would make it look complete. */
function nextPageUrl(
  { apiUrl }: ClientParts,
  link: string,
  failure: HostFailure = 'host_unavailable'
): string {
  const url = withinOrigin(link, apiUrl)
  if (url === undefined)
    throw new HostError(failure, 'The host continues a list at another origin, which is not followed.')
  return url
}

async function* streamOf(
  parts: ClientParts,
  request: HostRead,
  options: CallOptions
): AsyncGenerator<string> {
  const { location, text } = await redirectOf(parts, request, options)
  if (location === undefined) {
    yield text
    return
  }
  const { streamBytes: mostBytes, streamMs: mostMs } = parts.limits
  try {
    yield* streamText({ origin: parts, location, mostBytes, mostMs })
  } catch (error) {
    throw streamFailure(error)
  }
}

async function* downloadOf(
  parts: ClientParts,
  request: HostRead,
  options: CallOptions,
  limits: StreamLimits
): AsyncGenerator<Uint8Array> {
  const { location } = await redirectOf(parts, request, options)
  if (location === undefined)
    throw new HostError('host_unavailable', 'The host does not say where the file is.')
  try {
    yield* streamBytes({ origin: parts, location, ...limits })
  } catch (error) {
    throw streamFailure(error)
  }
}

async function redirectOf(
  parts: ClientParts,
  request: HostRead,
  { installationId, priority }: CallOptions
): Promise<{ location: string | undefined; text: string }> {
  const url = urlOf(parts, 'GET', request)
  const account = parts.credentials.accountOf(installationId)
  const accept = request.mediaType ?? JSON_MEDIA
  const response = await parts.calls({ method: 'GET', url, accept, account, priority, returnsRedirect: true })
  return { location: response.headers['location'], text: response.text }
}

async function write(parts: ClientParts, request: HostWrite, options: WriteOptions): Promise<HostResponse> {
  const { method, body, isRepeatable, mediaType: accept = JSON_MEDIA } = request
  const url = urlOf(parts, method, request)
  const { installationId, ...settings } = options
  const account = parts.credentials.accountOf(installationId)
  try {
    const response = await parts.calls({ method, url, accept, body, isRepeatable, account, ...settings })
    return hostResponseOf(readResponseOf(response, false))
  } finally {
    // Also after a failure, because the host may have applied the write all the same.
    parts.reads.invalidate(new URL(url).pathname)
  }
}

/** A second token does no harm, so this write may be retried. */
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
  const token = isObject(body) ? textAt(body, 'token') : null
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
