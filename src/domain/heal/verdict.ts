// Whether a failed run is to be healed, and how: the guards in their order, then what the diagnosis allows.
import type { Json, JsonObject } from '../../../schemas/common.js'
import type { Condition, DecisionWord, Verdict } from '../../../schemas/decisions.js'
import type { HealStrategy, SkipReason } from '../../../schemas/heal-words.js'
import { isObject, textsAt, valueAt } from '../json-path.js'
import { triggerVerdict } from '../triggers.js'
import { isForPeople } from './prospects.js'

export const HEAL_EVALUATOR = { name: 'ci_heal', version: 1 } as const

/** What the service makes of a verdict. */
export interface HealPlan {
  /** `diagnose`: no guard stands in the way, and the logs have not been read yet. */
  next: 'diagnose' | 'attempted' | 'skipped' | 'failed'
  skipReason: SkipReason | null
  strategy: HealStrategy | null
  /** Whether the diagnosis is told on the commit. */
  isTold: boolean
}

interface Stop {
  decision: DecisionWord
  reason: string
  plan: HealPlan
}

interface Step {
  condition?: Condition
  stop?: Stop
}

type Guard = (inputs: JsonObject, config: JsonObject) => Step

const nothing: Step = {}

function skip(skipReason: SkipReason, reason: string, more: Partial<Stop & HealPlan> = {}): Stop {
  const { decision = 'skipped', strategy = null, isTold = false } = more
  return { decision, reason, plan: { next: 'skipped', skipReason, strategy, isTold } }
}

const told = { strategy: 'comment_only', isTold: true } as const

const numberAt = (value: Json | undefined, ...path: string[]): number => {
  const found = valueAt(value, ...path)
  return typeof found === 'number' ? found : 0
}

const isTrue = (value: Json | undefined, ...path: string[]): boolean => valueAt(value, ...path) === true

const healing = (config: JsonObject, key: string) => valueAt(config, 'pillars', 'ci_healing', key)

const configIsReadable: Guard = (inputs) => {
  const result = isTrue(inputs, 'is_readable')
  const condition = { check: 'config_readable', result }
  if (result) return { condition }
  const reason = 'The configuration cannot be read.'
  return { condition, stop: skip('config_unreadable', reason, { decision: 'blocked' }) }
}

const runHasFailed: Guard = (inputs) => {
  const result = isTrue(inputs, 'run', 'is_failed')
  const condition = { check: 'run_failed', result }
  return result ? { condition } : { condition, stop: skip('run_not_failed', 'The run has not failed.') }
}

const isTheLast: Guard = (inputs) => {
  if (!isTrue(inputs, 'run', 'is_superseded')) return nothing
  const condition = { check: 'superseded', result: true }
  return { condition, stop: skip('superseded', 'A later run has succeeded, or this one runs again.') }
}

const isNotOwn: Guard = (inputs) => {
  const result = isTrue(inputs, 'run', 'is_own')
  const condition = { check: 'self_activity', result }
  if (!result) return { condition }
  return { condition, stop: skip('self_activity', 'The run belongs to what the service itself has done.') }
}

const MOST_FAULTS = 3

const circuitIsClosed: Guard = (inputs) => {
  const faults = numberAt(inputs, 'branch', 'faults')
  const condition = { check: 'circuit_breaker', result: faults < MOST_FAULTS, detail: `${faults} in a row` }
  if (faults < MOST_FAULTS) return { condition }
  const reason = `Healing has failed ${faults} times in a row on this branch.`
  return { condition, stop: skip('circuit_open', reason, { decision: 'blocked' }) }
}

const pillarIsEnabled: Guard = (_, config) => {
  const result = healing(config, 'enabled') === true
  const condition = { check: 'pillar_enabled(ci_healing)', result }
  if (result) return { condition }
  return { condition, stop: skip('pillar_disabled', 'The pillar ci_healing is off.') }
}

/** Whoever forces it passes over what its branch has used up, and over nothing else. */
const isNotCoolingDown: Guard = (inputs) => {
  const result = isTrue(inputs, 'branch', 'is_cooling_down') && !isTrue(inputs, 'force')
  const condition = { check: 'heal_cooldown', result }
  if (!result) return { condition }
  const reason = 'The attempts of this branch were used up within the last 24 hours.'
  return { condition, stop: skip('cooldown', reason, { decision: 'blocked' }) }
}

const attemptsAreLeft: Guard = (inputs, config) => {
  const [made, most] = [numberAt(inputs, 'branch', 'attempts'), healing(config, 'max_fix_attempts')]
  const result = (typeof most === 'number' && made < most) || isTrue(inputs, 'force')
  const condition = { check: 'max_fix_attempts', result, detail: `${made} of ${most ?? 0}` }
  if (result) return { condition }
  const reason = `This branch has had ${made} of ${most ?? 0} attempts in 24 hours.`
  return { condition, stop: skip('attempt_cap', reason, { decision: 'blocked' }) }
}

const triggersPass: Guard = (inputs, config) => {
  const triggers = healing(config, 'triggers')
  const text = (key: string) => {
    const value = valueAt(inputs, 'run', key)
    return typeof value === 'string' ? value : undefined
  }
  const { passes, reason } = triggerVerdict(
    { branches: textsAt(triggers, 'branches'), ignore_authors: textsAt(triggers, 'ignore_authors') },
    { branch: text('branch'), author: text('author'), files: null }
  )
  const condition = { check: 'trigger_filter(ci_healing)', result: passes, detail: reason }
  return passes ? { condition } : { condition, stop: skip('trigger_filtered', reason) }
}

const noWaiver: Guard = (inputs) => {
  const id = valueAt(inputs, 'waiver', 'id')
  if (id === undefined) return nothing
  const condition = { check: `waiver_active(${id})`, result: true }
  return { condition, stop: skip('waived', `Waiver ${id} holds for it.`) }
}

/** What is asked before anything is read. */
const BEFORE: readonly Guard[] = [
  configIsReadable,
  runHasFailed,
  isTheLast,
  isNotOwn,
  circuitIsClosed,
  pillarIsEnabled,
  isNotCoolingDown,
  attemptsAreLeft,
  triggersPass,
  noWaiver
]

const logsAreThere: Guard = (inputs) => {
  const result = isObject(inputs['diagnosis'])
  const condition = { check: 'logs', result }
  if (result) return { condition }
  return { condition, stop: skip('logs_unavailable', 'The host shows no log of a job that failed.') }
}

const isKnown: Guard = (inputs) => {
  const type = valueAt(inputs, 'diagnosis', 'type')
  const condition = { check: 'diagnosis', result: String(type) }
  if (type !== 'unknown') return { condition }
  const plan = { next: 'failed', skipReason: null, strategy: null, isTold: false } as const
  return { condition, stop: { decision: 'error', reason: 'The log does not show why the run failed.', plan } }
}

export const INCIDENT_REPOSITORIES = 5

const isNoIncident: Guard = (inputs) => {
  const repositories = numberAt(inputs, 'signature', 'repositories')
  const result = repositories >= INCIDENT_REPOSITORIES
  const condition = { check: 'incident', result, detail: `${repositories} repositories within an hour` }
  if (!result) return { condition }
  const reason = `${repositories} repositories fail like this within an hour: the cause is none of theirs.`
  return { condition, stop: skip('incident', reason, { decision: 'blocked' }) }
}

const wasNotTriedInVain: Guard = (inputs) => {
  const result = isTrue(inputs, 'signature', 'has_failed')
  const condition = { check: 'duplicate_signature', result }
  if (!result) return { condition }
  const reason = 'The same failure on this branch was not healed within the last 24 hours.'
  return { condition, stop: skip('duplicate_signature', reason, { decision: 'blocked', ...told }) }
}

const isToBeHealed: Guard = (inputs) => {
  if (inputs['wish'] !== 'diagnose') return nothing
  const condition = { check: 'diagnosis_only', result: true }
  return { condition, stop: skip('diagnosis_only', 'Only a diagnosis was asked for.', told) }
}

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

/** A verdict with the plan for whoever carries it out. */
export interface HealJudgement extends Stop {
  conditions: readonly Condition[]
}

/** Takes any JSON and says the same of the same. Kept as it is for ever: a change of what it says is another version. */
export function healJudgement(inputs: JsonObject, config: JsonObject): HealJudgement {
  const conditions: Condition[] = []
  const stop = firstStop(BEFORE, { inputs, config, conditions })
  if (stop) return { ...stop, conditions }
  if (!isTrue(inputs, 'is_read')) return { ...DIAGNOSE, conditions }
  const after = inputs['wish'] === 'rerun' ? AFTER_WISH : AFTER
  const later = firstStop(after, { inputs, config, conditions })
  return { ...(later ? quietIfDry(later, { inputs, config, conditions }) : RERUN), conditions }
}

/** As it is recorded, and made again. */
export function healVerdict(inputs: JsonObject, config: JsonObject): Verdict {
  const { decision, reason, conditions, plan } = healJudgement(inputs, config)
  const { next, skipReason, strategy, isTold } = plan
  return { decision, reason, conditions, plan: { next, skip_reason: skipReason, strategy, is_told: isTold } }
}

const DIAGNOSE: Stop = {
  decision: 'acted',
  reason: 'No guard stands in its way.',
  plan: { next: 'diagnose', skipReason: null, strategy: null, isTold: false }
}
const RERUN: Stop = {
  decision: 'acted',
  reason: 'A failure of this kind mostly passes when the failed jobs are run again.',
  plan: { next: 'attempted', skipReason: null, strategy: 'rerun', isTold: true }
}

interface Asked {
  inputs: JsonObject
  config: JsonObject
  conditions: Condition[]
}

function firstStop(guards: readonly Guard[], { inputs, config, conditions }: Asked): Stop | undefined {
  for (const guard of guards) {
    const { condition, stop } = guard(inputs, config)
    if (condition) conditions.push(condition)
    if (stop) return stop
  }
  return undefined
}

/** Nothing is told of it then. */
function quietIfDry(stop: Stop, { inputs, config, conditions }: Asked): Stop {
  const { condition, stop: dry } = noDryRun(inputs, config)
  if (!dry || !stop.plan.isTold) return stop
  if (condition) conditions.push(condition)
  return { ...stop, plan: { ...stop.plan, isTold: false } }
}
