// Decides whether a branch that falls short of policies is corrected. The guards come first.
import type { Json, JsonObject } from '#schemas/common.js'
import type { Condition, Verdict } from '#schemas/decisions/decisions.js'
import { guardsV1 } from '../decisions/guards.v1.js'
import type { Evaluator } from '../decisions/versions.js'
import { isObject, isTrue, valueAt } from '../json/path.js'

/** The inputs of the evaluator in addition to those of the guards. */
export interface EnforcementFacts {
  branch: string
  /** The policies of which the branch breaks rules. */
  policies: { name: string; mode: string; breaches: JsonObject[] }[]
  /** What the policies that are enforced ask for; empty if none of these does. */
  floor: JsonObject
  /** Whether a policy that is enforced is broken, and the service can write nothing of what it asks. */
  isForPeople: boolean
  /** Whether the run was asked not to correct anything. */
  isDry: boolean
  /** Why the same correction is not tried now. */
  obstacle: string | null
}

export const enforcementInputs = (facts: EnforcementFacts): JsonObject => ({
  enforcement: { ...facts, policies: facts.policies.map((policy) => ({ ...policy })) }
})

function verdictOf(guards: Verdict, facts: Json | undefined): Verdict {
  const conditions = [...guards.conditions, ...policiesIn(facts).map(conditionOf)]
  const floor = valueAt(facts, 'floor')
  const asked = isObject(floor) ? floor : {}
  const sentence = `${textAt(facts, 'branch')} is brought to ${wordsOf(asked)}.`
  const isDryByConfig = guards.decision === 'dry_run'
  if (guards.decision !== 'acted' && !isDryByConfig) return { ...guards, conditions }
  if (policiesIn(facts).length === 0)
    return { decision: 'skipped', reason: 'No open violation of a policy is left.', conditions }
  if (Object.keys(asked).length === 0) return { decision: 'skipped', reason: whyNothing(facts), conditions }
  const plan = { floor: asked }
  if (isDryByConfig) return { decision: 'dry_run', reason: `${guards.reason}: ${sentence}`, conditions, plan }
  const obstacle = valueAt(facts, 'obstacle')
  if (typeof obstacle === 'string') return { decision: 'blocked', reason: obstacle, conditions }
  if (isTrue(facts, 'isDry')) return { decision: 'dry_run', reason: `Dry run: ${sentence}`, conditions, plan }
  return { decision: 'acted', reason: sentence, conditions, plan }
}

const whyNothing = (facts: Json | undefined) =>
  isTrue(facts, 'isForPeople')
    ? 'Only people can mend what is broken, or the policies contradict each other.'
    : 'Only policies that report ask for more.'

function policiesIn(facts: Json | undefined): JsonObject[] {
  const policies = valueAt(facts, 'policies')
  return Array.isArray(policies) ? policies.filter(isObject) : []
}

function conditionOf(policy: JsonObject): Condition {
  const breaches = Array.isArray(policy['breaches']) ? policy['breaches'].filter(isObject) : []
  const details = breaches.map(
    ({ field, expected, actual }) => `${textOf(field)}: ${textOf(actual)}, not ${textOf(expected)}`
  )
  return {
    check: `policy(${textOf(policy['name'])}, ${textOf(policy['mode'])})`,
    result: false,
    detail: details.join('; ')
  }
}

const wordsOf = (floor: JsonObject) =>
  Object.entries(floor)
    .map(([field, value]) => `${field} ${textOf(value)}`)
    .join(', ')

const textOf = (value: Json | undefined): string =>
  Array.isArray(value) ? value.map(textOf).join(' and ') || 'none' : String(value ?? 'none')

const textAt = (facts: Json | undefined, key: string) => textOf(valueAt(facts, key))

export const enforcementV1: Evaluator = {
  name: 'enforcement',
  version: 1,
  evaluate: (inputs, config) => verdictOf(guardsV1.evaluate(inputs, config), valueAt(inputs, 'enforcement'))
}
