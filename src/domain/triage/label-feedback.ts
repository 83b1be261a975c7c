// What people and rules have said of an issue by its labels, and what of its labels is the service's own.
import type { Priority } from '#schemas/mirror/issues.js'
import { TRIAGE_TYPES } from '#schemas/mirror/issues.js'
import type { TriageType } from '#schemas/triage/triage.js'
import type { FeedbackVerdict } from '#schemas/triage/words.js'
import { typeOfLabels } from './labels.js'
import { priorityOfLabel, priorityOfLabels } from './repository-labels.js'

/** An effect that is wanted on it, or was. */
export interface LabelEffect {
  pillar: 'triage' | 'custom_rules'
  actionType: string
  value: string
  /** Whether it is there by now, or was; otherwise it is still to come. */
  isDone: boolean
}

interface EarlierTriage {
  type: string | null
  heard: FeedbackVerdict | null
  heardType: string | null
}

export interface LabelFeedbackInput {
  labels: readonly string[]
  wishes: readonly LabelEffect[]
  /** What was made of it before, the newest first. */
  history: readonly EarlierTriage[]
  /** What the mirror shows. */
  priority: string | null
}

export interface LabelFeedback {
  /** By labels that are there, and that neither the service nor a rule has put on. */
  byPeople: TriageType | null
  type: TriageType | null
  refusedType: TriageType | null
  priority: Priority | null
  /** Whether somebody has taken off the priority that the service had put on. */
  isPriorityRefused: boolean
  /** Labels that are there and that the service itself has put on. */
  own: string[]
}

const typeIn = (word: string | null | undefined): TriageType | null =>
  TRIAGE_TYPES.find((type) => type === word) ?? null

/** Labels win over what was said before, and people over rules. */
export function readLabelFeedback({ labels, wishes, history, priority }: LabelFeedbackInput): LabelFeedback {
  const wanted = wantedIn(wishes)
  const own = serviceLabels(labels, wishes)
  const ruled = wanted('custom_rules', 'add-label')
  const isThere = ({ value, isDone }: LabelEffect) => !isDone || labels.includes(value)
  const byPeople = typeOfLabels(othersThan([...own, ...namesOf(ruled)], labels))
  const last = history.find(({ heard }) => heard !== null)
  const spoken = last?.heard === 'refused' ? null : typeIn(last?.heardType)
  const refused = last?.heard === 'refused' ? typeIn(last.type) : null
  const isRuled = wanted('custom_rules', 'set-priority').length > 0
  const ownPriority = wanted('triage', 'set-priority').find(({ isDone }) => isDone)?.value
  const priorities = labels.filter((label) => priorityOfLabel(label) !== null)
  const others = priorities.filter((label) => priorityOfLabel(label) !== ownPriority)
  return {
    byPeople,
    type: byPeople ?? typeOfLabels(namesOf(ruled.filter(isThere))) ?? spoken,
    refusedType: refused ?? typeOfLabels(namesOf(wanted('custom_rules', 'remove-label'))),
    // A rule has told the mirror already.
    priority: isRuled ? priorityOfLabels([`priority:${priority}`]) : priorityOfLabels(others),
    isPriorityRefused: ownPriority !== undefined && priorities.length === 0,
    own
  }
}

const wantedIn =
  (wishes: readonly LabelEffect[]) =>
  (pillar: LabelEffect['pillar'], actionType: string): LabelEffect[] =>
    wishes.filter((one) => one.pillar === pillar && one.actionType === actionType)

const namesOf = (wishes: readonly LabelEffect[]) => wishes.map(({ value }) => value)

const othersThan = (some: readonly string[], labels: readonly string[]) =>
  labels.filter((label) => !some.includes(label))

/** Of these labels those that the service itself has put on. */
export function serviceLabels(labels: readonly string[], wishes: readonly LabelEffect[]): string[] {
  const ours = namesOf(wantedIn(wishes)('triage', 'add-label'))
  return labels.filter((label) => ours.includes(label))
}
