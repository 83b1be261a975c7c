// Decides on the triage of a pull request, from its classification or from recorded inputs.
import type { Json, JsonObject } from '#schemas/common.js'
import type { Condition, Verdict } from '#schemas/decisions/decisions.js'
import { CHANGE_TYPES, RISKS, SIZES } from '#schemas/mirror/pull-requests.js'
import { guardsV1 } from '../decisions/guards.v1.js'
import type { Evaluator } from '../decisions/versions.js'
import { textsAt, valueAt } from '../json/path.js'
import { labelPlanText } from './label-plan.js'
import type { ChangeSize, ChangeType, PullRisk, PullVerdict } from './pull.js'

/** Facts about a pull request beside its changes. */
export interface PullTriageFacts {
  /** Whether the number of changed lines is known. */
  isMeasured: boolean
  /** The number of known files; null if they are unknown. */
  files: number | null
  /** The label for the size, if the repository has one. */
  label: string | null
  isLabelled: boolean
  /** Labels for other sizes on the pull request. */
  others: readonly string[]
  /** Whether a person chose a size label; then the service changes none. */
  isAnsweredByPeople: boolean
}

/** The inputs of the evaluator in addition to those of the guards. */
export function pullTriageInputs(
  { type, size, risk, reasons }: PullVerdict,
  facts: PullTriageFacts
): JsonObject {
  const { isMeasured, files, label, isLabelled, others, isAnsweredByPeople } = facts
  return {
    pull_triage: {
      type,
      size: isMeasured ? size : null,
      risk,
      reasons,
      files,
      labels: { size: label, is_on: isLabelled, others: [...others], is_said: isAnsweredByPeople }
    }
  }
}

export interface PullPlan {
  type: ChangeType
  size: ChangeSize | null
  risk: PullRisk
  add: string[]
  remove: string[]
  summary: string
}

/** Accepts any JSON, like every evaluator. */
function pullTriage(inputs: JsonObject, config: JsonObject): Verdict {
  const guards = guardsV1.evaluate(inputs, config)
  if (guards.decision !== 'acted' && guards.decision !== 'dry_run') return guards
  const json = valueAt(inputs, 'pull_triage')
  const plan = planIn(json, config)
  if (!plan) return { ...guards, decision: 'skipped', reason: 'It was not judged.' }
  const conditions = [...guards.conditions, ...conditionsOf(plan, json)]
  const what = labelPlanText(plan)
  const shown = { ...plan }
  if (guards.decision === 'dry_run')
    return { decision: 'dry_run', reason: `${guards.reason}: ${what}`, conditions, plan: shown }
  const decision = plan.add.length + plan.remove.length === 0 ? 'skipped' : 'acted'
  return { decision, reason: `${plan.summary} To do: ${what}.`, conditions, plan: shown }
}

export const pullTriageV1: Evaluator = { name: 'pull_triage', version: 1, evaluate: pullTriage }

function planIn(json: Json | undefined, config: JsonObject): PullPlan | undefined {
  const type = CHANGE_TYPES.find((known) => known === valueAt(json, 'type'))
  const risk = RISKS.find((known) => known === valueAt(json, 'risk'))
  if (type === undefined || risk === undefined) return undefined
  const size = SIZES.find((known) => known === valueAt(json, 'size')) ?? null
  const mayLabel = valueAt(config, 'pillars', 'triage', 'auto_label') === true
  const labels = mayLabel && size !== null ? labelsOf(json) : { add: [], remove: [] }
  return { type, size, risk, ...labels, summary: summaryOf({ type, size, risk }, textsAt(json, 'reasons')) }
}

/** Keeps one size label at most: the old one is removed even if the repository has none for the new size. */
function labelsOf(json: Json | undefined): Pick<PullPlan, 'add' | 'remove'> {
  if (valueAt(json, 'labels', 'is_said') === true) return { add: [], remove: [] }
  const label = valueAt(json, 'labels', 'size')
  const isThere = valueAt(json, 'labels', 'is_on') === true
  return {
    add: typeof label === 'string' && !isThere ? [label] : [],
    remove: textsAt(json, 'labels', 'others')
  }
}

const LONGEST_SUMMARY = 300

function summaryOf(
  { type, size, risk }: Pick<PullPlan, 'type' | 'size' | 'risk'>,
  reasons: string[]
): string {
  const what = `A ${type} change of ${size ?? 'unknown size'} and ${risk} risk`
  return `${[what, ...reasons].join('; ').slice(0, LONGEST_SUMMARY)}.`
}

function conditionsOf({ type, size, risk, add }: PullPlan, json: Json | undefined): Condition[] {
  const files = valueAt(json, 'files')
  return [
    { check: 'files', result: typeof files === 'number' ? files : 'unknown' },
    { check: `type(${type})`, result: true },
    { check: `size(${size ?? 'unknown'})`, result: size !== null },
    { check: `risk(${risk})`, result: true, detail: textsAt(json, 'reasons').join('; ') },
    ...add.map((label) => ({ check: `label_exists(${label})`, result: true }))
  ]
}

/** The plan in a verdict of this evaluator; undefined if the pull request was not classified. */
export function pullPlanOf({ plan }: Verdict): PullPlan | undefined {
  const type = CHANGE_TYPES.find((known) => known === valueAt(plan, 'type'))
  const risk = RISKS.find((known) => known === valueAt(plan, 'risk'))
  if (type === undefined || risk === undefined) return undefined
  return {
    type,
    risk,
    size: SIZES.find((known) => known === valueAt(plan, 'size')) ?? null,
    add: textsAt(plan, 'add'),
    remove: textsAt(plan, 'remove'),
    summary: String(valueAt(plan, 'summary') ?? '')
  }
}
