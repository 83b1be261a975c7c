// CI healing, version 1, which can only re-run jobs. Kept for the replay of recorded decisions.
import type { JsonObject } from '#schemas/common.js'
import { decide, type GuardChain } from '../decisions/chain.js'
import type { Evaluator } from '../decisions/versions.js'
import { isTrue, valueAt } from '../json/path.js'
import { needsPeople } from './assessment.js'
import {
  COMMENT_ONLY,
  diagnosisStages,
  failureTypeIsKnown,
  HEAL_PRECONDITIONS,
  type HealGuard,
  type HealPlan,
  hasNotFailedBefore,
  healSharedGuards,
  isHealRequested,
  isNoIncident,
  logsAreAvailable,
  RERUN,
  silenceDryRun,
  skipHeal,
  toRecordedVerdict
} from './guards.js'

const isRerun = (inputs: JsonObject): boolean =>
  inputs['wish'] === 'rerun' || (inputs['wish'] !== 'patch' && isTrue(inputs, 'diagnosis', 'transient'))

const wasNotRunAgain: HealGuard = (inputs) => {
  if (!isRerun(inputs)) return {}
  const result = isTrue(inputs, 'run', 'was_run_again')
  const condition = { check: 'already_rerun', result }
  if (!result) return { condition }
  return { condition, stop: skipHeal('already_rerun', 'It has been run again once already.', COMMENT_ONLY) }
}

const isSureEnough: HealGuard = (inputs) => {
  if (!isRerun(inputs)) return {}
  const confidence = String(valueAt(inputs, 'diagnosis', 'confidence') ?? 'low')
  const result = confidence === 'medium' || confidence === 'high'
  const condition = { check: `confidence(${confidence}) >= threshold(medium)`, result }
  if (result) return { condition }
  const reason = 'The diagnosis is not sure enough to run it again.'
  return { condition, stop: skipHeal('low_confidence', reason, { decision: 'blocked', ...COMMENT_ONLY }) }
}

const hasRepair: HealGuard = (inputs) => {
  if (isRerun(inputs)) return {}
  const type = String(valueAt(inputs, 'diagnosis', 'type'))
  const condition = { check: `repair(${type})`, result: false }
  if (needsPeople(type))
    return {
      condition,
      stop: skipHeal('not_healable', `${type} is nothing that a change of files mends.`, COMMENT_ONLY)
    }
  const reason = 'A repair of this needs a language model, and none is configured (MODEL_PROVIDER).'
  return { condition, stop: skipHeal('no_model', reason, COMMENT_ONLY) }
}

const shared = healSharedGuards(() => 'rerun')

const chainOf = (guards: readonly HealGuard[]): GuardChain<HealPlan> => ({
  shared,
  ...HEAL_PRECONDITIONS,
  stages: diagnosisStages(guards),
  act: () => RERUN
})

const BY_DIAGNOSIS = chainOf([
  logsAreAvailable,
  failureTypeIsKnown,
  isNoIncident,
  hasNotFailedBefore,
  isHealRequested,
  wasNotRunAgain,
  isSureEnough,
  hasRepair
])

/** An explicit request for a re-run does not depend on the diagnosis. */
const BY_NAME = chainOf([wasNotRunAgain])

export const healV1: Evaluator = {
  name: 'ci_heal',
  version: 1,
  evaluate(inputs, config) {
    const verdict = decide(inputs['wish'] === 'rerun' ? BY_NAME : BY_DIAGNOSIS, inputs, config)
    return toRecordedVerdict(silenceDryRun(verdict, shared, [inputs, config]))
  }
}
