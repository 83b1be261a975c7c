// Decides on a custom rule, from an event or from recorded inputs.
import type { Json, JsonObject } from '#schemas/common.js'
import { type CustomRuleConfig, RULE_ACTIONS, type RuleStep } from '#schemas/configuration/service-config.js'
import type { Condition, Verdict } from '#schemas/decisions/decisions.js'
import { guardsV1 } from '../decisions/guards.v1.js'
import type { Evaluator } from '../decisions/versions.js'
import type { NamedExpressions } from '../expressions/run.js'
import { shortenText } from '../expressions/values.js'
import { isObject, valueAt } from '../json/path.js'
import { evaluateCustomRule, type RuleInput, type RuleOutcome, type RuleSet } from './custom-rules.js'

/** The inputs of the evaluator in addition to those of the guards. */
export const ruleInputs = (
  { name, target, context }: RuleInput & { context: JsonObject },
  rule: string
): JsonObject => ({
  custom_rule: { rule, event: name, target, context }
})

/** The settings that a rule depends on, in addition to those of the guards. */
export function ruleSettings(set: RuleSet, name: string): JsonObject {
  const rule = set.rules[name]
  return {
    settings: { allow_auto_approve: set.mayApprove },
    expressions: { ...set.expressions },
    // Cast: the configuration was read from JSON.
    custom_rules: rule === undefined ? {} : { [name]: rule as unknown as JsonObject }
  }
}

/** Guards decide whether to act, and the rule decides what to do. */
export function customRuleVerdict(guards: Verdict, outcome: RuleOutcome): Verdict {
  const conditions = [...guards.conditions, ...conditionsOf(outcome)]
  const { error, holds, steps, withheld } = outcome
  if (error !== null) return { decision: 'error', reason: error, conditions }
  if (!holds) return { decision: 'skipped', reason: 'Its condition does not hold.', conditions }
  const plan = { steps: steps.map(({ action, args = {} }) => ({ action, args })) }
  const sentence = describeSteps(steps)
  if (guards.decision === 'dry_run')
    return { decision: 'dry_run', reason: `${guards.reason}: ${sentence}`, conditions, plan }
  if (guards.decision !== 'acted') return { ...guards, conditions }
  const [first] = withheld
  if (steps.length === 0 && first)
    return { decision: 'blocked', reason: `${first.step.action}: ${first.reason}`, conditions }
  return { decision: 'acted', reason: sentence, conditions, plan }
}

function conditionsOf({ name, holds, steps, withheld }: RuleOutcome): Condition[] {
  const actions = steps.filter(({ action }) => action !== 'skip')
  return [
    { check: `custom_rule(${name})`, result: holds },
    { check: 'actions_count', result: actions.length },
    ...withheld.map(({ step, reason }) => ({
      check: `withheld(${step.action})`,
      result: true,
      detail: reason
    })),
    ...(steps.length > actions.length ? [{ check: 'skip', result: true }] : [])
  ]
}

const describeSteps = (steps: readonly RuleStep[]) =>
  steps.map(({ action, args = {} }) => [action, ...Object.values(args).map(shortenText)].join(' ')).join('; ')

/** Accepts any JSON, like every evaluator. */
function customRule(inputs: JsonObject, config: JsonObject): Verdict {
  const facts = valueAt(inputs, 'custom_rule')
  const name = textIn(valueAt(facts, 'rule'))
  const context = valueAt(facts, 'context')
  const rule = ruleIn(valueAt(config, 'custom_rules', name))
  const event = {
    name: textIn(valueAt(facts, 'event')),
    target: valueAt(facts, 'target') === 'pr' ? ('pr' as const) : ('issue' as const),
    context: isObject(context) ? context : {}
  }
  const set = {
    expressions: expressionsIn(valueAt(config, 'expressions')),
    mayApprove: valueAt(config, 'settings', 'allow_auto_approve') === true
  }
  const guards = guardsV1.evaluate(inputs, config)
  return customRuleVerdict(
    guards,
    rule ? evaluateCustomRule(set, event, { name, rule }) : missingRuleOutcome(name)
  )
}

export const customRuleV1: Evaluator = { name: 'custom_rule', version: 1, evaluate: customRule }

const missingRuleOutcome = (name: string): RuleOutcome => ({
  name,
  holds: false,
  error: null,
  steps: [],
  withheld: []
})

const textIn = (value: Json | undefined) => (typeof value === 'string' ? value : '')

function ruleIn(value: Json | undefined): CustomRuleConfig | undefined {
  const [condition, run] = [valueAt(value, 'if'), valueAt(value, 'run')]
  if (typeof condition !== 'string' || !Array.isArray(run)) return undefined
  return { if: condition, run: run.flatMap(stepIn) }
}

function stepIn(value: Json): RuleStep[] {
  const action = RULE_ACTIONS.find((known) => known === valueAt(value, 'action'))
  if (action === undefined) return []
  const args = valueAt(value, 'args')
  return [isObject(args) ? { action, args: textsIn(args) } : { action }]
}

function textsIn(object: JsonObject): Record<string, string> {
  const entries = Object.entries(object)
  return Object.fromEntries(entries.flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])))
}

function expressionsIn(value: Json | undefined): NamedExpressions {
  const entries = isObject(value) ? Object.entries(value) : []
  return Object.fromEntries(
    entries.flatMap(([name, member]): [string, NamedExpressions[string]][] => {
      if (typeof member === 'string') return [[name, member]]
      return isObject(member) ? [[name, textsIn(member)]] : []
    })
  )
}
