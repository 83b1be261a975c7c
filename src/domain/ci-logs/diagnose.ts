// Says of what type a failed job is, whether a re-run would help, and which lines show it.
import type { FailureType } from '#schemas/mirror/ci.js'
import { causeSentence } from './cause/cause.js'
import { causeConfidence } from './cause/confidence.js'
import type { LogFacts } from './cause/facts.js'
import { rankHints } from './cause/hint-ranking.js'
import { type RankedCauses, rankCauses, type ScoredHit, scoreHits } from './cause/score.js'
import { failureSignature } from './cause/signature.js'
import { extractLines, type LogChunk } from './extract.js'
import { type FailurePointers, failurePointers } from './pointers.js'
import { findQuotedLine, type QuotedLine } from './quoted-line.js'

export interface DiagnosisEvidence {
  line: number
  rule: string
  type: FailureType
  score: number
}

export interface Diagnosis extends FailurePointers {
  type: FailureType
  transient: boolean
  /** How often diagnoses that stood like this one were right. */
  confidence: number
  cause: string
  /** The rule or hint that decided; null where none speaks. */
  rule: string | null
  signature: string
  extract: LogChunk[]
  evidence: DiagnosisEvidence[]
}

const MOST_EVIDENCE = 10

/** Of a log that could not be read. */
export const UNREADABLE_LOG: LogFacts = {
  read: 'nothing',
  lineCount: 0,
  hits: [],
  marks: [],
  lines: new Map()
}

/** What a plain re-run cures by nature; a rule may know better. */
const TRANSIENT: ReadonlySet<FailureType> = new Set<FailureType>(['network', 'rate_limit', 'runner_infra'])

export function diagnose(facts: LogFacts): Diagnosis {
  const hits = scoreHits(facts)
  const standing = rankCauses(hits) ?? rankHints(facts)
  const type = standing?.best.rule.type ?? 'unknown'
  const told = standing && findQuotedLine(facts, standing.best)
  return {
    type,
    transient: standing ? isTransient(standing.best) : false,
    confidence: causeConfidence(standing),
    ...failurePointers(hits, type, told),
    cause: causeSentence(type, told?.text, facts.read),
    rule: standing?.best.rule.id ?? null,
    signature: failureSignature(type, standing?.best),
    extract: extractLines(facts, linesToShow(standing, told, hits)),
    evidence: collectEvidence(standing, hits)
  }
}

/** A re-run that does not help hides the failure for as long as it takes: weak words do not ask for one. */
const LEAST_SCORE = 5
const STRONG_WEIGHT = 8
const LEAST_OF_HINT = 3

function isTransient({ rule, score }: ScoredHit): boolean {
  if (rule.role === 'hint') return rule.transient === true && score >= LEAST_OF_HINT
  return (
    (score >= LEAST_SCORE || rule.weight >= STRONG_WEIGHT) && (rule.transient ?? TRANSIENT.has(rule.type))
  )
}

/**
 * The lines to show, the first first: what is quoted, and then the root, which need not be the loudest hit. A hint lies
 * less surely at the cause than a line that speaks of an error.
 */
function linesToShow(
  standing: RankedCauses | null,
  told: QuotedLine | null,
  hits: readonly ScoredHit[]
): number[] {
  const lines = hits.map(({ line }) => line)
  if (!standing || !told) return lines
  const { line, rule } = standing.best
  return rule.role === 'hint' ? [...lines, line] : [told.line, line, ...lines]
}

function collectEvidence(standing: RankedCauses | null, hits: readonly ScoredHit[]): DiagnosisEvidence[] {
  const weak = standing?.best.rule.role === 'hint' ? [standing.best] : []
  return [...weak, ...hits].slice(0, MOST_EVIDENCE).map(hitEvidence)
}

const hitEvidence = ({ line, rule, score }: ScoredHit): DiagnosisEvidence => ({
  line,
  rule: rule.id,
  type: rule.type,
  score: Math.round(score * 100) / 100
})
