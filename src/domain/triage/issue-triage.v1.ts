// What is decided on an issue once it is judged; the same again from what was recorded of it.
import type { Json, JsonObject } from '#schemas/common.js'
import type { Condition, Verdict } from '#schemas/decisions/decisions.js'
import { PRIORITIES, type Priority, TRIAGE_TYPES } from '#schemas/mirror/issues.js'
import type { TriageType } from '#schemas/triage/triage.js'
import { guardsV1 } from '../decisions/guards.v1.js'
import type { Evaluator } from '../decisions/versions.js'
import { isObject, textsAt, valueAt } from '../json/path.js'
import type { TypeVerdict } from './classify-issue.js'
import { labelPlanText } from './label-plan.js'
import type { PriorityVerdict } from './priority/priority.js'

/** What is known of an issue beside its text. */
export interface IssueTriageFacts {
  /** What people or rules have said of it already: this stands, whatever its text looks like. */
  saidType: TriageType | null
  saidPriority: Priority | null
  /** Whether somebody has taken off the priority that the service had put on: then it says none again. */
  isPriorityRefused: boolean
  /** The kind whose label a person took off. */
  refusedType: TriageType | null
  /** Those who reported it again; a priority is said on the host only where there are any. */
  witnesses: number
  /** The label of its kind, if the repository offers one. */
  label: string | null
  isLabelled: boolean
  /** Labels of other kinds that the service itself has put on. */
  own: readonly string[]
  /** Whether a label of its priority can be put on: the repository has one, and it is not there yet. */
  offersPriority: boolean
  saysLittle: boolean
}

const PRECISION = 1e4
const rounded = (number: number) => Math.round(number * PRECISION) / PRECISION

/** What the evaluator is given, beside what the guards are. */
export function issueTriageInputs(
  kind: TypeVerdict,
  { priority, urgency, parts }: PriorityVerdict,
  around: IssueTriageFacts
): JsonObject {
  const { saidType, saidPriority, refusedType, isLabelled, own, offersPriority, saysLittle } = around
  const said = { type: saidType, priority: saidPriority, refused_type: refusedType }
  const chances = Object.entries(kind.probabilities).map(([type, chance]) => [type, rounded(chance)])
  return {
    issue_triage: {
      type: kind.type,
      probability: rounded(kind.probabilities[kind.type]),
      probabilities: Object.fromEntries(chances),
      is_sure: kind.isSure,
      model: kind.model,
      evidence: kind.evidence.map((one) => ({ ...one })),
      priority: { priority, urgency, parts: parts.map((one) => ({ ...one })), witnesses: around.witnesses },
      said: { ...said, priority_refused: around.isPriorityRefused },
      labels: { type: around.label, is_on: isLabelled, own: [...own], priority: offersPriority },
      says_little: saysLittle
    }
  }
}

/** What is to be shown and what is to be done. */
export interface IssuePlan {
  type: TriageType | null
  priority: Priority
  add: string[]
  remove: string[]
  /** To be said on the host. */
  priority_label: Priority | null
  asks: boolean
}

interface Finding {
  type: TriageType
  probability: number
  isSure: boolean
  /** As it is shown. */
  shown: TriageType | null
  priority: Priority
  json: Json
}

/** The evaluator: takes any JSON, as all of them. */
function issueTriage(inputs: JsonObject, config: JsonObject): Verdict {
  const guarded = guardsV1.evaluate(inputs, config)
  const finding = findingIn(valueAt(inputs, 'issue_triage'))
  if (guarded.decision !== 'acted' && guarded.decision !== 'dry_run') return guarded
  if (!finding) return { ...guarded, decision: 'skipped', reason: 'It was not judged.' }
  const plan = planOf(finding, config)
  const conditions = [...guarded.conditions, ...conditionsOf(finding, plan, config)]
  const shown = { ...plan, summary: summaryOf(finding) }
  const what = wordsOf(plan)
  if (guarded.decision === 'dry_run')
    return { decision: 'dry_run', reason: `${guarded.reason}: ${what}`, conditions, plan: shown }
  const decision = isIdle(plan) ? 'skipped' : 'acted'
  return { decision, reason: `${summaryOf(finding)} To do: ${what}.`, conditions, plan: shown }
}

export const issueTriageV1: Evaluator = { name: 'issue_triage', version: 1, evaluate: issueTriage }

/** The plan of a verdict of this evaluator; nothing where it was not judged. */
export function issuePlanOf({ plan }: Verdict): (IssuePlan & { summary: string }) | undefined {
  const priority = PRIORITIES.find((one) => one === valueAt(plan, 'priority'))
  if (plan === undefined || priority === undefined) return undefined
  return {
    type: typeIn(valueAt(plan, 'type')),
    priority,
    add: textsAt(plan, 'add'),
    remove: textsAt(plan, 'remove'),
    priority_label: PRIORITIES.find((one) => one === valueAt(plan, 'priority_label')) ?? null,
    asks: valueAt(plan, 'asks') === true,
    summary: String(valueAt(plan, 'summary') ?? '')
  }
}

const typeIn = (value: Json | undefined): TriageType | null =>
  TRIAGE_TYPES.find((type) => type === value) ?? null
const numberIn = (value: Json | undefined): number => (typeof value === 'number' ? value : 0)

function findingIn(json: Json | undefined): Finding | undefined {
  const type = typeIn(valueAt(json, 'type'))
  if (type === null || !isObject(json)) return undefined
  const guess = type === valueAt(json, 'said', 'refused_type') ? null : type
  const said = PRIORITIES.find((one) => one === valueAt(json, 'said', 'priority'))
  const judged = PRIORITIES.find((one) => one === valueAt(json, 'priority', 'priority'))
  return {
    type,
    probability: numberIn(valueAt(json, 'probability')),
    isSure: valueAt(json, 'is_sure') === true,
    shown: typeIn(valueAt(json, 'said', 'type')) ?? guess,
    priority: said ?? judged ?? 'medium',
    json
  }
}

const isOn = (config: JsonObject, setting: string) => valueAt(config, 'pillars', 'triage', setting) === true

function planOf(finding: Finding, config: JsonObject): IssuePlan {
  const { shown, priority } = finding
  const labels = isOn(config, 'auto_label') ? labelsOf(finding) : { add: [], remove: [] }
  const priority_label = isOn(config, 'auto_label') && isWitnessed(finding) ? priority : null
  return { type: shown, priority, ...labels, priority_label, asks: asksFor(finding, config) }
}

/** A guess is never said on the host, nor anything that people have said themselves or taken back. */
function labelsOf({ type, isSure, shown, json }: Finding): Pick<IssuePlan, 'add' | 'remove'> {
  const label = valueAt(json, 'labels', 'type')
  const isSaid = typeIn(valueAt(json, 'said', 'type')) !== null
  if (!isSure || isSaid || shown !== type || typeof label !== 'string') return { add: [], remove: [] }
  const isThere = valueAt(json, 'labels', 'is_on') === true
  return { add: isThere ? [] : [label], remove: textsAt(json, 'labels', 'own') }
}

/** Texts say little of urgency: only where others have it too it is said on the host. */
function isWitnessed({ json, priority }: Finding): boolean {
  const isSaid =
    valueAt(json, 'said', 'priority') !== null || valueAt(json, 'said', 'priority_refused') === true
  const isUrgent = priority === 'critical' || priority === 'high'
  const isOffered = valueAt(json, 'labels', 'priority') === true
  return isUrgent && isOffered && !isSaid && numberIn(valueAt(json, 'priority', 'witnesses')) > 0
}

/** Of a bug that says next to nothing of itself. */
function asksFor({ shown, isSure, json }: Finding, config: JsonObject): boolean {
  const isKnown = isSure || typeIn(valueAt(json, 'said', 'type')) !== null
  const isBare = valueAt(json, 'says_little') === true
  return isOn(config, 'auto_comment') && shown === 'bug' && isKnown && isBare
}

const isIdle = ({ add, remove, priority_label, asks }: IssuePlan) =>
  add.length + remove.length === 0 && priority_label === null && !asks

function conditionsOf(finding: Finding, plan: IssuePlan, config: JsonObject): Condition[] {
  const { type, probability, isSure, json, priority } = finding
  const evidence = valueAt(json, 'evidence')
  const features = Array.isArray(evidence) ? evidence.slice(0, 10) : []
  return [
    { check: 'model', result: String(valueAt(json, 'model') ?? '') },
    { check: `type(${type})`, result: probability, detail: isSure ? 'sure' : 'a guess' },
    ...features.map((one) => ({
      check: `feature(${String(valueAt(one, 'feature') ?? '')})`,
      result: numberIn(valueAt(one, 'weight'))
    })),
    {
      check: `priority(${priority})`,
      result: numberIn(valueAt(json, 'priority', 'urgency')),
      detail: partsText(valueAt(json, 'priority', 'parts'))
    },
    { check: 'auto_label', result: isOn(config, 'auto_label') },
    ...plan.add.map((label) => ({ check: `label_exists(${label})`, result: true }))
  ]
}

/** Each part with its points. */
function partsText(parts: Json | undefined): string {
  const told = (Array.isArray(parts) ? parts : []).map(
    (one) => `${String(valueAt(one, 'part') ?? '')} ${numberIn(valueAt(one, 'points'))}`
  )
  return told.length === 0 ? 'nothing speaks for more or for less' : told.join('; ')
}

const KINDS: Readonly<Record<TriageType, string>> = {
  bug: 'a bug',
  feature: 'a wish',
  question: 'a question',
  documentation: 'about documentation',
  other: 'another kind of work'
}

const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

const LONGEST_FEATURE = 60

/** Where people have spoken; of what they refused nobody knows what it is. */
export const knownTypeSummary = (type: TriageType | null, priority: string): string =>
  type === null
    ? 'Nobody knows of which kind it is.'
    : `${capital(KINDS[type])} of ${priority} priority, as people have said.`

export const guessedTypeSummary = (type: TriageType, priority: string): string =>
  `Perhaps ${KINDS[type]} of ${priority} priority.`

const OF_PRIORITY = / of \w{1,20} priority/

/** The same sentence, with the priority that people have said. */
export const withPriority = (summary: string, priority: Priority): string =>
  summary.replace(OF_PRIORITY, ` of ${priority} priority`)

/** What it is about, in one sentence. */
function summaryOf({ type, shown, probability, isSure, json, priority }: Finding): string {
  if (shown === null || shown !== type || typeIn(valueAt(json, 'said', 'type')) !== null)
    return knownTypeSummary(shown, priority)
  const urgency = `of ${priority} priority`
  const feature = firstOf(valueAt(json, 'evidence'))
  const said = valueAt(feature, 'feature')
  const why = typeof said === 'string' ? `: ${said.slice(0, LONGEST_FEATURE)}` : ''
  const kind = isSure ? capital(KINDS[shown]) : `Perhaps ${KINDS[shown]}`
  return `${kind} ${urgency} (${Math.round(probability * 100)} %)${why}.`
}

const firstOf = (list: Json | undefined): Json | undefined => (Array.isArray(list) ? list[0] : undefined)

const wordsOf = (plan: IssuePlan): string =>
  labelPlanText(plan, [
    ...(plan.priority_label === null ? [] : [`set-priority ${plan.priority_label}`]),
    ...(plan.asks ? ['ask for more'] : [])
  ])
