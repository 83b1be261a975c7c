// Reads the feedback of people and rules from the labels of an issue, and separates labels of the service.
import type { Priority } from '#schemas/mirror/issues.js'
import { TRIAGE_TYPES } from '#schemas/mirror/issues.js'
import type { FeedbackVerdict } from '#schemas/triage/enums.js'
import type { TriageType } from '#schemas/triage/triage.js'
import { typeOfLabels } from './labels.js'
import { priorityOfLabel, priorityOfLabels } from './repository-labels.js'

/** An effect on labels that the service planned or made. */
export interface LabelEffect {
  pillar: 'triage' | 'custom_rules'
  actionType: string
  value: string
  /** Whether the effect was carried out. */
  isDone: boolean
  /** Whether the labels are those of a later state: a label that is not among them was removed. */
  isMirrored: boolean
}

interface EarlierTriage {
  type: string | null
  heard: FeedbackVerdict | null
  heardType: string | null
}

export interface LabelFeedbackInput {
  labels: readonly string[]
  effects: readonly LabelEffect[]
  /** Earlier triage results, newest first. */
  history: readonly EarlierTriage[]
  /** The priority in the mirror. */
  priority: string | null
}

export interface LabelFeedback {
  /** The type by labels that neither the service nor a rule added. */
  byPeople: TriageType | null
  type: TriageType | null
  refusedType: TriageType | null
  priority: Priority | null
  /** Whether somebody removed the priority label of the service. */
  isPriorityRefused: boolean
  /** Present labels that the service added. */
  own: string[]
}

const typeIn = (word: string | null | undefined): TriageType | null =>
  TRIAGE_TYPES.find((type) => type === word) ?? null

/** Labels take precedence over earlier feedback, and people over rules. */
export function readLabelFeedback({ labels, effects, history, priority }: LabelFeedbackInput): LabelFeedback {
  const effectsOf = wantedIn(effects)
  const own = serviceLabels(labels, effects)
  const ruled = effectsOf('custom_rules', 'add-label')
  const isThere = ({ value, isMirrored }: LabelEffect) => !isMirrored || labels.includes(value)
  const byPeople = typeOfLabels(othersThan([...own, ...namesOf(ruled)], labels))
  const last = history.find(({ heard }) => heard !== null)
  const earlierType = last?.heard === 'refused' ? null : typeIn(last?.heardType)
  const refusedEarlier = last?.heard === 'refused' ? typeIn(last.type) : null
  const isRuled = effectsOf('custom_rules', 'set-priority').length > 0
  const ownPriority = effectsOf('triage', 'set-priority').find(({ isDone }) => isDone)
  const priorities = labels.filter((label) => priorityOfLabel(label) !== null)
  const others = priorities.filter((label) => priorityOfLabel(label) !== ownPriority?.value)
  return {
    byPeople,
    type: byPeople ?? typeOfLabels(namesOf(ruled.filter(isThere))) ?? earlierType,
    refusedType: refusedEarlier ?? typeOfLabels(namesOf(effectsOf('custom_rules', 'remove-label'))),
    // A rule has already set the priority in the mirror.
    priority: isRuled ? priorityOfLabels([`priority:${priority}`]) : priorityOfLabels(others),
    isPriorityRefused: ownPriority?.isMirrored === true && priorities.length === 0,
    own
  }
}

const wantedIn =
  (effects: readonly LabelEffect[]) =>
  (pillar: LabelEffect['pillar'], actionType: string): LabelEffect[] =>
    effects.filter((effect) => effect.pillar === pillar && effect.actionType === actionType)

const namesOf = (effects: readonly LabelEffect[]) => effects.map(({ value }) => value)

const othersThan = (some: readonly string[], labels: readonly string[]) =>
  labels.filter((label) => !some.includes(label))

/** The labels among these that the service added. */
export function serviceLabels(labels: readonly string[], effects: readonly LabelEffect[]): string[] {
  const ours = namesOf(wantedIn(effects)('triage', 'add-label'))
  return labels.filter((label) => ours.includes(label))
}
