// What a refusal of the host means for an action: never, not now, or not at all.

import { HostError } from '#errors/host.js'
import type { BlockedReason } from '#schemas/actions/words.js'
import type { JsonObject } from '#schemas/common.js'

export type ActionOutcome =
  | { is: 'blocked'; reason: BlockedReason; detail: string }
  | { is: 'failed'; detail: string }
  /** To be tried again: at that time, or when the queue thinks best. */
  | { is: 'open'; until: Date | undefined }

/** A write that may have been done all the same stays open: the next try looks for it first. */
export function classifyHostError(error: unknown): ActionOutcome {
  if (!(error instanceof HostError)) return { is: 'open', until: undefined }
  const detail = error.message
  switch (error.failure) {
    case 'host_forbidden':
    case 'host_suspended':
      return { is: 'blocked', reason: 'permission_denied', detail }
    case 'host_not_found':
      return { is: 'blocked', reason: 'target_drifted', detail }
    case 'host_not_configured':
      return { is: 'blocked', reason: 'backend_unavailable', detail }
    case 'host_refused':
      return error.hostStatus === 409
        ? { is: 'blocked', reason: 'target_drifted', detail }
        : { is: 'failed', detail }
    default:
      return { is: 'open', until: error.until }
  }
}

const FIRST_SECONDS = 5
const GROWTH = 3
const LONGEST_SECONDS = 300

/** Within seconds at first, then later and later: a write that was not answered may still come in before that. */
export function retryDelaySeconds(tries: number): number {
  return Math.min(LONGEST_SECONDS, FIRST_SECONDS * GROWTH ** Math.min(tries, 10))
}

/** Where both say something of the same and differ. */
export function findDrift(
  expected: JsonObject,
  actual: JsonObject
): { expected: JsonObject; actual: JsonObject } | undefined {
  const differing = Object.keys(expected).filter(
    (key) => Object.hasOwn(actual, key) && !isSame(expected[key], actual[key])
  )
  if (differing.length === 0) return undefined
  const of = (from: JsonObject) => Object.fromEntries(differing.map((key) => [key, from[key] ?? null]))
  return { expected: of(expected), actual: of(actual) }
}

/** Moments are the same however they are written. */
function isSame(one: JsonObject[string] | undefined, other: JsonObject[string] | undefined): boolean {
  if (one === other) return true
  if (typeof one !== 'string' || typeof other !== 'string') return false
  const [a, b] = [Date.parse(one), Date.parse(other)]
  return /^\d{4}-\d{2}-\d{2}T/.test(one) && !Number.isNaN(a) && a === b
}
