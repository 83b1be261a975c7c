// The guards of CI healing, in addition to the shared ones. All versions use them, so their results must never change:
// `test/domain/decisions/replay.test.ts` replays recorded ones.
import type { JsonObject } from '#schemas/common.js'
import type { Verdict } from '#schemas/decisions/decisions.js'
import type { HealStrategy, SkipReason } from '#schemas/healing/enums.js'
import type { GuardChain } from '../decisions/chain.js'
import type { Guard, GuardStop, PlannedVerdict } from '../decisions/guard.js'
import { type SharedGuards, sharedGuards } from '../decisions/shared-guards.js'
import { isObject, isTrue, numberOrZero, valueAt } from '../json/path.js'

/** What the service does next. */
export interface HealPlan {
  /**
   * `diagnose`: no guard stopped the heal, and the logs are not read yet. `generate`: the logs are read, and the
   * language model is not asked yet.
   */
  next: 'diagnose' | 'generate' | 'attempted' | 'skipped' | 'failed'
  skipReason: SkipReason | null
  strategy: HealStrategy | null
  /** Whether the diagnosis is posted on the commit. */
  isDiagnosisPosted: boolean
}

export type HealGuard = Guard<HealPlan>
export type HealStop = GuardStop<HealPlan>
export type HealVerdict = PlannedVerdict<HealPlan>

export function skipHeal(
  skipReason: SkipReason,
  reason: string,
  more: Partial<HealStop & HealPlan> = {}
): HealStop {
  const { decision = 'skipped', strategy = null, isDiagnosisPosted = false } = more
  return { decision, reason, plan: { next: 'skipped', skipReason, strategy, isDiagnosisPosted } }
}

export const COMMENT_ONLY = { strategy: 'comment_only', isDiagnosisPosted: true } as const

export const healSetting = (config: JsonObject, key: string) => valueAt(config, 'pillars', 'ci_healing', key)

/** A dry run records the strategy that it would have used. */
export const healSharedGuards = (strategyOf: (inputs: JsonObject) => HealStrategy): SharedGuards<HealPlan> =>
  sharedGuards({
    pillar: () => 'ci_healing',
    event(inputs) {
      const text = (key: string) => {
        const value = valueAt(inputs, 'run', key)
        return typeof value === 'string' ? value : undefined
      }
      return { branch: text('branch'), author: text('author'), files: null }
    },
    isDryRun: (inputs) => isTrue(inputs, 'dry_run'),
    plan: (skipReason, inputs) => ({
      next: 'skipped',
      skipReason,
      strategy: skipReason === 'dry_run' ? strategyOf(inputs) : null,
      isDiagnosisPosted: false
    })
  })

const runHasFailed: HealGuard = (inputs) => {
  const result = isTrue(inputs, 'run', 'is_failed')
  const condition = { check: 'run_failed', result }
  return result ? { condition } : { condition, stop: skipHeal('run_not_failed', 'The run has not failed.') }
}

const isNotSuperseded: HealGuard = (inputs) => {
  if (!isTrue(inputs, 'run', 'is_superseded')) return {}
  const condition = { check: 'superseded', result: true }
  return { condition, stop: skipHeal('superseded', 'A later run has succeeded, or this one runs again.') }
}

const isNotServiceRun: HealGuard = (inputs) => {
  const result = isTrue(inputs, 'run', 'is_own')
  const condition = { check: 'self_activity', result }
  if (!result) return { condition }
  return {
    condition,
    stop: skipHeal('self_activity', 'The run belongs to what the service itself has done.')
  }
}

const MOST_FAULTS = 3

const circuitIsClosed: HealGuard = (inputs) => {
  const faults = numberOrZero(inputs, 'branch', 'faults')
  const condition = { check: 'circuit_breaker', result: faults < MOST_FAULTS, detail: `${faults} in a row` }
  if (faults < MOST_FAULTS) return { condition }
  const reason = `Healing has failed ${faults} times in a row on this branch.`
  return { condition, stop: skipHeal('circuit_open', reason, { decision: 'blocked' }) }
}

/** `force` skips the attempt limits of the branch and nothing else. */
const isNotCoolingDown: HealGuard = (inputs) => {
  const result = isTrue(inputs, 'branch', 'is_cooling_down') && !isTrue(inputs, 'force')
  const condition = { check: 'heal_cooldown', result }
  if (!result) return { condition }
  const reason = 'The attempts of this branch were used up within the last 24 hours.'
  return { condition, stop: skipHeal('cooldown', reason, { decision: 'blocked' }) }
}

const attemptsAreLeft: HealGuard = (inputs, config) => {
  const [made, most] = [numberOrZero(inputs, 'branch', 'attempts'), healSetting(config, 'max_fix_attempts')]
  const result = (typeof most === 'number' && made < most) || isTrue(inputs, 'force')
  const condition = { check: 'max_fix_attempts', result, detail: `${made} of ${most ?? 0}` }
  if (result) return { condition }
  const reason = `This branch has had ${made} of ${most ?? 0} attempts in 24 hours.`
  return { condition, stop: skipHeal('attempt_cap', reason, { decision: 'blocked' }) }
}

/** Checked before the logs are read. */
export const HEAL_PRECONDITIONS: Pick<GuardChain<HealPlan>, 'afterConfig' | 'afterPillar'> = {
  afterConfig: [runHasFailed, isNotSuperseded, isNotServiceRun, circuitIsClosed],
  afterPillar: [isNotCoolingDown, attemptsAreLeft]
}

export const logsAreAvailable: HealGuard = (inputs) => {
  const result = isObject(inputs['diagnosis'])
  const condition = { check: 'logs', result }
  if (result) return { condition }
  return { condition, stop: skipHeal('logs_unavailable', 'The host shows no log of a job that failed.') }
}

export const failureTypeIsKnown: HealGuard = (inputs) => {
  const type = valueAt(inputs, 'diagnosis', 'type')
  const condition = { check: 'diagnosis', result: String(type) }
  if (type !== 'unknown') return { condition }
  const plan = { next: 'failed', skipReason: null, strategy: null, isDiagnosisPosted: false } as const
  return { condition, stop: { decision: 'error', reason: 'The log does not show why the run failed.', plan } }
}

const INCIDENT_REPOSITORIES = 5

export const isNoIncident: HealGuard = (inputs) => {
  const repositories = numberOrZero(inputs, 'signature', 'repositories')
  const result = repositories >= INCIDENT_REPOSITORIES
  const condition = { check: 'incident', result, detail: `${repositories} repositories within an hour` }
  if (!result) return { condition }
  const reason = `${repositories} repositories fail like this within an hour: the cause is none of theirs.`
  return { condition, stop: skipHeal('incident', reason, { decision: 'blocked' }) }
}

export const hasNotFailedBefore: HealGuard = (inputs) => {
  const result = isTrue(inputs, 'signature', 'has_failed')
  const condition = { check: 'duplicate_signature', result }
  if (!result) return { condition }
  const reason = 'The same failure on this branch was not healed within the last 24 hours.'
  return {
    condition,
    stop: skipHeal('duplicate_signature', reason, { decision: 'blocked', ...COMMENT_ONLY })
  }
}

export const isHealRequested: HealGuard = (inputs) => {
  if (inputs['wish'] !== 'diagnose') return {}
  const condition = { check: 'diagnosis_only', result: true }
  return { condition, stop: skipHeal('diagnosis_only', 'Only a diagnosis was asked for.', COMMENT_ONLY) }
}

const DIAGNOSE: HealStop = {
  decision: 'acted',
  reason: 'No guard stands in its way.',
  plan: { next: 'diagnose', skipReason: null, strategy: null, isDiagnosisPosted: false }
}

/** Checked once the logs are read. */
export const diagnosisStages = (guards: readonly HealGuard[]) => [
  { isKnown: (inputs: JsonObject) => isTrue(inputs, 'is_read'), findOut: DIAGNOSE, guards }
]

export const RERUN: HealStop = {
  decision: 'acted',
  reason: 'A failure of this kind mostly passes when the failed jobs are run again.',
  plan: { next: 'attempted', skipReason: null, strategy: 'rerun', isDiagnosisPosted: true }
}

/** A dry run posts no diagnosis. */
export function silenceDryRun(
  verdict: HealVerdict,
  { noDryRun }: SharedGuards<HealPlan>,
  [inputs, config]: [JsonObject, JsonObject]
): HealVerdict {
  const { condition, stop } = noDryRun(inputs, config)
  if (!stop || !verdict.plan.isDiagnosisPosted) return verdict
  const conditions = condition ? [...verdict.conditions, condition] : verdict.conditions
  return { ...verdict, conditions, plan: { ...verdict.plan, isDiagnosisPosted: false } }
}

/** The verdict in its recorded form. */
export function toRecordedVerdict({ decision, reason, conditions, plan }: HealVerdict): Verdict {
  const { next, skipReason, strategy, isDiagnosisPosted } = plan
  return {
    decision,
    reason,
    conditions,
    plan: { next, skip_reason: skipReason, strategy, is_told: isDiagnosisPosted }
  }
}
