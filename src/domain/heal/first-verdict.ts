// What healing said when it was first asked, before there were repairs: kept for ever, as stored decisions rest on it.
import type { JsonObject } from '../../../schemas/common.js'
import type { Condition, Verdict } from '../../../schemas/decisions.js'
import { valueAt } from '../json-path.js'
import {
  type Asked,
  BEFORE,
  DIAGNOSE,
  firstStop,
  type Guard,
  type HealJudgement,
  isKnown,
  isNoIncident,
  isToBeHealed,
  isTrue,
  logsAreThere,
  nothing,
  type Stop,
  skip,
  told,
  verdictOf,
  wasNotTriedInVain
} from './guards.js'
import { isForPeople } from './prospects.js'

const isRerun = (inputs: JsonObject): boolean =>
  inputs['wish'] === 'rerun' || (inputs['wish'] !== 'patch' && isTrue(inputs, 'diagnosis', 'transient'))

const wasNotRunAgain: Guard = (inputs) => {
  if (!isRerun(inputs)) return nothing
  const result = isTrue(inputs, 'run', 'was_run_again')
  const condition = { check: 'already_rerun', result }
  if (!result) return { condition }
  return { condition, stop: skip('already_rerun', 'It has been run again once already.', told) }
}

const isSureEnough: Guard = (inputs) => {
  if (!isRerun(inputs)) return nothing
  const confidence = String(valueAt(inputs, 'diagnosis', 'confidence') ?? 'low')
  const result = confidence === 'medium' || confidence === 'high'
  const condition = { check: `confidence(${confidence}) >= threshold(medium)`, result }
  if (result) return { condition }
  const reason = 'The diagnosis is not sure enough to run it again.'
  return { condition, stop: skip('low_confidence', reason, { decision: 'blocked', ...told }) }
}

const hasRepair: Guard = (inputs) => {
  if (isRerun(inputs)) return nothing
  const type = String(valueAt(inputs, 'diagnosis', 'type'))
  const condition = { check: `repair(${type})`, result: false }
  if (isForPeople(type))
    return { condition, stop: skip('not_healable', `${type} is nothing that a change of files mends.`, told) }
  const reason = 'A repair of this needs a language model, and none is configured (MODEL_PROVIDER).'
  return { condition, stop: skip('no_model', reason, told) }
}

const noDryRun: Guard = (inputs, config) => {
  const result = valueAt(config, 'settings', 'dry_run') !== false || isTrue(inputs, 'dry_run')
  const condition = { check: 'is_dry_run()', result }
  if (!result) return { condition }
  return { condition, stop: skip('dry_run', 'Dry-run mode', { decision: 'dry_run', strategy: 'rerun' }) }
}

const AFTER: readonly Guard[] = [
  logsAreThere,
  isKnown,
  isNoIncident,
  wasNotTriedInVain,
  isToBeHealed,
  wasNotRunAgain,
  isSureEnough,
  hasRepair,
  noDryRun
]

/** Somebody who asks for a re-run by name need not wait for the diagnosis to agree. */
const AFTER_WISH: readonly Guard[] = [wasNotRunAgain, noDryRun]

/** Takes any JSON and says the same of the same. Kept as it is for ever: a change of what it says is another version. */
function firstHealJudgement(inputs: JsonObject, config: JsonObject): HealJudgement {
  const conditions: Condition[] = []
  const stop = firstStop(BEFORE, { inputs, config, conditions })
  if (stop) return { ...stop, conditions }
  if (!isTrue(inputs, 'is_read')) return { ...DIAGNOSE, conditions }
  const after = inputs['wish'] === 'rerun' ? AFTER_WISH : AFTER
  const later = firstStop(after, { inputs, config, conditions })
  return { ...(later ? quietIfDry(later, { inputs, config, conditions }) : RERUN), conditions }
}

export const firstHealVerdict = (inputs: JsonObject, config: JsonObject): Verdict =>
  verdictOf(firstHealJudgement(inputs, config))

const RERUN: Stop = {
  decision: 'acted',
  reason: 'A failure of this kind mostly passes when the failed jobs are run again.',
  plan: { next: 'attempted', skipReason: null, strategy: 'rerun', isTold: true }
}

/** Nothing is told of it then. */
function quietIfDry(stop: Stop, { inputs, config, conditions }: Asked): Stop {
  const { condition, stop: dry } = noDryRun(inputs, config)
  if (!dry || !stop.plan.isTold) return stop
  if (condition) conditions.push(condition)
  return { ...stop, plan: { ...stop.plan, isTold: false } }
}
