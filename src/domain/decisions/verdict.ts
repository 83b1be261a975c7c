// What an evaluator says, brought into the one form in which it is recorded and compared.
import type { JsonObject } from '#schemas/common.js'
import type { Condition, Verdict } from '#schemas/decisions/decisions.js'
import { canonicalJson } from '../json/canonical.js'
import { storable } from '../text/storable.js'

const MOST_CONDITIONS = 100
const LONGEST_REASON = 2_000
const LONGEST_WORD = 500

/** Bounded, and without what a database does not take: the same before it is recorded and after a replay. */
export function normalizeVerdict({ decision, reason, conditions, plan }: Verdict): Verdict {
  const settled = {
    decision,
    reason: reason === null ? null : boundedStorableText(reason, LONGEST_REASON),
    conditions: conditions.slice(0, MOST_CONDITIONS).map(normalizeCondition)
  }
  return plan === undefined ? settled : { ...settled, plan }
}

function normalizeCondition({ check, result, detail }: Condition): Condition {
  const settled = {
    check: boundedStorableText(check, LONGEST_WORD),
    result: typeof result === 'string' ? boundedStorableText(result, LONGEST_WORD) : result
  }
  return detail === undefined ? settled : { ...settled, detail: boundedStorableText(detail, LONGEST_WORD) }
}

const boundedStorableText = (text: string, longest: number) => storable(text.slice(0, longest))

export function verdictObject({ decision, reason, conditions, plan }: Verdict): JsonObject {
  const said = { decision, reason, conditions: conditions.map((one) => ({ ...one })) }
  return plan === undefined ? said : { ...said, plan }
}

/** The bytes by which two verdicts are compared. */
export function verdictText(verdict: Verdict): string {
  return canonicalJson(verdictObject(normalizeVerdict(verdict)))
}
