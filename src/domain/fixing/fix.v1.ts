// Decides whether and how to fix an issue: guards first, then the analysis and the patch of the model.
import type { Json, JsonObject } from '#schemas/common.js'
import type { FixError } from '#schemas/fixing/enums.js'
import { COMPLEXITIES, type Complexity } from '#schemas/model/answers.js'
import { decide, type GuardChain } from '../decisions/chain.js'
import { firstStop } from '../decisions/guard.js'
import { isSureEnough, riskLevel } from '../decisions/levels.js'
import type { Evaluator } from '../decisions/versions.js'
import { isObject, isTrue, numberOrZero, textsAt, valueAt } from '../json/path.js'
import { createPathBlocker } from '../text/path-blocker.js'
import {
  checkRequirement,
  FIX_PRECONDITIONS,
  FIX_SHARED_GUARDS,
  type FixGuard,
  type FixPlan,
  type FixStop,
  type FixVerdict,
  fixSetting,
  ISSUE_PRECONDITIONS,
  withinSetting
} from './guards.js'
import { fixConfidence } from './risk.js'

/** Why the model may not change a file that it named. */
const UNLISTED: ReadonlyMap<Json | undefined, { error: FixError; says: string }> = new Map([
  ['not_there', { error: 'not_fixable', says: 'is not there' }],
  ['blocked', { error: 'blocked_path', says: 'is blocked by the configuration' }],
  ['too_large', { error: 'not_fixable', says: 'is too large' }],
  ['kept_back', { error: 'not_fixable', says: 'is of a kind that is kept from fixes' }]
] as const)

const isFixable: FixGuard = (inputs) => {
  const files = numberOrZero(inputs, 'analysis', 'files')
  const isMeant = isTrue(inputs, 'analysis', 'is_fixable')
  const unlisted = valueAt(inputs, 'analysis', 'unlisted')
  const [first] = isMeant && Array.isArray(unlisted) ? unlisted : []
  const why = UNLISTED.get(valueAt(first, 'why'))
  return checkRequirement({
    check: 'fixable',
    holds: isMeant && files > 0,
    detail: `${files} files`,
    error: why?.error ?? 'not_fixable',
    reason: why
      ? `${valueAt(first, 'path')} would have to change, and ${why.says}.`
      : 'No small change of files that are there answers the issue.'
  })
}

function complexityIn(inputs: JsonObject): Complexity {
  const complexity = valueAt(inputs, 'analysis', 'complexity')
  return COMPLEXITIES.find((known) => known === complexity) ?? 'complex'
}

const isSimpleEnough: FixGuard = (inputs) =>
  checkRequirement({
    check: `complexity(${complexityIn(inputs)})`,
    holds: complexityIn(inputs) !== 'complex',
    error: 'too_complex',
    reason: 'The change is too complex to be made without people.'
  })

const confidenceSuffices: FixGuard = (inputs, config) => {
  const confidence = fixConfidence(complexityIn(inputs))
  const threshold = String(fixSetting(config, 'min_confidence_to_submit') ?? 'high')
  return checkRequirement({
    check: `confidence(${confidence}) >= threshold(${threshold})`,
    holds: isSureEnough(confidence, threshold),
    error: 'low_confidence',
    reason: `The confidence is ${confidence}, and ${threshold} is asked for.`
  })
}

const ANALYSIS_GUARDS: readonly FixGuard[] = [isFixable, isSimpleEnough, confidenceSuffices]

const hasPatch: FixGuard = (inputs) =>
  checkRequirement({
    check: 'patch',
    holds: textsAt(inputs, 'patch', 'paths').length > 0 || textsAt(inputs, 'patch', 'faults').length > 0,
    error: 'no_patch',
    reason: 'The model found no change that answers the issue.',
    decision: 'error',
    next: 'failed'
  })

const isOffered: FixGuard = (inputs) => {
  const offered = new Set(textsAt(inputs, 'patch', 'offered'))
  const strange = textsAt(inputs, 'patch', 'paths').filter((path) => !offered.has(path))
  return checkRequirement({
    check: 'offered_files',
    holds: strange.length === 0,
    error: 'not_offered',
    reason: `${strange[0]} was not among the files that may be changed.`
  })
}

const isNotBlocked: FixGuard = (inputs, config) => {
  const isBlocked = createPathBlocker(textsAt(fixSetting(config), 'blocked_paths'))
  const blocked = textsAt(inputs, 'patch', 'paths').find(isBlocked)
  return checkRequirement({
    check: 'blocked_paths',
    holds: blocked === undefined,
    error: 'blocked_path',
    reason: `${blocked} is blocked by the configuration.`
  })
}

const isSane: FixGuard = (inputs) => {
  const [fault] = textsAt(inputs, 'patch', 'faults')
  return checkRequirement({
    check: 'patch_sanity',
    holds: fault === undefined,
    error: 'bad_patch',
    reason: fault ?? '',
    decision: 'error',
    next: 'failed'
  })
}

const filesAreFew: FixGuard = (inputs, config) =>
  checkRequirement({
    check: 'max_file_changes',
    ...withinSetting(config, 'max_file_changes', textsAt(inputs, 'patch', 'paths').length),
    error: 'too_many_files',
    reason: 'The change touches more files than it may.'
  })

const linesAreFew: FixGuard = (inputs, config) =>
  checkRequirement({
    check: 'max_line_changes',
    ...withinSetting(config, 'max_line_changes', numberOrZero(inputs, 'patch', 'lines')),
    error: 'too_many_lines',
    reason: 'The change touches more lines than it may.'
  })

const riskIsBearable: FixGuard = (inputs) => {
  const risk = numberOrZero(inputs, 'patch', 'risk')
  return checkRequirement({
    check: `risk_score(${risk})`,
    holds: riskLevel(risk) !== 'high',
    error: 'high_risk',
    reason: `The risk of ${risk} is too high.`
  })
}

const guardPasses: FixGuard = (inputs) => {
  const [finding] = textsAt(inputs, 'patch', 'findings')
  return checkRequirement({
    check: 'patch_guard',
    holds: finding === undefined,
    error: 'guarded',
    reason: finding ?? ''
  })
}

const PATCH_GUARDS: readonly FixGuard[] = [
  hasPatch,
  isOffered,
  isNotBlocked,
  isSane,
  filesAreFew,
  linesAreFew,
  riskIsBearable,
  guardPasses
]

const continueWith = (next: FixPlan['next'], reason: string): FixStop => ({
  decision: 'acted',
  reason,
  plan: { next, error: null }
})

/** Each stage checks all guards again, because the issue may have changed in the meantime. */
const FIX_CHAIN: GuardChain<FixPlan> = {
  shared: FIX_SHARED_GUARDS,
  ...FIX_PRECONDITIONS,
  stages: [
    {
      isKnown: (inputs) => isObject(inputs['analysis']),
      findOut: continueWith('analyze', 'No guard stands in its way.'),
      guards: ANALYSIS_GUARDS
    },
    {
      isKnown: (inputs) => isObject(inputs['patch']),
      findOut: continueWith('generate', 'A small change may answer the issue.'),
      guards: PATCH_GUARDS
    }
  ],
  act: () => continueWith('submit', 'The change has passed all guards.')
}

/** Accepts any JSON; the same input always gives the same verdict. Frozen: a change of its results is a new version. */
export const decideFix = (inputs: JsonObject, config: JsonObject): FixVerdict =>
  decide(FIX_CHAIN, inputs, config)

/** Checked again before the change is proposed, because the issue may have changed. */
export function findIssueObjection(inputs: JsonObject, config: JsonObject): FixStop | undefined {
  return firstStop(ISSUE_PRECONDITIONS, { inputs, config, conditions: [] })
}

export const fixV1: Evaluator = {
  name: 'issue_fix',
  version: 1,
  evaluate(inputs, config) {
    const { plan, ...verdict } = decideFix(inputs, config)
    return { ...verdict, plan: { ...plan } }
  }
}
