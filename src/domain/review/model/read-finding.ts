// Reads one finding of the language model. What it leaves out is filled in; without a title and a priority it is ignored.
import { isObject, valueAt } from '#domain/json/path.js'
import type { Json } from '#schemas/common.js'
import { FINDING_PRIORITIES, type FindingPriority } from '#schemas/review/answers.js'
import { FINDING_CATEGORIES, REVIEW_SEVERITIES, type ReviewSeverity } from '#schemas/review/enums.js'
import { LONGEST_FINDING_TEXT, LONGEST_FINDING_TITLE } from '#schemas/review/findings.js'
import { inertPath, inertWords } from './inert.js'
import type { IgnoredModelFinding, ModelFinding } from './model-finding.js'

const SEVERITY_OF_PRIORITY: Readonly<Record<FindingPriority, ReviewSeverity>> = {
  P0: 'critical',
  P1: 'high',
  P2: 'medium',
  P3: 'low'
}

/** What counts for a finding without them. */
const USUAL_CATEGORY = 'bug'
const USUAL_CONFIDENCE = 0.5
const LAST_LINE = 2_147_483_647

/** Many models write the priority before the title. */
const PRIORITY_IN_TITLE = /^\s{0,3}\[(P[0-3])\]/i

export function readFinding(item: Json): ModelFinding | IgnoredModelFinding {
  const title = inertWords(withoutPriority(valueAt(item, 'title')), LONGEST_FINDING_TITLE)
  const severity = severityIn(item)
  const finding: ModelFinding = {
    category: wordIn(FINDING_CATEGORIES, valueAt(item, 'category')) ?? USUAL_CATEGORY,
    severity: severity ?? 'info',
    title: title || 'A finding without a title',
    description: inertWords(valueAt(item, 'description'), LONGEST_FINDING_TEXT) || title || 'No description.',
    suggestion: inertWords(valueAt(item, 'suggestion'), LONGEST_FINDING_TEXT) || null,
    ...placeIn(item),
    confidence: ratioIn(valueAt(item, 'confidence')) ?? USUAL_CONFIDENCE,
    rule: null
  }
  if (title === '') return { finding, reason: 'missing_title' }
  return severity === undefined ? { finding, reason: 'invalid_priority' } : finding
}

/** A line says something only within a file. */
function placeIn(item: Json): Pick<ModelFinding, 'file' | 'line'> {
  const file = inertPath(valueAt(item, 'file'))
  const line = valueAt(item, 'line')
  const isLine = typeof line === 'number' && Number.isInteger(line) && line >= 1 && line <= LAST_LINE
  return { file, line: isLine && file !== null ? line : null }
}

/** By its priority, as a word or as a number, by the word of a severity, or by what its title begins with. */
export function severityIn(item: Json): ReviewSeverity | undefined {
  const [priority, title] = [valueAt(item, 'priority'), valueAt(item, 'title')]
  const inTitle = typeof title === 'string' ? PRIORITY_IN_TITLE.exec(title)?.[1] : undefined
  const known =
    wordIn(FINDING_PRIORITIES, typeof priority === 'number' ? `P${priority}` : priority) ??
    wordIn(REVIEW_SEVERITIES, valueAt(item, 'severity')) ??
    wordIn(FINDING_PRIORITIES, inTitle)
  return known === undefined ? undefined : isPriority(known) ? SEVERITY_OF_PRIORITY[known] : known
}

const isPriority = (word: FindingPriority | ReviewSeverity): word is FindingPriority =>
  wordIn(FINDING_PRIORITIES, word) !== undefined

const withoutPriority = (title: Json | undefined) =>
  typeof title === 'string' ? title.replace(PRIORITY_IN_TITLE, '') : undefined

/** The word of the list that the value is, in whatever case. */
export function wordIn<const Word extends string>(
  words: readonly Word[],
  value: Json | undefined
): Word | undefined {
  if (typeof value !== 'string') return undefined
  const said = value.trim().toLowerCase()
  return words.find((word) => word.toLowerCase() === said)
}

export function ratioIn(value: Json | undefined): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined
}

/** Divides a list of findings into those that count and those that do not. */
export function readFindings(items: readonly Json[]): {
  findings: ModelFinding[]
  ignored: IgnoredModelFinding[]
} {
  const findings: ModelFinding[] = []
  const ignored: IgnoredModelFinding[] = []
  for (const item of items) {
    const read = readFinding(isObject(item) ? item : {})
    if ('finding' in read) ignored.push(read)
    else findings.push(read)
  }
  return { findings, ignored }
}
