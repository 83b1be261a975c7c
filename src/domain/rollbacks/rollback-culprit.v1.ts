// Decides which merge of the queue is taken back because a deployment failed: by ancestry, between the last deployment
// that passed and the first that failed. Where more than one merge is there, or none, it says so and guesses nothing.
import type { Json, JsonObject } from '#schemas/common.js'
import type { Verdict } from '#schemas/decisions/decisions.js'
import { decide, type GuardChain } from '../decisions/chain.js'
import type { Guard } from '../decisions/guard.js'
import { sharedGuards } from '../decisions/shared-guards.js'
import type { Evaluator } from '../decisions/versions.js'
import { isObject, isTrue, numberOrZero, textsAt, valueAt } from '../json/path.js'
import { requirement, timeOf } from '../maintenance/requirements.js'
import { MINUTE_MS } from '../time/durations.js'
import { isDeployment } from './deployments.js'

/** `explain`: nothing can be named, and people are told. */
type RollbackPlan = { next: 'none' | 'explain' } | { next: 'revert'; pr_number: number; merge_sha: string }
type RollbackGuard = Guard<RollbackPlan>

const settingAt = (config: JsonObject, key: string) =>
  valueAt(config, 'pillars', 'merge_queue', 'rollback', key)
const runAt = (inputs: JsonObject, key: string) => valueAt(inputs, 'run', key)

function mergesIn(inputs: JsonObject): JsonObject[] {
  const { merges } = inputs
  return Array.isArray(merges) ? merges.filter(isObject) : []
}

const suspectsIn = (inputs: JsonObject) => mergesIn(inputs).filter((merge) => isTrue(merge, 'is_between'))

const isTurnedOn: RollbackGuard = (inputs) =>
  requirement(
    'rollback_enabled',
    isTrue(inputs, 'rollback_enabled'),
    'The configuration of the queue does not turn rollbacks on.'
  )

const hasFailed: RollbackGuard = (inputs) =>
  requirement('run_failed', runAt(inputs, 'conclusion') === 'failure', 'The run has not failed.')

const isOnDefaultBranch: RollbackGuard = (inputs) =>
  requirement(
    'default_branch',
    typeof inputs['default_branch'] === 'string' && inputs['default_branch'] === runAt(inputs, 'branch'),
    'The run is not of the default branch.'
  )

const isOfDeployment: RollbackGuard = (inputs, config) => {
  const texts = [runAt(inputs, 'workflow'), runAt(inputs, 'path')].filter((text) => typeof text === 'string')
  const holds = isDeployment(texts, textsAt(settingAt(config, 'keywords')))
  return requirement('deployment', holds, 'Neither name nor path of the workflow contains a keyword.')
}

const followsMerge: RollbackGuard = (inputs, config) => {
  const minutes = numberOrZero(settingAt(config, 'window_minutes'))
  const end = timeOf(runAt(inputs, 'completed_at'))
  const isWithin = (merge: JsonObject) => {
    const at = timeOf(merge['merged_at'])
    return at !== undefined && end !== undefined && at >= end - minutes * MINUTE_MS
  }
  const holds = mergesIn(inputs).some(isWithin)
  return requirement('recent_merge', holds, `The queue merged nothing in the ${minutes} minutes before.`)
}

const isFirst: RollbackGuard = (inputs) => {
  const id = inputs['earlier_rollback']
  const holds = id === null || id === undefined
  return requirement('not_rolled_back', holds, `Rollback ${id} is about the same failure or the same merge.`)
}

/** Said, and not guessed. */
function explain(check: string, holds: boolean, reason: string): ReturnType<RollbackGuard> {
  const condition = { check, result: holds }
  return holds
    ? { condition }
    : { condition, stop: { decision: 'blocked', reason, plan: { next: 'explain' } } }
}

const isComparable: RollbackGuard = (inputs) =>
  explain(
    'comparable',
    isTrue(inputs, 'is_comparable'),
    'The commits of the deployments cannot be compared, so that no merge can be named.'
  )

const isUnambiguous: RollbackGuard = (inputs) => {
  const suspects = suspectsIn(inputs)
  const names = suspects.map((merge) => `#${merge['pr_number']}`).join(', ')
  const reason =
    suspects.length === 0
      ? 'No merge of the queue lies between the last deployment that passed and this one.'
      : `Each of these merges may have broken it: ${names}.`
  return explain('only_culprit', suspects.length === 1, reason)
}

const ROLLBACK_CHAIN: GuardChain<RollbackPlan> = {
  shared: sharedGuards<RollbackPlan>({
    pillar: () => 'merge_queue',
    event: () => undefined,
    isDryRun: () => false,
    plan: () => ({ next: 'none' })
  }),
  afterPillar: [isTurnedOn, hasFailed, isOnDefaultBranch, isOfDeployment, followsMerge, isFirst],
  afterDryRun: [isComparable, isUnambiguous],
  act(inputs) {
    const [culprit] = suspectsIn(inputs)
    const number = numberOrZero(culprit, 'pr_number')
    const merge_sha = String(culprit?.['merge_sha'] ?? '')
    const reason = isObject(inputs['last_green'])
      ? `#${number} is the only merge since the last deployment that passed.`
      : `#${number} is the only merge before it in this time; no deployment that passed is known.`
    return { decision: 'acted', reason, plan: { next: 'revert', pr_number: number, merge_sha } }
  }
}

/** Accepts any JSON; the same input always gives the same verdict. Frozen: a change of its results is a new version. */
export const rollbackCulpritV1: Evaluator = {
  name: 'rollback_culprit',
  version: 1,
  evaluate(inputs, config): Verdict {
    const { plan, ...verdict } = decide(ROLLBACK_CHAIN, inputs, config)
    return { ...verdict, plan: { ...plan } }
  }
}

/** What a verdict plans: a merge to take back, or an explanation of why none can be named. */
export function rollbackPlanIn(plan: Json | undefined): RollbackPlan {
  const next = valueAt(plan, 'next')
  if (next === 'explain') return { next }
  const [number, merge] = [valueAt(plan, 'pr_number'), valueAt(plan, 'merge_sha')]
  return next === 'revert' && typeof number === 'number' && typeof merge === 'string'
    ? { next, pr_number: number, merge_sha: merge }
    : { next: 'none' }
}
