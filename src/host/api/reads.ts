// Reads through the cache: fresh entries are served, stale ones revalidated, and equal requests share one call.
import { HostError } from '#errors/host.js'
import { type CachedResponse, openResponseCache } from './cache.js'
import { cacheTtlMs, isOutdatedBy } from './cache-policy.js'
import type { HostCall } from './calls.js'
import type { CallPriority, HostLimits } from './limits.js'
import type { HttpResponse } from './wire.js'

export interface ReadRequest {
  account: number
  url: string
  accept: string
  priority: CallPriority
  fresh: boolean
  /** Set by callers that store the response themselves: its ETag, or null before the first. */
  etag?: string | null | undefined
}

export interface ReadResponse {
  status: number
  text: string
  links: CachedResponse['links']
  etag: string | undefined
  isConfirmed: boolean
}

export interface ReadCache {
  readonly size: number
  read(request: ReadRequest): Promise<ReadResponse>
  /** After a write: what it may have changed must be revalidated, and reads already in flight are not cached. */
  invalidate(written: string): void
}

interface InFlightRead {
  path: string
  rank: number
  isSent: boolean
  response: Promise<ReadResponse>
}

interface ReadCacheOptions {
  call: (call: HostCall) => Promise<HttpResponse>
  count: (kind: 'hits' | 'misses') => void
  limits: HostLimits
  now: () => Date
}

export function openReadCache(parts: ReadCacheOptions): ReadCache {
  const { limits, count, now } = parts
  const cache = openResponseCache(limits.cacheBytes)
  const inFlight = new Map<string, InFlightRead>()

  function start(key: string, request: ReadRequest): Promise<ReadResponse> {
    const path = new URL(request.url).pathname
    const rank = limits.byPriority[request.priority].rank
    const flight: InFlightRead = { path, rank, isSent: false, response: PENDING_FOREVER }
    inFlight.set(key, flight)
    flight.response = fetchRead(parts, request, flight, cache.get(key))
      .then(({ response, keep }) => {
        // After a write or a newer read in between, this response may be outdated.
        if (keep && inFlight.get(key) === flight) cache.put(key, keep)
        return response
      })
      .finally(() => {
        if (inFlight.get(key) === flight) inFlight.delete(key)
      })
    return flight.response
  }

  return {
    get size() {
      return cache.size
    },
    async read(request) {
      if (request.etag !== undefined) return readUncached(parts, request, request.etag)
      const key = `${request.account} ${request.accept} ${request.url}`
      const cached = request.fresh ? undefined : cache.get(key)
      if (cached && cached.until > now().getTime()) {
        count('hits')
        return { ...cached, isConfirmed: false }
      }
      const flight = inFlight.get(key)
      if (!flight || !mayJoin(flight, request, limits)) return start(key, request)
      const response = await flight.response
      count('hits')
      return response
    },
    invalidate(written) {
      cache.invalidate(written)
      for (const [key, flight] of inFlight) {
        if (isOutdatedBy(written, flight.path)) inFlight.delete(key)
      }
    }
  }
}

/** For callers that store the response themselves: an unchanged one comes back empty. */
async function readUncached(
  { call, count }: ReadCacheOptions,
  request: ReadRequest,
  etag: string | null
): Promise<ReadResponse> {
  const { account, url, accept, priority } = request
  const response = await call({ method: 'GET', account, url, accept, priority, etag: etag ?? undefined })
  const isConfirmed = response.status === 304
  count(isConfirmed ? 'hits' : 'misses')
  return readResponseOf(response, isConfirmed)
}

export function readResponseOf(response: HttpResponse, isConfirmed: boolean): ReadResponse {
  const { status, text, headers } = response
  return { status, text, links: linksIn(response), etag: headers['etag'], isConfirmed }
}

const PENDING_FOREVER = new Promise<ReadResponse>(() => {})

/** A fresh read joins only requests that are not sent yet. No read waits for a less urgent one. */
function mayJoin(
  flight: InFlightRead,
  { priority, fresh }: ReadRequest,
  { byPriority: shares }: HostLimits
): boolean {
  return flight.rank <= shares[priority].rank && !(fresh && flight.isSent)
}

async function fetchRead(
  { call, count, now }: ReadCacheOptions,
  request: ReadRequest,
  flight: InFlightRead,
  cached: CachedResponse | undefined
): Promise<{ response: ReadResponse; keep?: CachedResponse }> {
  const { account, url, accept, priority } = request
  const etag = cached?.etag
  const onSent = () => {
    flight.isSent = true
  }
  const reply = await call({ method: 'GET', account, url, accept, priority, etag, onSent }).catch((error) => {
    // A failed revalidation ends the freshness of the entry.
    if (cached) cached.until = 0
    throw error
  })
  const until = now().getTime() + cacheTtlMs(flight.path)
  if (reply.status === 304) {
    if (!cached)
      throw new HostError('host_unavailable', 'The host sent 304 to a request without If-None-Match.')
    count('hits')
    return { response: { ...cached, isConfirmed: true }, keep: { ...cached, until } }
  }
  count('misses')
  const response = readResponseOf(reply, false)
  // Backfill reads happen once and would only evict useful entries.
  const isCacheable = reply.status === 200 && priority !== 'backfill'
  return isCacheable ? { response, keep: { ...response, path: flight.path, until } } : { response }
}

const LINK = /<([^<>]{1,4000})>\s*;\s*rel="([a-z]{1,20})"/g

function linksIn({ headers }: HttpResponse): Record<string, string> {
  const links = [...(headers['link'] ?? '').matchAll(LINK)]
  return Object.fromEntries(links.map(([, address = '', relation = '']) => [relation, address]))
}
