// Reads the answer of the first pass: the findings that are valid each by itself, and what it says of the whole change.
import { isObject, valueAt } from '#domain/json/path.js'
import type { Json } from '#schemas/common.js'
import { MOST_MODEL_FINDINGS } from '#schemas/review/answers.js'
import { CORRECTNESS, type Correctness, REVIEW_SEVERITIES } from '#schemas/review/enums.js'
import { LONGEST_FINDING_TEXT } from '#schemas/review/findings.js'
import { answersIn } from './answer.js'
import { inertWords } from './inert.js'
import { distinctFindings, type IgnoredModelFinding, type ModelFinding } from './model-finding.js'
import { ratioIn, readFindings, wordIn } from './read-finding.js'

/** What the model says of the change as a whole; null where it does not say. */
export interface ReviewOverall {
  correctness: Correctness | null
  confidence: number | null
  explanation: string | null
}

export interface ReviewReading {
  findings: ModelFinding[]
  ignored: IgnoredModelFinding[]
  overall: ReviewOverall
}

/** A value or a text; undefined if it is no review, or if none of its findings is valid. */
export const readReviewAnswer = (said: Json): ReviewReading | undefined => firstReading(answersIn(said))

/** What finds nothing may be quoted from the change, so that an answer that finds something goes first. */
function firstReading(values: Iterable<Json>): ReviewReading | undefined {
  let empty: ReviewReading | undefined
  for (const value of values) {
    const reading = readingOf(value)
    if (reading && reading.findings.length > 0) return reading
    empty ??= reading
  }
  return empty
}

function readingOf(value: Json): ReviewReading | undefined {
  const answer = Array.isArray(value) ? answerOfList(value) : value
  const items = valueAt(answer, 'findings')
  if (!Array.isArray(items)) return undefined
  const { findings, ignored } = readFindings(items)
  const overall = overallIn(answer)
  // Silence is no approval: an answer without valid findings must say in words that there is nothing to find.
  const isSaying = items.length === 0 ? overall.correctness !== null : findings.length > 0
  if (!isSaying) return undefined
  return { findings: gravestOf(findings), ignored: ignored.slice(0, MOST_MODEL_FINDINGS), overall }
}

/** A list of findings, among which an object may speak of the whole. */
function answerOfList(items: readonly Json[]): Json {
  const objects = items.filter(isObject)
  const isOverall = (item: Json) => valueAt(item, 'overall_correctness') !== undefined
  const findings = objects.filter((item) => !isOverall(item))
  if (!findings.some((item) => typeof item['title'] === 'string')) return null
  return { ...objects.find(isOverall), findings }
}

function overallIn(answer: Json): ReviewOverall {
  return {
    correctness: wordIn(CORRECTNESS, valueAt(answer, 'overall_correctness')) ?? null,
    confidence: ratioIn(valueAt(answer, 'overall_confidence')) ?? null,
    explanation: inertWords(valueAt(answer, 'overall_explanation'), LONGEST_FINDING_TEXT) || null
  }
}

/** The gravest first, each once, and no more than anybody reads. */
export function gravestOf(findings: readonly ModelFinding[], most = MOST_MODEL_FINDINGS): ModelFinding[] {
  const rank = ({ severity }: ModelFinding) => REVIEW_SEVERITIES.indexOf(severity)
  return distinctFindings([...findings].sort((a, b) => rank(a) - rank(b))).slice(0, most)
}
