// What is new at this head, what people know already, and what the change has mended since it was told.
import {
  type FindingOutcome,
  REVIEW_SEVERITIES,
  type ReviewRule,
  type ReviewSeverity
} from '#schemas/review/enums.js'
import type { ReviewFinding } from '#schemas/review/findings.js'
import { titleWords } from './fingerprint.js'

/** A finding that people were told. */
interface KnownFinding {
  fingerprint: string
  file: string | null
  rule: ReviewRule | null
  outcome: FindingOutcome
}

export interface ToldComparison<Known> {
  fresh: ReviewFinding[]
  mended: Known[]
  /** Mended once, and there again: told anew. */
  returned: Known[]
  /** Still open, and not looked for this time. */
  unseen: Known[]
}

/** What was not looked for this time, or not there, is neither mended nor there. */
export function compareWithTold<Known extends KnownFinding>(
  counted: readonly ReviewFinding[],
  told: readonly Known[],
  wasLookedFor: (finding: Known) => boolean
): ToldComparison<Known> {
  const present = new Set(counted.map(({ fingerprint }) => fingerprint))
  const [gone, standing] = [told.filter(isMended), told.filter((one) => !isMended(one))]
  const known = new Set(standing.map(({ fingerprint }) => fingerprint))
  const absent = standing.filter((one) => one.outcome === 'open' && !present.has(one.fingerprint))
  return {
    fresh: counted.filter(({ fingerprint }) => !known.has(fingerprint)),
    mended: absent.filter(wasLookedFor),
    unseen: absent.filter((one) => !wasLookedFor(one)),
    returned: gone.filter(({ fingerprint }) => present.has(fingerprint))
  }
}

const isMended = ({ outcome }: KnownFinding) => outcome === 'mended'

interface TitledFinding extends KnownFinding {
  title: string
  severity: ReviewSeverity
}

/** The share of words that two titles must have in common to be about the same thing. */
const LEAST_ALIKE = 0.5

/**
 * A language model seldom says a thing twice in the same words: what it was told before, and what is still open, is known
 * by its file and words. What is graver than that is told in any case.
 */
export function recogniseFindings(
  found: readonly ReviewFinding[],
  told: readonly TitledFinding[]
): ReviewFinding[] {
  const exact = new Set(found.map(({ fingerprint }) => fingerprint))
  const free = told.filter(
    ({ rule, outcome, fingerprint }) => rule === null && outcome === 'open' && !exact.has(fingerprint)
  )
  return found.map((finding) => {
    if (finding.rule !== null || told.some(({ fingerprint }) => fingerprint === finding.fingerprint))
      return finding
    const at = free.findIndex(
      (known) =>
        known.file === finding.file &&
        !isGraver(finding, known) &&
        alike(known.title, finding.title) >= LEAST_ALIKE
    )
    const [known] = at < 0 ? [] : free.splice(at, 1)
    return known ? { ...finding, fingerprint: known.fingerprint } : finding
  })
}

const isGraver = (one: { severity: ReviewSeverity }, other: { severity: ReviewSeverity }) =>
  REVIEW_SEVERITIES.indexOf(one.severity) < REVIEW_SEVERITIES.indexOf(other.severity)

/** The words in both, of those in either. */
function alike(one: string, other: string): number {
  const [a, b] = [new Set(titleWords(one)), new Set(titleWords(other))]
  const shared = [...a].filter((word) => b.has(word)).length
  return shared / Math.max(1, a.size + b.size - shared)
}
