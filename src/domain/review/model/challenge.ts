// What a second pass, which doubts the first, makes of its findings: it may weaken them and add to them, never strengthen
// one beyond its confidence.
import { valueAt } from '#domain/json/path.js'
import type { Json } from '#schemas/common.js'
import {
  CHALLENGES,
  type ChallengeWord,
  LONGEST_CHALLENGE_NOTE,
  MOST_MISSED_RISKS
} from '#schemas/review/answers.js'
import { REVIEW_SEVERITIES, type ReviewSeverity } from '#schemas/review/enums.js'
import { answersIn } from './answer.js'
import { inertWords } from './inert.js'
import type { IgnoredModelFinding, ModelFinding } from './model-finding.js'
import { readFindings, severityIn, wordIn } from './read-finding.js'
import { gravestOf } from './review-answer.js'

interface ChallengeEntry {
  outcome: ChallengeWord
  /** What it is to be downgraded to. */
  severity: ReviewSeverity | undefined
  note: string
}

export interface ChallengeReading {
  /** By the number of the finding, from 1. */
  entries: ReadonlyMap<number, ChallengeEntry>
  missed: ModelFinding[]
  ignored: IgnoredModelFinding[]
}

/** A finding before and after the challenge. */
export interface ChallengedFinding {
  /** Null for a risk that the first pass has missed. */
  before: ModelFinding | null
  after: ModelFinding
  /** Whether a third pass has agreed with the challenge. */
  isConfirmed: boolean
}

/** A value or a text; undefined if it says nothing of any finding. */
export function readChallengeAnswer(said: Json): ChallengeReading | undefined {
  for (const value of answersIn(said)) {
    const entries = challengeEntries(entriesIn(value))
    if (entries.size > 0) return { entries, ...missedIn(value) }
  }
  return undefined
}

/** The entries of an answer, or lines that are entries themselves. */
export function entriesIn(value: Json): Json[] {
  const items = Array.isArray(value) ? value : valueAt(value, 'findings')
  return Array.isArray(items) ? items : []
}

/** The number of the finding that an entry is about. */
export function indexIn(entry: Json): number | undefined {
  const index = valueAt(entry, 'index')
  return typeof index === 'number' && Number.isInteger(index) && index >= 1 ? index : undefined
}

export const noteIn = (entry: Json): string => inertWords(valueAt(entry, 'note'), LONGEST_CHALLENGE_NOTE)

/** The first word on a finding counts; whatever is no word on one does not. */
function challengeEntries(items: readonly Json[]): Map<number, ChallengeEntry> {
  const entries = new Map<number, ChallengeEntry>()
  for (const item of items) {
    const [index, outcome] = [indexIn(item), wordIn(CHALLENGES, valueAt(item, 'outcome'))]
    if (index === undefined || outcome === undefined || entries.has(index)) continue
    entries.set(index, { outcome, severity: severityIn(item), note: noteIn(item) })
  }
  return entries
}

function missedIn(value: Json): Pick<ChallengeReading, 'missed' | 'ignored'> {
  const items = valueAt(value, 'missed_risks')
  const { findings, ignored } = readFindings(Array.isArray(items) ? items : [])
  return { missed: gravestOf(findings, MOST_MISSED_RISKS), ignored: ignored.slice(0, MOST_MISSED_RISKS) }
}

const MISSED_CONFIDENCE = 0.6

/** What nobody speaks of stays as it is. */
export function challengedFindings(
  findings: readonly ModelFinding[],
  { entries, missed }: Pick<ChallengeReading, 'entries' | 'missed'>
): ChallengedFinding[] {
  const judged = findings.map((before, at) => {
    const entry = entries.get(at + 1)
    return { before, after: entry ? challenged(before, entry) : before, isConfirmed: false }
  })
  const added = missed.map((risk) => ({
    before: null,
    after: { ...risk, confidence: MISSED_CONFIDENCE, adversarial_status: 'missed_risk' as const },
    isConfirmed: false
  }))
  return [...judged, ...added]
}

function challenged(finding: ModelFinding, { outcome, severity, note }: ChallengeEntry): ModelFinding {
  const words = { adversarial_status: outcome, ...(note === '' ? {} : { adversarial_note: note }) }
  if (outcome === 'dropped') return { ...finding, ...words }
  if (outcome === 'kept') return { ...finding, ...words, confidence: surer(finding.confidence) }
  return {
    ...finding,
    ...words,
    severity: lowerSeverity(finding.severity, severity),
    confidence: lessSure(finding.confidence)
  }
}

const STEP_UP = 0.1
const STEP_DOWN = 0.2
const LEAST_CONFIDENCE = 0.3

/** Without the remainders of binary fractions, so that 0.7 becomes 0.8. */
const rounded = (confidence: number) => Math.round(confidence * 1_000) / 1_000

const surer = (confidence: number) => Math.max(confidence, Math.min(1, rounded(confidence + STEP_UP)))

/** What was less sure before does not become surer by being doubted. */
const lessSure = (confidence: number) =>
  Math.min(confidence, Math.max(LEAST_CONFIDENCE, rounded(confidence - STEP_DOWN)))

/** The severity that was asked for if it is lower, else one step lower. */
function lowerSeverity(now: ReviewSeverity, wanted: ReviewSeverity | undefined): ReviewSeverity {
  const rank = REVIEW_SEVERITIES.indexOf(now)
  if (wanted !== undefined && REVIEW_SEVERITIES.indexOf(wanted) > rank) return wanted
  return REVIEW_SEVERITIES[rank + 1] ?? now
}
