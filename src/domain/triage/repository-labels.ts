// Chooses labels of the repository for triage results, because the service creates none, and reads priority and size
// from labels.
import { PRIORITIES, type Priority } from '#schemas/mirror/issues.js'
import { SIZES } from '#schemas/mirror/pull-requests.js'
import type { TriageType } from '#schemas/triage/triage.js'
import { bareName, typeOfLabels } from './labels.js'
import type { ChangeSize } from './pull.js'

/** The first existing label is used. Ambiguous labels such as `crash` count as training data but are never added. */
const NAMES: Readonly<Record<TriageType, readonly string[]>> = {
  bug: ['bug', 'bugs', 'defect'],
  feature: ['enhancement', 'feature', 'feature request', 'feature-request', 'improvement'],
  question: ['question', 'questions', 'support'],
  documentation: ['documentation', 'docs'],
  other: []
}

export function typeLabel(type: TriageType, offered: readonly string[]): string | null {
  for (const name of NAMES[type]) {
    const match = offered.find((label) => bareName(label) === name)
    if (match !== undefined) return match
  }
  return null
}

const SIZE = /^size\s?[:/_-]\s?(xs|s|m|l|xl)$/i

export function sizeOfLabel(label: string): ChangeSize | null {
  const word = SIZE.exec(label)?.[1]?.toUpperCase()
  return SIZES.find((size) => size === `size/${word}`) ?? null
}

export const sizeLabel = (size: ChangeSize, offered: readonly string[]): string | null =>
  offered.find((label) => sizeOfLabel(label) === size) ?? null

const PRIORITY = /^priority\s?[:/_-]\s?([a-z]+)$/i

export function priorityOfLabel(label: string): Priority | null {
  const word = PRIORITY.exec(label)?.[1]?.toLowerCase()
  return PRIORITIES.find((priority) => priority === word) ?? null
}

/** Null if the labels name no priority or contradict each other. */
export function priorityOfLabels(labels: readonly string[]): Priority | null {
  const priorities = new Set(labels.flatMap((label) => priorityOfLabel(label) ?? []))
  const [priority] = priorities
  return priority !== undefined && priorities.size === 1 ? priority : null
}

/** Both common spellings. */
export const hasPriorityLabel = (priority: Priority, offered: readonly string[]): boolean =>
  offered.some((label) => [`priority:${priority}`, `priority: ${priority}`].includes(label.toLowerCase()))

/** Whether a label expresses a type, a priority or a size. */
export const isTriageLabel = (label: string): boolean =>
  typeOfLabels([label]) !== null || priorityOfLabel(label) !== null || sizeOfLabel(label) !== null
