// Maps an error of the host to the outcome of an action: blocked, failed, or to be retried.

import { HostError } from '#errors/host.js'
import type { BlockedReason } from '#schemas/actions/enums.js'
import type { JsonObject } from '#schemas/common.js'

export type ActionOutcome =
  | { is: 'blocked'; reason: BlockedReason; detail: string; evidence: JsonObject }
  | { is: 'failed'; detail: string }
  /** To be retried: at the given time, or when the queue decides. */
  | { is: 'open'; until: Date | undefined }

/** A write that may have succeeded stays open: the next attempt looks for its effect first. */
export function classifyHostError(error: unknown): ActionOutcome {
  if (!(error instanceof HostError)) return { is: 'open', until: undefined }
  const detail = error.message
  switch (error.failure) {
    case 'host_forbidden':
    case 'host_suspended':
      return {
        is: 'blocked',
        reason: 'permission_denied',
        detail,
        evidence: error.isPlanLimit ? { plan_limited: true } : {}
      }
    case 'host_not_found':
      return { is: 'blocked', reason: 'target_drifted', detail, evidence: {} }
    case 'host_not_configured':
      return { is: 'blocked', reason: 'backend_unavailable', detail, evidence: {} }
    case 'host_refused':
      return error.hostStatus === 409
        ? { is: 'blocked', reason: 'target_drifted', detail, evidence: {} }
        : { is: 'failed', detail }
    default:
      return { is: 'open', until: error.until }
  }
}

const FIRST_SECONDS = 5
const GROWTH = 3
const LONGEST_SECONDS = 300
/** A whole lane waits. */
const LONGEST_URGENT_SECONDS = 30

/** Exponential backoff, because a write without a reply may still take effect within seconds. */
export function retryDelaySeconds(tries: number, isUrgent = false): number {
  const longest = isUrgent ? LONGEST_URGENT_SECONDS : LONGEST_SECONDS
  return Math.min(longest, FIRST_SECONDS * GROWTH ** Math.min(tries, 10))
}

/** The fields that both objects have and that differ. */
export function findDrift(
  expected: JsonObject,
  actual: JsonObject
): { expected: JsonObject; actual: JsonObject } | undefined {
  const differing = Object.keys(expected).filter(
    (key) => Object.hasOwn(actual, key) && !isSame(expected[key], actual[key])
  )
  if (differing.length === 0) return undefined
  const pick = (from: JsonObject) => Object.fromEntries(differing.map((key) => [key, from[key] ?? null]))
  return { expected: pick(expected), actual: pick(actual) }
}

/** Timestamps are equal if they name the same moment, whatever their notation. */
function isSame(expected: JsonObject[string] | undefined, actual: JsonObject[string] | undefined): boolean {
  if (expected === actual) return true
  if (typeof expected !== 'string' || typeof actual !== 'string') return false
  const [a, b] = [Date.parse(expected), Date.parse(actual)]
  return /^\d{4}-\d{2}-\d{2}T/.test(expected) && !Number.isNaN(a) && a === b
}
