// The guards of the issue fix pillar, in addition to the shared ones.
import type { JsonObject } from '#schemas/common.js'
import type { DecisionWord } from '#schemas/decisions/decisions.js'
import type { FixError } from '#schemas/fixing/enums.js'
import type { GuardChain } from '../decisions/chain.js'
import type { Guard, GuardResult, GuardStop, PlannedVerdict } from '../decisions/guard.js'
import { sharedGuards } from '../decisions/shared-guards.js'
import { isTrue, numberOrZero, textsAt, valueAt } from '../json/path.js'

/** What the service does next; `analyze` and `generate` mean that no guard has stopped the fix so far. */
export interface FixPlan {
  next: 'analyze' | 'generate' | 'submit' | 'rejected' | 'failed'
  error: FixError | null
}

export type FixGuard = Guard<FixPlan>
export type FixStop = GuardStop<FixPlan>
export type FixVerdict = PlannedVerdict<FixPlan>

export const fixSetting = (config: JsonObject, ...path: string[]) =>
  valueAt(config, 'pillars', 'issue_fix', ...path)

/** A condition, and the result of the attempt if it does not hold. */
interface Requirement {
  check: string
  holds: boolean
  detail?: string
  error: FixError
  reason: string
  decision?: DecisionWord
  next?: 'rejected' | 'failed'
}

export function checkRequirement({
  check,
  holds,
  detail,
  error,
  reason,
  decision = 'blocked',
  next = 'rejected'
}: Requirement): GuardResult<FixPlan> {
  const condition = { check, result: holds, ...(detail === undefined ? {} : { detail }) }
  return holds ? { condition } : { condition, stop: { decision, reason, plan: { next, error } } }
}

/** Compares a number with the limit in a setting; a missing setting allows nothing. */
export function withinSetting(
  config: JsonObject,
  key: string,
  actual: number
): { holds: boolean; detail: string } {
  const most = fixSetting(config, key)
  return { holds: typeof most === 'number' && actual <= most, detail: `${actual} of ${most ?? 0}` }
}

export const FIX_SHARED_GUARDS = sharedGuards<FixPlan>({
  pillar: () => 'issue_fix',
  event(inputs) {
    const author = valueAt(inputs, 'issue', 'author')
    const branch = valueAt(inputs, 'issue', 'base_branch')
    return {
      branch: typeof branch === 'string' ? branch : undefined,
      author: typeof author === 'string' || author === null ? author : undefined,
      files: null
    }
  },
  isDryRun: (inputs) => isTrue(inputs, 'dry_run'),
  plan: (error) => ({ next: 'rejected', error })
})

const issueIsOpen: FixGuard = (inputs) =>
  checkRequirement({
    check: 'issue_open',
    holds: isTrue(inputs, 'issue', 'is_open'),
    error: 'issue_closed',
    reason: 'The issue is not open.',
    decision: 'skipped'
  })

const authorIsNoBot: FixGuard = (inputs) =>
  checkRequirement({
    check: 'author_is_person',
    holds: !isTrue(inputs, 'issue', 'is_bot'),
    error: 'author_is_bot',
    reason: 'A bot wrote the issue.',
    decision: 'skipped'
  })

const labelAllows: FixGuard = (inputs, config) => {
  const allowed = new Set(textsAt(fixSetting(config), 'allowed_labels').map((name) => name.toLowerCase()))
  const label = textsAt(inputs, 'issue', 'labels').find((name) => allowed.has(name.toLowerCase()))
  return checkRequirement({
    check: 'allowed_labels',
    holds: label !== undefined,
    detail: label ?? 'none of them',
    error: 'label_missing',
    reason: `The issue has none of the labels that allow it: ${[...allowed].join(', ') || 'there is none'}.`
  })
}

const attemptsOfIssue: FixGuard = (inputs, config) =>
  checkRequirement({
    check: 'per_issue_limit',
    ...withinSetting(config, 'per_issue_limit', numberOrZero(inputs, 'attempts', 'of_issue') + 1),
    error: 'issue_limit',
    reason: 'The issue has had as many changes proposed as it may have.'
  })

const attemptsOfRepository: FixGuard = (inputs, config) =>
  checkRequirement({
    check: 'daily_limit',
    ...withinSetting(config, 'daily_limit', numberOrZero(inputs, 'attempts', 'of_repository') + 1),
    error: 'daily_limit',
    reason: 'The repository has had as many attempts in 24 hours as it may have.'
  })

const hasModel: FixGuard = (inputs) =>
  checkRequirement({
    check: 'model_configured',
    holds: isTrue(inputs, 'has_model'),
    error: 'no_model',
    reason: 'A fix needs a language model, and none is configured (MODEL_PROVIDER).',
    decision: 'skipped'
  })

/** Checked before anything is read from the repository. */
export const FIX_PRECONDITIONS: Pick<GuardChain<FixPlan>, 'afterPillar' | 'afterWaiver'> = {
  afterPillar: [issueIsOpen, authorIsNoBot, labelAllows, attemptsOfIssue, attemptsOfRepository],
  afterWaiver: [hasModel]
}

/** Conditions on the issue that people can still change during an attempt. */
export const ISSUE_PRECONDITIONS: readonly FixGuard[] = [
  issueIsOpen,
  authorIsNoBot,
  labelAllows,
  FIX_SHARED_GUARDS.triggersPass
]
