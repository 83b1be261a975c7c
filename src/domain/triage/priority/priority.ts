// Rates the urgency of an issue as a sum of explained points. Texts reveal little about urgency, so `medium` is the
// default.
import type { PRIORITIES } from '#schemas/mirror/issues.js'
import type { TriageType } from '#schemas/triage/triage.js'
import { prepareText } from '../text/issue-text.js'
import type { Gravity } from './gravity.js'
import { harmOf } from './harm.js'
import { isIncidentReport, severeIncidentIn } from './severity.js'
import { URGENCY_SIGNALS, type UrgencySignal } from './urgency.js'

export type IssuePriority = (typeof PRIORITIES)[number]

export interface PriorityFacts {
  title: string
  body: string
  /** The type set by people or classified with confidence; null for a guess. */
  type: TriageType | null
  /** The number of issues closed as duplicates of this one. */
  duplicates: number
  /** People who reported or confirmed the issue, including the author. */
  reporters: number
  ageDays: number
  /** What was learned from young repositories; null in others. */
  gravity: Gravity | null
}

export interface PriorityPart {
  part: string
  points: number
}

export interface PriorityVerdict {
  priority: IssuePriority
  /** The sum of all points; higher is more urgent. */
  urgency: number
  parts: PriorityPart[]
}

/** Thresholds fitted to past issues of one large project. */
const CRITICAL_FROM = 26
const HIGH_FROM = 16
const LOW_BELOW = -6

/** Enough for `critical` by itself. */
const GRAVE_POINTS = CRITICAL_FROM
const MOST_TITLE = 300
const MOST_POINTS_FOR_PEOPLE = 12
const SHORT_TEXT = 80
const LONG_TEXT = 600

export function ratePriority(facts: PriorityFacts): PriorityVerdict {
  const head = facts.title.slice(0, MOST_TITLE)
  const grave = partsOfGravity(head)
  // A severe report cannot lose urgency through everyday words: one about a leak on the comments page is not about
  // comments.
  const isRaisedAlone = grave.length > 0 || isIncidentReport(head)
  const counts = ({ points }: PriorityPart) => (isRaisedAlone ? points > 0 : points !== 0)
  const told = [...grave, ...partsOfText(facts).filter(counts)]
  const parts = [
    ...partsOfHarm(harmTold(head, facts), sumOf(told)),
    ...told,
    ...partsOfPeople(facts).filter(counts)
  ]
  const urgency = sumOf(parts)
  return { priority: priorityOf(urgency), urgency, parts }
}

const sumOf = (parts: readonly PriorityPart[]) => parts.reduce((sum, { points }) => sum + points, 0)

function priorityOf(urgency: number): IssuePriority {
  if (urgency >= CRITICAL_FROM) return 'critical'
  if (urgency >= HIGH_FROM) return 'high'
  return urgency < LOW_BELOW ? 'low' : 'medium'
}

/** Ignores the guessed type, because a data loss may be reported as a question. */
function partsOfGravity(title: string): PriorityPart[] {
  const grave = severeIncidentIn(title)
  return grave === undefined ? [] : [{ part: `${grave}, in the title`, points: GRAVE_POINTS }]
}

/** In a young repository the words of harm are one sign among others. */
function harmTold(title: string, { body, gravity }: PriorityFacts): string | undefined {
  const harm = harmOf(title, body)
  if (gravity === null) return harm
  if (!gravity.isGrave) return undefined
  return harm ?? ['reads like great harm', ...gravity.because].join(', ')
}

/** What lacks to `high`: harm makes an issue as urgent as that, whatever else is told, and no more. */
function partsOfHarm(harm: string | undefined, told: number): PriorityPart[] {
  if (told >= HIGH_FROM) return []
  return harm === undefined ? [] : [{ part: harm, points: HIGH_FROM - told }]
}

function partsOfText({ title, body, type }: PriorityFacts): PriorityPart[] {
  const text = prepareText({ title, body })
  const words = [...text.prose.map(({ word }) => word), ...text.code].join(' ')
  const head = text.title.map(({ word }) => word).join(' ')
  const signals = URGENCY_SIGNALS.flatMap((signal) => partsOf(signal, head, words))
  const length = body.trim().length
  return [
    ...signals,
    { part: 'says little', points: length < SHORT_TEXT ? -5 : 0 },
    { part: 'is told at length', points: length > LONG_TEXT ? 3 : 0 },
    { part: 'is a question', points: type === 'question' ? -4 : 0 }
  ]
}

function partsOf(
  { name, pattern, inTitle, inText }: UrgencySignal,
  title: string,
  text: string
): PriorityPart[] {
  const parts: PriorityPart[] = []
  if (pattern.test(title)) parts.push({ part: `${name}, in the title`, points: inTitle })
  if (pattern.test(text)) parts.push({ part: `${name}, in the text`, points: inText })
  return parts
}

/** More affected people mean more urgency, with diminishing growth. */
function partsOfPeople({ duplicates, reporters, ageDays, type }: PriorityFacts): PriorityPart[] {
  const growing = (count: number, each: number) =>
    Math.min(MOST_POINTS_FOR_PEOPLE, Math.round(each * Math.log2(1 + Math.max(0, count))))
  const isOldRequest = type === 'feature' && ageDays > 365
  return [
    { part: `${duplicates} reported it again`, points: growing(duplicates, 4) },
    { part: `${reporters} people have it`, points: growing(reporters - 1, 3) },
    { part: 'a wish that has waited for a year', points: isOldRequest ? -2 : 0 }
  ]
}
