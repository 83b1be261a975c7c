// How a violation changes with what runs find.
import type { ViolationEnd, ViolationStatus } from '#schemas/enforcement/enums.js'
import type { Breach } from '#schemas/enforcement/violations.js'
import { counter } from '../counters/counter.js'
import { byName, ever, on, type Tally, when } from '../counters/tally.js'
import { canonicalJson } from '../json/canonical.js'

declare module '../counters/counter.js' {
  interface SumWords {
    violations: ['violations', ViolationStatus | 'auto'] | ['violations', 'policy', string, ViolationStatus]
  }
}

export interface CountedViolation {
  policyId: number
  status: ViolationStatus
  remediatedBy: ViolationEnd | null
  detectedAt: Date
}

/** It counts by the day on which it was found and, by the id of its policy, for that. */
export const talliesOfViolation = (violation: CountedViolation): Tally[] => {
  const { policyId, status, remediatedBy, detectedAt } = violation
  return [
    ever(counter('violations', status)),
    on(detectedAt, counter('violations', status)),
    ...when(remediatedBy === 'auto', on(detectedAt, counter('violations', 'auto'))),
    byName(counter('violations', 'policy', String(policyId), status))
  ]
}

export interface KnownViolation {
  status: ViolationStatus
  breaches: readonly Breach[]
  suppressedUntil: Date | null
  reopenCount: number
}

export interface ViolationChange {
  status: ViolationStatus
  breaches: readonly Breach[]
  reopenCount: number
  /** Whether this is the first that is known of it, or it is known again. */
  isDetected: boolean
  /** Whether what is broken differs from what was known. */
  isNews: boolean
  remediatedBy: ViolationEnd | null
}

/** A suppression without an end holds until it is lifted. */
const isSuppressed = ({ status, suppressedUntil }: KnownViolation, at: Date) =>
  status === 'suppressed' && (suppressedUntil === null || suppressedUntil > at)

/** What a run finds: rules that are broken. */
export function broken(
  known: KnownViolation | undefined,
  breaches: readonly Breach[],
  at: Date
): ViolationChange {
  const base = { breaches, remediatedBy: null }
  if (!known) return { ...base, status: 'open', reopenCount: 0, isDetected: true, isNews: true }
  const isNews = !isSame(known.breaches, breaches)
  if (known.status === 'remediated')
    return { ...base, status: 'open', reopenCount: known.reopenCount + 1, isDetected: true, isNews: true }
  const status = isSuppressed(known, at) ? 'suppressed' : 'open'
  return {
    ...base,
    status,
    reopenCount: known.reopenCount,
    isDetected: false,
    isNews: isNews || status !== known.status
  }
}

/** What a run finds: nothing is broken, or nobody asks for it any more. Undefined if that was known. */
export function settled(known: KnownViolation, remedy: ViolationEnd): ViolationChange | undefined {
  if (known.status === 'remediated') return undefined
  const { breaches, reopenCount } = known
  return {
    status: 'remediated',
    breaches,
    reopenCount,
    isDetected: false,
    isNews: true,
    remediatedBy: remedy
  }
}

const isSame = (one: readonly Breach[], other: readonly Breach[]) =>
  canonicalJson(one.map((breach) => ({ ...breach }))) ===
  canonicalJson(other.map((breach) => ({ ...breach })))
