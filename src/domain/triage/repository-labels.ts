// Which of the labels that a repository offers say what was found: no other is ever put on. And what labels say of
// priority and size, which is less than what they say of kinds.
import { PRIORITIES, type Priority } from '#schemas/mirror/issues.js'
import { SIZES } from '#schemas/mirror/pull-requests.js'
import type { TriageType } from '#schemas/triage/triage.js'
import { bareName, typeOfLabels } from './labels.js'
import type { ChangeSize } from './pull.js'

/** The first that there is is taken. What only may mean the kind, such as `crash`, is learnt from and never put on. */
const NAMES: Readonly<Record<TriageType, readonly string[]>> = {
  bug: ['bug', 'bugs', 'defect'],
  feature: ['enhancement', 'feature', 'feature request', 'feature-request', 'improvement'],
  question: ['question', 'questions', 'support'],
  documentation: ['documentation', 'docs'],
  other: []
}

export function typeLabel(type: TriageType, offered: readonly string[]): string | null {
  for (const name of NAMES[type]) {
    const found = offered.find((label) => bareName(label) === name)
    if (found !== undefined) return found
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

/** Nothing where labels say nothing of it, or two things at once. */
export function priorityOfLabels(labels: readonly string[]): Priority | null {
  const said = new Set(labels.flatMap((label) => priorityOfLabel(label) ?? []))
  const [priority] = said
  return priority !== undefined && said.size === 1 ? priority : null
}

/** The two ways of writing it that are known on the host. */
export const hasPriorityLabel = (priority: Priority, offered: readonly string[]): boolean =>
  offered.some((label) => [`priority:${priority}`, `priority: ${priority}`].includes(label.toLowerCase()))

/** Whether a label says anything that triage says as well. */
export const isTriageLabel = (label: string): boolean =>
  typeOfLabels([label]) !== null || priorityOfLabel(label) !== null || sizeOfLabel(label) !== null
