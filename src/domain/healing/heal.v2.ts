// Decides whether and how to heal a failed run: guards first, then the diagnosis and the repair.
import type { JsonObject } from '#schemas/common.js'
import { decide, type GuardChain } from '../decisions/chain.js'
import { isSureEnough, riskLevel } from '../decisions/levels.js'
import type { Evaluator } from '../decisions/versions.js'
import { isTrue, textsAt, valueAt } from '../json/path.js'
import { needsPeople } from './assessment.js'
import {
  COMMENT_ONLY,
  diagnosisStages,
  failureTypeIsKnown,
  HEAL_PRECONDITIONS,
  type HealGuard,
  type HealPlan,
  type HealStop,
  type HealVerdict,
  hasNotFailedBefore,
  healSetting,
  healSharedGuards,
  isHealRequested,
  isNoIncident,
  logsAreAvailable,
  RERUN,
  silenceDryRun,
  skipHeal,
  toRecordedVerdict
} from './guards.js'

/** A repair merged by the service is not repaired again. */
const isNotOwnCommit: HealGuard = (inputs) => {
  if (!isTrue(inputs, 'is_own_commit')) return {}
  const condition = { check: 'self_activity', result: true }
  return { condition, stop: skipHeal('self_activity', 'The commit says that it is a repair of the service.') }
}

const isRerun = (inputs: JsonObject): boolean =>
  inputs['wish'] === 'rerun' || (inputs['wish'] !== 'patch' && isTrue(inputs, 'diagnosis', 'transient'))

const onlyForRerun =
  (guard: HealGuard): HealGuard =>
  (inputs, config) =>
    isRerun(inputs) ? guard(inputs, config) : {}

const onlyForRepair =
  (guard: HealGuard): HealGuard =>
  (inputs, config) =>
    isRerun(inputs) ? {} : guard(inputs, config)

const wasNotRunAgain: HealGuard = (inputs) => {
  const result = isTrue(inputs, 'run', 'was_run_again')
  const condition = { check: 'already_rerun', result }
  if (!result) return { condition }
  return { condition, stop: skipHeal('already_rerun', 'It has been run again once already.', COMMENT_ONLY) }
}

function isAtLeast(inputs: JsonObject, threshold: string) {
  const confidence = String(valueAt(inputs, 'diagnosis', 'confidence') ?? 'low')
  const result = isSureEnough(confidence, threshold)
  return { check: `confidence(${confidence}) >= threshold(${threshold})`, result }
}

const isSureEnoughToRerun: HealGuard = (inputs) => {
  const condition = isAtLeast(inputs, 'medium')
  if (condition.result) return { condition }
  const reason = 'The diagnosis is not sure enough to run it again.'
  return { condition, stop: skipHeal('low_confidence', reason, { decision: 'blocked', ...COMMENT_ONLY }) }
}

const hasRepair: HealGuard = (inputs) => {
  const type = String(valueAt(inputs, 'diagnosis', 'type'))
  const [name, refused] = [valueAt(inputs, 'repair', 'name'), valueAt(inputs, 'repair', 'refused')]
  const hasRemedy = typeof name === 'string'
  const condition = { check: `repair(${hasRemedy ? name : type})`, result: hasRemedy && refused === null }
  if (condition.result) return { condition }
  if (hasRemedy) return { condition, stop: skipHeal('not_auto_fixable', String(refused), COMMENT_ONLY) }
  if (needsPeople(type))
    return {
      condition,
      stop: skipHeal('not_healable', `${type} is nothing that a change of files mends.`, COMMENT_ONLY)
    }
  if (isTrue(inputs, 'is_model_configured'))
    return { condition, stop: skipHeal('not_auto_fixable', 'No repair of this is known.', COMMENT_ONLY) }
  const reason = 'A repair of this needs a language model, and none is configured (MODEL_PROVIDER).'
  return { condition, stop: skipHeal('no_model', reason, COMMENT_ONLY) }
}

const isPatchingOn: HealGuard = (_, config) => {
  const result = healSetting(config, 'auto_patch') === true
  const condition = { check: 'auto_patch', result }
  if (result) return { condition }
  return { condition, stop: skipHeal('auto_patch_off', 'The setting auto_patch is off.', COMMENT_ONLY) }
}

/** The branch of a fork is not in the repository. */
const isAtHead: HealGuard = (inputs) => {
  const result = isTrue(inputs, 'repair', 'is_at_head')
  const condition = { check: 'branch_head', result }
  if (result) return { condition }
  const reason = 'The branch has moved on since, or is not in this repository.'
  return { condition, stop: skipHeal('superseded', reason, COMMENT_ONLY) }
}

const isSureEnoughToPatch: HealGuard = (inputs, config) => {
  const condition = isAtLeast(inputs, String(healSetting(config, 'min_confidence_to_patch')))
  if (condition.result) return { condition }
  const reason = 'The diagnosis is not sure enough to propose a repair.'
  return { condition, stop: skipHeal('low_confidence', reason, { decision: 'blocked', ...COMMENT_ONLY }) }
}

const riskIsAcceptable: HealGuard = (inputs) => {
  const risk = valueAt(inputs, 'diagnosis', 'risk')
  const result = typeof risk === 'number' && riskLevel(risk) !== 'high'
  const condition = { check: 'risk_level', result, detail: String(risk) }
  if (result) return { condition }
  const reason = `A repair of this risks too much (${risk} of 100).`
  return { condition, stop: skipHeal('high_risk', reason, { decision: 'blocked', ...COMMENT_ONLY }) }
}

const wasNotProposed: HealGuard = (inputs) => {
  const result = isTrue(inputs, 'signature', 'was_proposed')
  const condition = { check: 'duplicate_patch', result }
  if (!result) return { condition }
  const reason = 'A repair of the same failure on this branch was proposed within the last 7 days.'
  return { condition, stop: skipHeal('duplicate_patch', reason, { decision: 'blocked', ...COMMENT_ONLY }) }
}

/** Asks the language model only if no other guard would stop the patch. */
const modelPatchIsWritten: HealGuard = (inputs, config) => {
  if (valueAt(inputs, 'repair', 'name') !== 'model') return {}
  const fault = valueAt(inputs, 'repair', 'fault')
  const offered = valueAt(inputs, 'repair', 'offered')
  const condition = { check: 'model_patch', result: offered === undefined && fault === undefined }
  if (condition.result) return { condition }
  if (typeof fault === 'string') return { condition, stop: failedPatch(fault) }
  const proposed = wasNotProposed(inputs, config)
  if (proposed.stop) return proposed
  if (textsAt(inputs['repair'], 'offered').length > 0) return { stop: GENERATE }
  const reason = 'The log names no file that a language model may be shown.'
  return { condition, stop: skipHeal('no_file', reason, COMMENT_ONLY) }
}

const failedPatch = (reason: string): HealStop => ({
  decision: 'error',
  reason,
  plan: { next: 'failed', skipReason: null, strategy: 'patch_pr', isDiagnosisPosted: true }
})

const GENERATE: HealStop = {
  decision: 'acted',
  reason: 'No guard stands in the way of a language model.',
  plan: { next: 'generate', skipReason: null, strategy: 'patch_pr', isDiagnosisPosted: false }
}

const passesTheGuard: HealGuard = (inputs) => {
  const objection = valueAt(inputs, 'repair', 'objection')
  const result = objection === null && textsAt(inputs['repair'], 'files').length > 0
  const condition = { check: 'patch_guard', result }
  if (result) return { condition }
  const reason = typeof objection === 'string' ? objection : 'It changes no file.'
  return { condition, stop: skipHeal('file_blocked', reason, { decision: 'blocked', ...COMMENT_ONLY }) }
}

const shared = healSharedGuards((inputs) => (isRerun(inputs) ? 'rerun' : 'patch_pr'))

const chainOf = (guards: readonly HealGuard[]): GuardChain<HealPlan> => ({
  shared,
  ...HEAL_PRECONDITIONS,
  stages: diagnosisStages(guards),
  act
})

const BY_DIAGNOSIS = chainOf([
  isNotOwnCommit,
  logsAreAvailable,
  failureTypeIsKnown,
  isNoIncident,
  hasNotFailedBefore,
  isHealRequested,
  onlyForRerun(wasNotRunAgain),
  onlyForRerun(isSureEnoughToRerun),
  onlyForRepair(hasRepair),
  onlyForRepair(isPatchingOn),
  onlyForRepair(isAtHead),
  onlyForRepair(isSureEnoughToPatch),
  onlyForRepair(riskIsAcceptable),
  onlyForRepair(modelPatchIsWritten),
  onlyForRepair(passesTheGuard),
  onlyForRepair(wasNotProposed)
])

/** An explicit request for a re-run does not depend on the diagnosis. */
const BY_NAME = chainOf([wasNotRunAgain])

function act(inputs: JsonObject): HealStop {
  if (!isRerun(inputs)) return { ...PATCH, reason: patchReason(String(valueAt(inputs, 'repair', 'name'))) }
  if (inputs['wish'] !== 'rerun') return RERUN
  return { ...RERUN, reason: 'Somebody asked for the failed jobs to be run again.' }
}

const patchReason = (name: string) =>
  name === 'model'
    ? 'A language model has written a change that no guard objects to.'
    : `The repair ${name} mends it.`

/** The diagnosis is posted later, in the pull request. */
const PATCH: HealStop = {
  decision: 'acted',
  reason: '',
  plan: { next: 'attempted', skipReason: null, strategy: 'patch_pr', isDiagnosisPosted: false }
}

/** Accepts any JSON; the same input always gives the same verdict. Frozen: a change of its results is a new version. */
export function decideHeal(inputs: JsonObject, config: JsonObject): HealVerdict {
  const verdict = decide(inputs['wish'] === 'rerun' ? BY_NAME : BY_DIAGNOSIS, inputs, config)
  return silenceDryRun(verdict, shared, [inputs, config])
}

export const healV2: Evaluator = {
  name: 'ci_heal',
  version: 2,
  evaluate: (inputs, config) => toRecordedVerdict(decideHeal(inputs, config))
}
