// Finds the rules of a repository that match an event, and the steps they request.
import type { CustomRuleConfig, RuleStep } from '#schemas/configuration/service-config.js'
import { RuleError } from '../expressions/error.js'
import { evaluateRule } from '../expressions/evaluate.js'
import type { NamedExpressions, RuleVariables } from '../expressions/run.js'
import { isTruthy } from '../expressions/values.js'

/** The events of a rule that does not list any. */
const DEFAULT_RULE_EVENTS = new Set([
  'issues.opened',
  'issues.reopened',
  'issues.edited',
  'pull_request.opened',
  'pull_request.reopened',
  'pull_request.ready_for_review',
  'pull_request.synchronize',
  'issue_comment.created'
])

export interface RuleSet {
  rules: Readonly<Record<string, CustomRuleConfig>>
  expressions: NamedExpressions
  /** Whether the configuration allows rules to approve. */
  mayApprove: boolean
}

export interface RuleInput {
  /** Event and action, such as `pull_request.opened`. */
  name: string
  target: 'issue' | 'pr'
  /** The variables of the event; `files` is left out if unknown. */
  context: RuleVariables
}

export interface WithheldStep {
  step: RuleStep
  reason: string
}

/** The result of a rule for an event: it holds, it does not, or it failed. */
export interface RuleOutcome {
  name: string
  holds: boolean
  error: string | null
  steps: RuleStep[]
  withheld: WithheldStep[]
}

/** In the order of the rules, up to the first one that holds and contains `skip`. */
export function matchedRules(set: RuleSet, event: RuleInput): RuleOutcome[] {
  const outcomes: RuleOutcome[] = []
  for (const [name, rule] of Object.entries(set.rules)) {
    if (!isAbout(rule, event.name)) continue
    const outcome = evaluateCustomRule(set, event, { name, rule })
    outcomes.push(outcome)
    if (outcome.holds && isSkipOutcome(outcome)) break
  }
  return outcomes
}

/** Whether any rule reacts to such an event. */
export function hasRulesAbout(rules: RuleSet['rules'], event: string): boolean {
  return Object.values(rules).some((rule) => isAbout(rule, event))
}

/** Whether the event needs no further processing. */
export function isSkipOutcome({ steps }: Pick<RuleOutcome, 'steps'>): boolean {
  return steps.some(({ action }) => action === 'skip')
}

function isAbout({ on }: CustomRuleConfig, event: string): boolean {
  return on === undefined ? DEFAULT_RULE_EVENTS.has(event) : on.includes(event)
}

interface NamedRule {
  name: string
  rule: CustomRuleConfig
}

/** Evaluates one rule, whichever events it lists. */
export function evaluateCustomRule(
  set: Omit<RuleSet, 'rules'>,
  event: RuleInput,
  { name, rule }: NamedRule
): RuleOutcome {
  const result = tryRule(rule.if, event.context, set.expressions)
  const withheld = result.holds ? rule.run.flatMap((step) => findWithheldSteps(step, set, event)) : []
  const steps = result.holds
    ? rule.run.filter((step) => !withheld.some((withheldStep) => withheldStep.step === step))
    : []
  return { name, ...result, steps, withheld }
}

function tryRule(text: string, context: RuleVariables, expressions: NamedExpressions) {
  try {
    return { holds: isTruthy(evaluateRule(text, context, expressions).result), error: null }
  } catch (error) {
    if (!(error instanceof RuleError)) throw error
    return { holds: false, error: error.message }
  }
}

type ApprovalSetting = Pick<RuleSet, 'mayApprove'>

/** Approves only if the configuration allows it and all changed files are known. */
function findWithheldSteps(
  step: RuleStep,
  { mayApprove }: ApprovalSetting,
  { target, context }: RuleInput
): WithheldStep[] {
  if (step.action === 'request-review' && target === 'issue')
    return [{ step, reason: 'an issue has no reviewers' }]
  if (step.action !== 'approve') return []
  if (!mayApprove) return [{ step, reason: 'settings.allow_auto_approve is off' }]
  const { files } = context
  const isKnown = Array.isArray(files) && files.length > 0
  return isKnown ? [] : [{ step, reason: 'the changed files are not known' }]
}
