// Decides on the triage of an issue, from its classification or from recorded inputs.
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

/** Facts about an issue beside its text. */
export interface IssueTriageFacts {
  /** Type and priority set by people or rules; these take precedence over the classification. */
  typeByPeople: TriageType | null
  priorityByPeople: Priority | null
  /** Whether somebody removed the priority label of the service; it sets none again. */
  isPriorityRefused: boolean
  /** The type whose label somebody removed. */
  refusedType: TriageType | null
  /** Other reporters; a priority label needs at least one. */
  witnesses: number
  /** The label for the type, if the repository has one. */
  label: string | null
  isLabelled: boolean
  /** Labels for other types that the service added. */
  own: readonly string[]
  /** Whether the repository has a label for the priority and the issue lacks it. */
  offersPriority: boolean
  hasLittleText: boolean
}

const PRECISION = 1e4
const rounded = (number: number) => Math.round(number * PRECISION) / PRECISION

/** The inputs of the evaluator in addition to those of the guards. */
export function issueTriageInputs(
  kind: TypeVerdict,
  { priority, urgency, parts }: PriorityVerdict,
  facts: IssueTriageFacts
): JsonObject {
  const { typeByPeople, priorityByPeople, refusedType, isLabelled, own, offersPriority, hasLittleText } =
    facts
  const said = { type: typeByPeople, priority: priorityByPeople, refused_type: refusedType }
  const chances = Object.entries(kind.probabilities).map(([type, chance]) => [type, rounded(chance)])
  return {
    issue_triage: {
      type: kind.type,
      probability: rounded(kind.probabilities[kind.type]),
      probabilities: Object.fromEntries(chances),
      is_sure: kind.isSure,
      model: kind.model,
      evidence: kind.evidence.map((item) => ({ ...item })),
      priority: { priority, urgency, parts: parts.map((item) => ({ ...item })), witnesses: facts.witnesses },
      said: { ...said, priority_refused: facts.isPriorityRefused },
      labels: { type: facts.label, is_on: isLabelled, own: [...own], priority: offersPriority },
      says_little: hasLittleText
    }
  }
}

/** The result of the triage, and the labels to change. */
export interface IssuePlan {
  type: TriageType | null
  priority: Priority
  add: string[]
  remove: string[]
  /** The priority label to add. */
  priority_label: Priority | null
  asks: boolean
}

interface Finding {
  type: TriageType
  probability: number
  isSure: boolean
  /** The type to show. */
  shown: TriageType | null
  priority: Priority
  json: Json
}

/** Accepts any JSON, like every evaluator. */
function issueTriage(inputs: JsonObject, config: JsonObject): Verdict {
  const guards = guardsV1.evaluate(inputs, config)
  const finding = findingIn(valueAt(inputs, 'issue_triage'))
  if (guards.decision !== 'acted' && guards.decision !== 'dry_run') return guards
  if (!finding) return { ...guards, decision: 'skipped', reason: 'It was not judged.' }
  const plan = planOf(finding, config)
  const conditions = [...guards.conditions, ...conditionsOf(finding, plan, config)]
  const shown = { ...plan, summary: summaryOf(finding) }
  const what = wordsOf(plan)
  if (guards.decision === 'dry_run')
    return { decision: 'dry_run', reason: `${guards.reason}: ${what}`, conditions, plan: shown }
  const decision = isIdle(plan) ? 'skipped' : 'acted'
  return { decision, reason: `${summaryOf(finding)} To do: ${what}.`, conditions, plan: shown }
}

export const issueTriageV1: Evaluator = { name: 'issue_triage', version: 1, evaluate: issueTriage }

/** The plan in a verdict of this evaluator; undefined if the issue was not classified. */
export function issuePlanOf({ plan }: Verdict): (IssuePlan & { summary: string }) | undefined {
  const priority = PRIORITIES.find((known) => known === valueAt(plan, 'priority'))
  if (plan === undefined || priority === undefined) return undefined
  return {
    type: typeIn(valueAt(plan, 'type')),
    priority,
    add: textsAt(plan, 'add'),
    remove: textsAt(plan, 'remove'),
    priority_label: PRIORITIES.find((known) => known === valueAt(plan, 'priority_label')) ?? null,
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
  const said = PRIORITIES.find((known) => known === valueAt(json, 'said', 'priority'))
  const judged = PRIORITIES.find((known) => known === valueAt(json, 'priority', 'priority'))
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

/** Adds no label for a guess, and none that contradicts people. */
function labelsOf({ type, isSure, shown, json }: Finding): Pick<IssuePlan, 'add' | 'remove'> {
  const label = valueAt(json, 'labels', 'type')
  const isSetByPeople = typeIn(valueAt(json, 'said', 'type')) !== null
  if (!isSure || isSetByPeople || shown !== type || typeof label !== 'string') return { add: [], remove: [] }
  const isThere = valueAt(json, 'labels', 'is_on') === true
  return { add: isThere ? [] : [label], remove: textsAt(json, 'labels', 'own') }
}

/** Texts reveal little about urgency, so a priority label needs another reporter. */
function isWitnessed({ json, priority }: Finding): boolean {
  const isSetByPeople =
    valueAt(json, 'said', 'priority') !== null || valueAt(json, 'said', 'priority_refused') === true
  const isUrgent = priority === 'critical' || priority === 'high'
  const isOffered = valueAt(json, 'labels', 'priority') === true
  return isUrgent && isOffered && !isSetByPeople && numberIn(valueAt(json, 'priority', 'witnesses')) > 0
}

/** Asks for details if a bug report contains hardly any. */
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
    ...features.map((feature) => ({
      check: `feature(${String(valueAt(feature, 'feature') ?? '')})`,
      result: numberIn(valueAt(feature, 'weight'))
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

/** The parts of the priority with their points. */
function partsText(parts: Json | undefined): string {
  const texts = (Array.isArray(parts) ? parts : []).map(
    (part) => `${String(valueAt(part, 'part') ?? '')} ${numberIn(valueAt(part, 'points'))}`
  )
  return texts.length === 0 ? 'nothing speaks for more or for less' : texts.join('; ')
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

/** For a type set by people; a removed label leaves it unknown. */
export const knownTypeSummary = (type: TriageType | null, priority: string): string =>
  type === null
    ? 'Nobody knows of which kind it is.'
    : `${capital(KINDS[type])} of ${priority} priority, as people have said.`

export const guessedTypeSummary = (type: TriageType, priority: string): string =>
  `Perhaps ${KINDS[type]} of ${priority} priority.`

const OF_PRIORITY = / of \w{1,20} priority/

/** The same sentence with a priority set by people. */
export const withPriority = (summary: string, priority: Priority): string =>
  summary.replace(OF_PRIORITY, ` of ${priority} priority`)

/** Type, priority and main evidence in one sentence. */
function summaryOf({ type, shown, probability, isSure, json, priority }: Finding): string {
  if (shown === null || shown !== type || typeIn(valueAt(json, 'said', 'type')) !== null)
    return knownTypeSummary(shown, priority)
  const urgency = `of ${priority} priority`
  const feature = firstOf(valueAt(json, 'evidence'))
  const name = valueAt(feature, 'feature')
  const why = typeof name === 'string' ? `: ${name.slice(0, LONGEST_FEATURE)}` : ''
  const kind = isSure ? capital(KINDS[shown]) : `Perhaps ${KINDS[shown]}`
  return `${kind} ${urgency} (${Math.round(probability * 100)} %)${why}.`
}

const firstOf = (list: Json | undefined): Json | undefined => (Array.isArray(list) ? list[0] : undefined)

const wordsOf = (plan: IssuePlan): string =>
  labelPlanText(plan, [
    ...(plan.priority_label === null ? [] : [`set-priority ${plan.priority_label}`]),
    ...(plan.asks ? ['ask for more'] : [])
  ])
