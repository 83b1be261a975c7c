// What is decided on a pull request once it is judged; the same again from what was recorded of it.
import type { Json, JsonObject } from '#schemas/common.js'
import type { Condition, Verdict } from '#schemas/decisions/decisions.js'
import { CHANGE_TYPES, RISKS, SIZES } from '#schemas/mirror/pull-requests.js'
import { guardsV1 } from '../decisions/guards.v1.js'
import type { Evaluator } from '../decisions/versions.js'
import { textsAt, valueAt } from '../json/path.js'
import { labelPlanText } from './label-plan.js'
import type { ChangeSize, ChangeType, PullRisk, PullVerdict } from './pull.js'

/** What is known of a pull request beside what it changes. */
export interface PullTriageFacts {
  /** Whether it was told how many lines it changes. */
  isMeasured: boolean
  /** How many files were looked at; null where they are not known. */
  files: number | null
  /** The label of its size, if the repository offers one. */
  label: string | null
  isLabelled: boolean
  /** Labels of other sizes that it carries. */
  others: readonly string[]
  /** Whether a person has said something of its size: then no label of a size is touched. */
  isSaid: boolean
}

/** What the evaluator is given, beside what the guards are. */
export function pullTriageInputs(
  { type, size, risk, reasons }: PullVerdict,
  around: PullTriageFacts
): JsonObject {
  const { isMeasured, files, label, isLabelled, others, isSaid } = around
  return {
    pull_triage: {
      ...{ type, size: isMeasured ? size : null, risk, reasons, files },
      labels: { size: label, is_on: isLabelled, others: [...others], is_said: isSaid }
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

/** The evaluator: takes any JSON, as all of them. */
function pullTriage(inputs: JsonObject, config: JsonObject): Verdict {
  const guarded = guardsV1.evaluate(inputs, config)
  if (guarded.decision !== 'acted' && guarded.decision !== 'dry_run') return guarded
  const json = valueAt(inputs, 'pull_triage')
  const plan = planIn(json, config)
  if (!plan) return { ...guarded, decision: 'skipped', reason: 'It was not judged.' }
  const conditions = [...guarded.conditions, ...conditionsOf(plan, json)]
  const what = labelPlanText(plan)
  const shown = { ...plan }
  if (guarded.decision === 'dry_run')
    return { decision: 'dry_run', reason: `${guarded.reason}: ${what}`, conditions, plan: shown }
  const decision = plan.add.length + plan.remove.length === 0 ? 'skipped' : 'acted'
  return { decision, reason: `${plan.summary} To do: ${what}.`, conditions, plan: shown }
}

export const pullTriageV1: Evaluator = { name: 'pull_triage', version: 1, evaluate: pullTriage }

function planIn(json: Json | undefined, config: JsonObject): PullPlan | undefined {
  const type = CHANGE_TYPES.find((one) => one === valueAt(json, 'type'))
  const risk = RISKS.find((one) => one === valueAt(json, 'risk'))
  if (type === undefined || risk === undefined) return undefined
  const size = SIZES.find((one) => one === valueAt(json, 'size')) ?? null
  const mayLabel = valueAt(config, 'pillars', 'triage', 'auto_label') === true
  const labels = mayLabel && size !== null ? labelsOf(json) : { add: [], remove: [] }
  return { type, size, risk, ...labels, summary: summaryOf({ type, size, risk }, textsAt(json, 'reasons')) }
}

/** One size at a time; where the repository has no label for the new one, that of the old one goes all the same. */
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

/** The plan of a verdict of this evaluator; nothing where it was not judged. */
export function pullPlanOf({ plan }: Verdict): PullPlan | undefined {
  const type = CHANGE_TYPES.find((one) => one === valueAt(plan, 'type'))
  const risk = RISKS.find((one) => one === valueAt(plan, 'risk'))
  if (type === undefined || risk === undefined) return undefined
  return {
    type,
    risk,
    size: SIZES.find((one) => one === valueAt(plan, 'size')) ?? null,
    add: textsAt(plan, 'add'),
    remove: textsAt(plan, 'remove'),
    summary: String(valueAt(plan, 'summary') ?? '')
  }
}
