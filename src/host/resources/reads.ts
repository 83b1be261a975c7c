// Reads that cost as little as they can: kept ones, confirmed ones, and equal ones that share a call.
import { HostError } from '#errors/host.js'
import { type Kept, openKept } from '../api/cache.js'
import { isWithin, keptForMs } from '../api/cache-policy.js'
import type { Call } from '../api/calls.js'
import type { HostLimits, Priority } from '../api/limits.js'
import type { Parcel } from '../api/wire.js'

export interface Wanted {
  account: number
  url: string
  accept: string
  priority: Priority
  fresh: boolean
  /** What the caller keeps itself, if it does: the mark of the answer, and null before the first. */
  etag?: string | null | undefined
}

export interface Reading {
  status: number
  text: string
  links: Kept['links']
  etag: string | undefined
  isConfirmed: boolean
}

export interface Reads {
  readonly size: number
  read(wanted: Wanted): Promise<Reading>
  /** After a write: what lies within this reach is asked for again, and reads that have begun before are not kept. */
  doubt(reach: string): void
}

interface Flight {
  path: string
  rank: number
  isSent: boolean
  reading: Promise<Reading>
}

interface Parts {
  call: (call: Call) => Promise<Parcel>
  count: (kind: 'hits' | 'misses') => void
  limits: HostLimits
  now: () => Date
}

export function openReads(parts: Parts): Reads {
  const { limits, count, now } = parts
  const kept = openKept(limits.keptBytes)
  const flights = new Map<string, Flight>()

  function start(key: string, wanted: Wanted): Promise<Reading> {
    const path = new URL(wanted.url).pathname
    const rank = limits.shares[wanted.priority].rank
    const flight: Flight = { path, rank, isSent: false, reading: NEVER }
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
      if (wanted.etag !== undefined) return readAlone(parts, wanted, wanted.etag)
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
    doubt(reach) {
      kept.doubt(reach)
      for (const [key, flight] of flights) {
        if (isWithin(flight.path, reach)) flights.delete(key)
      }
    }
  }
}

/** For a caller that keeps the answer itself: if it still holds, it comes back empty. */
async function readAlone({ call, count }: Parts, wanted: Wanted, etag: string | null): Promise<Reading> {
  const { account, url, accept, priority } = wanted
  const parcel = await call({ method: 'GET', account, url, accept, priority, etag: etag ?? undefined })
  const isConfirmed = parcel.status === 304
  count(isConfirmed ? 'hits' : 'misses')
  return readingOf(parcel, isConfirmed)
}

/** An answer as whoever asked gets it. */
export function readingOf(parcel: Parcel, isConfirmed: boolean): Reading {
  const { status, text, headers } = parcel
  return { status, text, links: linksIn(parcel), etag: headers['etag'], isConfirmed }
}

const NEVER = new Promise<Reading>(() => {})

/** Whoever wants it fresh joins only what the host has not yet seen; nobody waits behind the less urgent. */
function mayJoin(flight: Flight, { priority, fresh }: Wanted, { shares }: HostLimits): boolean {
  return flight.rank <= shares[priority].rank && !(fresh && flight.isSent)
}

async function fetchRead(
  { call, count, now }: Parts,
  wanted: Wanted,
  flight: Flight,
  known: Kept | undefined
): Promise<{ reading: Reading; keep?: Kept }> {
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
  const until = now().getTime() + keptForMs(flight.path)
  if (parcel.status === 304) {
    if (!known)
      throw new HostError('host_unavailable', 'The host sent 304 to a request without If-None-Match.')
    count('hits')
    return { reading: { ...known, isConfirmed: true }, keep: { ...known, until } }
  }
  count('misses')
  const reading = readingOf(parcel, false)
  // What a backfill reads once would only push out what is read again.
  const isKept = parcel.status === 200 && priority !== 'backfill'
  return isKept ? { reading, keep: { ...reading, path: flight.path, until } } : { reading }
}

const LINK = /<([^<>]{1,4000})>\s*;\s*rel="([a-z]{1,20})"/g

function linksIn({ headers }: Parcel): Record<string, string> {
  const links = [...(headers['link'] ?? '').matchAll(LINK)]
  return Object.fromEntries(links.map(([, address = '', relation = '']) => [relation, address]))
}
