// Healing before there were repairs. Kept for ever: stored decisions rest on it.
import type { JsonObject } from '#schemas/common.js'
import { type Chain, decide } from '../decisions/chain.js'
import type { Evaluator } from '../decisions/versions.js'
import { isTrue, valueAt } from '../json/path.js'
import { isForPeople } from './assessment.js'
import {
  afterReading,
  HEAL_PRECONDITIONS,
  type HealGuard,
  type HealPlan,
  healShared,
  isKnown,
  isNoIncident,
  isToBeHealed,
  logsAreThere,
  quietIfDry,
  RERUN,
  recordedVerdict,
  skip,
  told,
  wasNotTriedInVain
} from './guards.js'

const isRerun = (inputs: JsonObject): boolean =>
  inputs['wish'] === 'rerun' || (inputs['wish'] !== 'patch' && isTrue(inputs, 'diagnosis', 'transient'))

const wasNotRunAgain: HealGuard = (inputs) => {
  if (!isRerun(inputs)) return {}
  const result = isTrue(inputs, 'run', 'was_run_again')
  const condition = { check: 'already_rerun', result }
  if (!result) return { condition }
  return { condition, stop: skip('already_rerun', 'It has been run again once already.', told) }
}

const isSureEnough: HealGuard = (inputs) => {
  if (!isRerun(inputs)) return {}
  const confidence = String(valueAt(inputs, 'diagnosis', 'confidence') ?? 'low')
  const result = confidence === 'medium' || confidence === 'high'
  const condition = { check: `confidence(${confidence}) >= threshold(medium)`, result }
  if (result) return { condition }
  const reason = 'The diagnosis is not sure enough to run it again.'
  return { condition, stop: skip('low_confidence', reason, { decision: 'blocked', ...told }) }
}

const hasRepair: HealGuard = (inputs) => {
  if (isRerun(inputs)) return {}
  const type = String(valueAt(inputs, 'diagnosis', 'type'))
  const condition = { check: `repair(${type})`, result: false }
  if (isForPeople(type))
    return { condition, stop: skip('not_healable', `${type} is nothing that a change of files mends.`, told) }
  const reason = 'A repair of this needs a language model, and none is configured (MODEL_PROVIDER).'
  return { condition, stop: skip('no_model', reason, told) }
}

const shared = healShared(() => 'rerun')

const chainOf = (guards: readonly HealGuard[]): Chain<HealPlan> => ({
  shared,
  ...HEAL_PRECONDITIONS,
  stages: afterReading(guards),
  act: () => RERUN
})

const BY_DIAGNOSIS = chainOf([
  logsAreThere,
  isKnown,
  isNoIncident,
  wasNotTriedInVain,
  isToBeHealed,
  wasNotRunAgain,
  isSureEnough,
  hasRepair
])

/** Somebody who asks for a re-run by name need not wait for the diagnosis to agree. */
const BY_NAME = chainOf([wasNotRunAgain])

export const healV1: Evaluator = {
  name: 'ci_heal',
  version: 1,
  evaluate(inputs, config) {
    const verdict = decide(inputs['wish'] === 'rerun' ? BY_NAME : BY_DIAGNOSIS, inputs, config)
    return recordedVerdict(quietIfDry(verdict, shared, [inputs, config]))
  }
}
