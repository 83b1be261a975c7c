// What a request with an `Idempotency-Key` is, and what is done about one whose key has been used.
import type { Json } from '#schemas/common.js'
import { canonicalJson, sha256Of } from '../json/canonical.js'
import { DAY_MS, MINUTE_MS } from '../time/durations.js'

export const KEYS_KEPT_MS = DAY_MS
/** Longer than a request can take: nobody works on one that has no answer by then. */
export const LONGEST_WORK_MS = 5 * MINUTE_MS
/** Only computations answer more, and they can be repeated. */
export const MOST_ANSWER_BYTES = 256 * 1024

export interface RequestParts {
  method: string
  /** Path and query, as called. */
  address: string
  /** The headers on which the answer depends. */
  headers: Readonly<Record<string, string>>
  body: Json | undefined
}

/** Requests with one fingerprint ask for the same, however their JSON is written. */
export function fingerprintOf({ method, address, headers, body }: RequestParts): string {
  return sha256Of(canonicalJson([method, address, { ...headers }, body ?? null]))
}

interface KeyedRow {
  fingerprint: string
  status: number | null
  createdAt: Date
}

/**
 * `other`: the key belongs to another request; `running`: the request is being worked on; `lost`: it was, and has no
 * answer; `answered`: it has one.
 */
export type RepeatVerdict = 'other' | 'running' | 'lost' | 'answered'

export function judgeRepeat(first: KeyedRow, fingerprint: string, now: Date): RepeatVerdict {
  if (first.fingerprint !== fingerprint) return 'other'
  if (first.status !== null) return 'answered'
  return now.getTime() - first.createdAt.getTime() < LONGEST_WORK_MS ? 'running' : 'lost'
}

/** Whether the answer is the outcome of the request. After any other the same request may be sent again. */
export const isOutcome = (status: number): boolean => status < 500 && status !== 429
