// The functions that decide, by name and version. A version that has decided once is never changed, only followed by
// another: what was recorded under it must come out again.
import type { JsonObject } from '../../schemas/common.js'
import type { EvaluatorName, Verdict } from '../../schemas/decisions.js'
import { retryRequest } from './actions.js'
import { DUPLICATES, duplicates, firstDuplicates } from './duplicates/verdict.js'
import { FIX_EVALUATOR, fixVerdict } from './fix/verdict.js'
import { GATE_EVALUATOR, gateVerdict } from './gate-decision.js'
import { guards } from './guards.js'
import { firstHealVerdict } from './heal/first-verdict.js'
import { HEAL_EVALUATOR, healVerdict } from './heal/verdict.js'
import { CUSTOM_RULE, customRule } from './rules/rule-verdict.js'
import { ISSUE_TRIAGE, issueTriage } from './triage/issue-verdict.js'
import { PULL_TRIAGE, pullTriage } from './triage/pull-verdict.js'

/** Takes any JSON, and says the same of the same. */
export type Evaluator = (inputs: JsonObject, config: JsonObject) => Verdict

const EVALUATORS: ReadonlyMap<string, Evaluator> = new Map([
  ['guards@1', guards],
  [`${CUSTOM_RULE.name}@${CUSTOM_RULE.version}`, customRule],
  ['duplicates@1', firstDuplicates],
  [`${DUPLICATES.name}@${DUPLICATES.version}`, duplicates],
  [`${GATE_EVALUATOR.name}@${GATE_EVALUATOR.version}`, gateVerdict],
  ['ci_heal@1', firstHealVerdict],
  [`${HEAL_EVALUATOR.name}@${HEAL_EVALUATOR.version}`, healVerdict],
  [`${FIX_EVALUATOR.name}@${FIX_EVALUATOR.version}`, fixVerdict],
  [`${ISSUE_TRIAGE.name}@${ISSUE_TRIAGE.version}`, issueTriage],
  [`${PULL_TRIAGE.name}@${PULL_TRIAGE.version}`, pullTriage],
  ['retry_request@1', retryRequest]
])

export const GUARDS: EvaluatorName = { name: 'guards', version: 1 }
export const RETRY_REQUEST: EvaluatorName = { name: 'retry_request', version: 1 }

/** Nothing where this version of the service does not have it. */
export function evaluatorOf({ name, version }: EvaluatorName): Evaluator | undefined {
  return EVALUATORS.get(`${name}@${version}`)
}
