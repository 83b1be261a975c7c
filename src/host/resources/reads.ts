// Reads that cost as little as they can: kept ones, confirmed ones, and equal ones that share a call.
import { HostError } from '#errors/host.js'
import { type CachedResponse, openResponseCache } from '../api/cache.js'
import { cacheTtlMs, isUnderPath } from '../api/cache-policy.js'
import type { HostCall } from '../api/calls.js'
import type { CallPriority, HostLimits } from '../api/limits.js'
import type { HttpResponse } from '../api/wire.js'

export interface ReadRequest {
  account: number
  url: string
  accept: string
  priority: CallPriority
  fresh: boolean
  /** What the caller keeps itself, if it does: the mark of the answer, and null before the first. */
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
  read(wanted: ReadRequest): Promise<ReadResponse>
  /** After a write: what lies within this reach is asked for again, and reads that have begun before are not kept. */
  invalidate(reach: string): void
}

interface InFlightRead {
  path: string
  rank: number
  isSent: boolean
  reading: Promise<ReadResponse>
}

interface ReadCacheOptions {
  call: (call: HostCall) => Promise<HttpResponse>
  count: (kind: 'hits' | 'misses') => void
  limits: HostLimits
  now: () => Date
}

export function openReadCache(parts: ReadCacheOptions): ReadCache {
  const { limits, count, now } = parts
  const kept = openResponseCache(limits.cacheBytes)
  const flights = new Map<string, InFlightRead>()

  function start(key: string, wanted: ReadRequest): Promise<ReadResponse> {
    const path = new URL(wanted.url).pathname
    const rank = limits.byPriority[wanted.priority].rank
    const flight: InFlightRead = { path, rank, isSent: false, reading: PENDING_FOREVER }
    flights.set(key, flight)
    flight.reading = fetchRead(parts, wanted, flight, kept.get(key))
      .then(({ reading, keep }) => {
        // Where a write or a newer read came in between, what this one brings may be outdated.
        if (keep && flights.get(key) === flight) kept.put(key, keep)
        return reading
      })
      .finally(() => {
        if (flights.get(key) === flight) flights.delete(key)
      })
    return flight.reading
  }

  return {
    get size() {
      return kept.size
    },
    async read(wanted) {
      if (wanted.etag !== undefined) return readUncached(parts, wanted, wanted.etag)
      const key = `${wanted.account} ${wanted.accept} ${wanted.url}`
      const known = wanted.fresh ? undefined : kept.get(key)
      if (known && known.until > now().getTime()) {
        count('hits')
        return { ...known, isConfirmed: false }
      }
      const flight = flights.get(key)
      if (!flight || !mayJoin(flight, wanted, limits)) return start(key, wanted)
      const reading = await flight.reading
      count('hits')
      return reading
    },
    invalidate(reach) {
      kept.invalidate(reach)
      for (const [key, flight] of flights) {
        if (isUnderPath(flight.path, reach)) flights.delete(key)
      }
    }
  }
}

/** For a caller that keeps the answer itself: if it still holds, it comes back empty. */
async function readUncached(
  { call, count }: ReadCacheOptions,
  wanted: ReadRequest,
  etag: string | null
): Promise<ReadResponse> {
  const { account, url, accept, priority } = wanted
  const parcel = await call({ method: 'GET', account, url, accept, priority, etag: etag ?? undefined })
  const isConfirmed = parcel.status === 304
  count(isConfirmed ? 'hits' : 'misses')
  return readResponseOf(parcel, isConfirmed)
}

/** An answer as whoever asked gets it. */
export function readResponseOf(parcel: HttpResponse, isConfirmed: boolean): ReadResponse {
  const { status, text, headers } = parcel
  return { status, text, links: linksIn(parcel), etag: headers['etag'], isConfirmed }
}

const PENDING_FOREVER = new Promise<ReadResponse>(() => {})

/** Whoever wants it fresh joins only what the host has not yet seen; nobody waits behind the less urgent. */
function mayJoin(
  flight: InFlightRead,
  { priority, fresh }: ReadRequest,
  { byPriority: shares }: HostLimits
): boolean {
  return flight.rank <= shares[priority].rank && !(fresh && flight.isSent)
}

async function fetchRead(
  { call, count, now }: ReadCacheOptions,
  wanted: ReadRequest,
  flight: InFlightRead,
  known: CachedResponse | undefined
): Promise<{ reading: ReadResponse; keep?: CachedResponse }> {
  const { account, url, accept, priority } = wanted
  const etag = known?.etag
  const onSent = () => {
    flight.isSent = true
  }
  const parcel = await call({ method: 'GET', account, url, accept, priority, etag, onSent }).catch(
    (error) => {
      // What the host has just failed to confirm is no answer by itself any more.
      if (known) known.until = 0
      throw error
    }
  )
  const until = now().getTime() + cacheTtlMs(flight.path)
  if (parcel.status === 304) {
    if (!known)
      throw new HostError('host_unavailable', 'The host sent 304 to a request without If-None-Match.')
    count('hits')
    return { reading: { ...known, isConfirmed: true }, keep: { ...known, until } }
  }
  count('misses')
  const reading = readResponseOf(parcel, false)
  // What a backfill reads once would only push out what is read again.
  const isKept = parcel.status === 200 && priority !== 'backfill'
  return isKept ? { reading, keep: { ...reading, path: flight.path, until } } : { reading }
}

const LINK = /<([^<>]{1,4000})>\s*;\s*rel="([a-z]{1,20})"/g

function linksIn({ headers }: HttpResponse): Record<string, string> {
  const links = [...(headers['link'] ?? '').matchAll(LINK)]
  return Object.fromEntries(links.map(([, address = '', relation = '']) => [relation, address]))
}
