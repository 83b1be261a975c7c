// Which rules of a repository hold for an event, and what they want done.
import type { CustomRuleConfig, RuleStep } from '#schemas/configuration/service-config.js'
import { RuleError } from '../expressions/error.js'
import { evaluateRule } from '../expressions/evaluate.js'
import type { NamedExpressions, RuleVariables } from '../expressions/run.js'
import { isTruthy } from '../expressions/values.js'

/** Those that it is about where it says nothing of them. */
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
  /** Whether the configuration lets a rule approve. */
  mayApprove: boolean
}

export interface RuleInput {
  /** `pull_request.opened` and its like. */
  name: string
  target: 'issue' | 'pr'
  /** What is known of it; `files` is left out where they are not known. */
  context: RuleVariables
}

export interface WithheldStep {
  step: RuleStep
  reason: string
}

/** What came of a rule that is about the event: it holds, it does not, or it could not be told. */
export interface RuleOutcome {
  name: string
  holds: boolean
  error: string | null
  steps: RuleStep[]
  withheld: WithheldStep[]
}

/** In the order of the rules; one that holds and says `skip` is the last. */
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

/** Whether any of them has anything to say of such an event. */
export function hasRulesAbout(rules: RuleSet['rules'], event: string): boolean {
  return Object.values(rules).some((rule) => isAbout(rule, event))
}

/** Whether nothing else is to be done about the event. */
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

/** What comes of one rule, whichever events it is about. */
export function evaluateCustomRule(
  set: Omit<RuleSet, 'rules'>,
  event: RuleInput,
  { name, rule }: NamedRule
): RuleOutcome {
  const tried = tryRule(rule.if, event.context, set.expressions)
  const withheld = tried.holds ? rule.run.flatMap((step) => findWithheldSteps(step, set, event)) : []
  const steps = tried.holds ? rule.run.filter((step) => !withheld.some((one) => one.step === step)) : []
  return { name, ...tried, steps, withheld }
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

/** An approval is given only where it was allowed, and where all that changes is known. */
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
