// Which rules of a repository hold for an event, and what they want done.
import type { Json } from '../../../schemas/common.js'
import type { CustomRuleConfig, RuleStep } from '../../../schemas/service-config.js'
import { RuleError } from './error.js'
import { evaluateRule } from './evaluate.js'
import type { Context, Expressions, TraceStep } from './run.js'
import { isTrue } from './values.js'

/** The events that a rule may be about. */
export const RULE_EVENTS = ['issues', 'pull_request', 'issue_comment'] as const

/** Those that it is about where it says nothing of them. */
const USUAL = new Set([
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
  expressions: Expressions
  /** Whether the configuration lets a rule approve. */
  mayApprove: boolean
}

export interface RuleEvent {
  /** `pull_request.opened` and its like. */
  name: string
  /** What is known of it; `files` is left out where they are not known. */
  context: Context
}

export interface Withheld {
  step: RuleStep
  reason: string
}

/** What came of a rule that is about the event: it holds, it does not, or it could not be told. */
export interface RuleOutcome {
  name: string
  holds: boolean
  error: string | null
  steps: RuleStep[]
  withheld: Withheld[]
  trace: TraceStep[]
}

/** In the order of the rules; one that holds and says `skip` is the last. */
export function matchedRules(set: RuleSet, event: RuleEvent): RuleOutcome[] {
  const outcomes: RuleOutcome[] = []
  for (const [name, rule] of Object.entries(set.rules)) {
    if (!isAbout(rule, event.name)) continue
    const outcome = outcomeOf(set, event, { name, rule })
    outcomes.push(outcome)
    if (outcome.holds && skips(outcome)) break
  }
  return outcomes
}

/** Whether nothing else is to be done about the event. */
export function skips({ steps }: RuleOutcome): boolean {
  return steps.some(({ action }) => action === 'skip')
}

function isAbout({ on }: CustomRuleConfig, event: string): boolean {
  return on === undefined ? USUAL.has(event) : on.includes(event)
}

interface Named {
  name: string
  rule: CustomRuleConfig
}

function outcomeOf(set: RuleSet, { context }: RuleEvent, { name, rule }: Named): RuleOutcome {
  const tried = tryRule(rule.if, context, set.expressions)
  const holds = tried.error === null && isTrue(tried.result)
  const withheld = holds ? rule.run.flatMap((step) => reasonsAgainst(step, set, context)) : []
  const steps = holds ? rule.run.filter((step) => !withheld.some((one) => one.step === step)) : []
  return { name, holds, error: tried.error, steps, withheld, trace: tried.trace }
}

function tryRule(text: string, context: Context, expressions: Expressions) {
  try {
    return { ...evaluateRule(text, context, expressions), error: null }
  } catch (error) {
    if (!(error instanceof RuleError)) throw error
    const nothing: { result: Json; trace: TraceStep[] } = { result: null, trace: [] }
    return { ...nothing, error: error.message }
  }
}

/** An approval is given only where it was allowed, and where all that changes is known. */
function reasonsAgainst(step: RuleStep, { mayApprove }: RuleSet, { files }: Context): Withheld[] {
  if (step.action !== 'approve') return []
  if (!mayApprove) return [{ step, reason: 'settings.allow_auto_approve is off' }]
  const isKnown = Array.isArray(files) && files.length > 0
  return isKnown ? [] : [{ step, reason: 'the changed files are not known' }]
}
