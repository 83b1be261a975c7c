// What stands between a failed run and its healing, in the order in which it is asked. These guards are those of the first
// version and of all that follow: none of them may ever say anything else.
import type { Json, JsonObject } from '../../../schemas/common.js'
import type { Condition, DecisionWord, Verdict } from '../../../schemas/decisions.js'
import type { HealStrategy, SkipReason } from '../../../schemas/heal-words.js'
import { isObject, textsAt, valueAt } from '../json-path.js'
import { triggerVerdict } from '../triggers.js'

/** What the service makes of a verdict. */
export interface HealPlan {
  /**
   * `diagnose`: no guard stands in the way, and the logs have not been read yet; `generate`: nor does any once they are,
   * and a language model has not been asked yet.
   */
  next: 'diagnose' | 'generate' | 'attempted' | 'skipped' | 'failed'
  skipReason: SkipReason | null
  strategy: HealStrategy | null
  /** Whether the diagnosis is told on the commit. */
  isTold: boolean
}

export interface Stop {
  decision: DecisionWord
  reason: string
  plan: HealPlan
}

export interface Step {
  condition?: Condition
  stop?: Stop
}

export type Guard = (inputs: JsonObject, config: JsonObject) => Step

export const nothing: Step = {}

export function skip(skipReason: SkipReason, reason: string, more: Partial<Stop & HealPlan> = {}): Stop {
  const { decision = 'skipped', strategy = null, isTold = false } = more
  return { decision, reason, plan: { next: 'skipped', skipReason, strategy, isTold } }
}

export const told = { strategy: 'comment_only', isTold: true } as const

const numberAt = (value: Json | undefined, ...path: string[]): number => {
  const found = valueAt(value, ...path)
  return typeof found === 'number' ? found : 0
}

export const isTrue = (value: Json | undefined, ...path: string[]): boolean =>
  valueAt(value, ...path) === true

export const healing = (config: JsonObject, key: string) => valueAt(config, 'pillars', 'ci_healing', key)

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
export const BEFORE: readonly Guard[] = [
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

export const logsAreThere: Guard = (inputs) => {
  const result = isObject(inputs['diagnosis'])
  const condition = { check: 'logs', result }
  if (result) return { condition }
  return { condition, stop: skip('logs_unavailable', 'The host shows no log of a job that failed.') }
}

export const isKnown: Guard = (inputs) => {
  const type = valueAt(inputs, 'diagnosis', 'type')
  const condition = { check: 'diagnosis', result: String(type) }
  if (type !== 'unknown') return { condition }
  const plan = { next: 'failed', skipReason: null, strategy: null, isTold: false } as const
  return { condition, stop: { decision: 'error', reason: 'The log does not show why the run failed.', plan } }
}

export const INCIDENT_REPOSITORIES = 5

export const isNoIncident: Guard = (inputs) => {
  const repositories = numberAt(inputs, 'signature', 'repositories')
  const result = repositories >= INCIDENT_REPOSITORIES
  const condition = { check: 'incident', result, detail: `${repositories} repositories within an hour` }
  if (!result) return { condition }
  const reason = `${repositories} repositories fail like this within an hour: the cause is none of theirs.`
  return { condition, stop: skip('incident', reason, { decision: 'blocked' }) }
}

export const wasNotTriedInVain: Guard = (inputs) => {
  const result = isTrue(inputs, 'signature', 'has_failed')
  const condition = { check: 'duplicate_signature', result }
  if (!result) return { condition }
  const reason = 'The same failure on this branch was not healed within the last 24 hours.'
  return { condition, stop: skip('duplicate_signature', reason, { decision: 'blocked', ...told }) }
}

export const isToBeHealed: Guard = (inputs) => {
  if (inputs['wish'] !== 'diagnose') return nothing
  const condition = { check: 'diagnosis_only', result: true }
  return { condition, stop: skip('diagnosis_only', 'Only a diagnosis was asked for.', told) }
}

/** A verdict with the plan for whoever carries it out. */
export interface HealJudgement extends Stop {
  conditions: readonly Condition[]
}

export const DIAGNOSE: Stop = {
  decision: 'acted',
  reason: 'No guard stands in its way.',
  plan: { next: 'diagnose', skipReason: null, strategy: null, isTold: false }
}
export interface Asked {
  inputs: JsonObject
  config: JsonObject
  conditions: Condition[]
}

export function firstStop(guards: readonly Guard[], { inputs, config, conditions }: Asked): Stop | undefined {
  for (const guard of guards) {
    const { condition, stop } = guard(inputs, config)
    if (condition) conditions.push(condition)
    if (stop) return stop
  }
  return undefined
}

/** As it is recorded, and made again. */
export function verdictOf({ decision, reason, conditions, plan }: HealJudgement): Verdict {
  const { next, skipReason, strategy, isTold } = plan
  return { decision, reason, conditions, plan: { next, skip_reason: skipReason, strategy, is_told: isTold } }
}
