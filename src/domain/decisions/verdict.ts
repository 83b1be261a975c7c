// Normalizes verdicts for recording and comparison.
import type { JsonObject } from '#schemas/common.js'
import type { Condition, Verdict } from '#schemas/decisions/decisions.js'
import { canonicalJson } from '../json/canonical.js'
import { storable } from '../text/storable.js'

const MOST_CONDITIONS = 100
const LONGEST_REASON = 2_000
const LONGEST_WORD = 500

/**
 * Cuts texts to their limits and removes what Postgres cannot store, so that a replayed verdict equals the recorded
 * one.
 */
export function normalizeVerdict({ decision, reason, conditions, plan }: Verdict): Verdict {
  const normalized = {
    decision,
    reason: reason === null ? null : boundedStorableText(reason, LONGEST_REASON),
    conditions: conditions.slice(0, MOST_CONDITIONS).map(normalizeCondition)
  }
  return plan === undefined ? normalized : { ...normalized, plan }
}

function normalizeCondition({ check, result, detail }: Condition): Condition {
  const normalized = {
    check: boundedStorableText(check, LONGEST_WORD),
    result: typeof result === 'string' ? boundedStorableText(result, LONGEST_WORD) : result
  }
  return detail === undefined
    ? normalized
    : { ...normalized, detail: boundedStorableText(detail, LONGEST_WORD) }
}

const boundedStorableText = (text: string, longest: number) => storable(text.slice(0, longest))

export function verdictObject({ decision, reason, conditions, plan }: Verdict): JsonObject {
  const verdict = { decision, reason, conditions: conditions.map((condition) => ({ ...condition })) }
  return plan === undefined ? verdict : { ...verdict, plan }
}

/** The text by which two verdicts are compared. */
export function verdictText(verdict: Verdict): string {
  return canonicalJson(verdictObject(normalizeVerdict(verdict)))
}
