// Diagnoses a failed job: the type of failure, whether a re-run would help, and the lines that show it.
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
  /** The share of similar diagnoses that were right. */
  confidence: number
  cause: string
  /** The deciding rule or hint; null if none matched. */
  rule: string | null
  signature: string
  extract: LogChunk[]
  evidence: DiagnosisEvidence[]
}

const MOST_EVIDENCE = 10

/** The facts of a log that could not be read. */
export const UNREADABLE_LOG: LogFacts = {
  read: 'nothing',
  lineCount: 0,
  hits: [],
  marks: [],
  lines: new Map()
}

/** Types that a plain re-run usually cures; a rule may override this. */
const TRANSIENT: ReadonlySet<FailureType> = new Set<FailureType>(['network', 'rate_limit', 'runner_infra'])

export function diagnose(facts: LogFacts): Diagnosis {
  const hits = scoreHits(facts)
  const ranked = rankCauses(hits) ?? rankHints(facts)
  const type = ranked?.best.rule.type ?? 'unknown'
  const quoted = ranked && findQuotedLine(facts, ranked.best)
  return {
    type,
    transient: ranked ? isTransient(ranked.best) : false,
    confidence: causeConfidence(ranked),
    ...failurePointers(hits, type, quoted),
    cause: causeSentence(type, quoted?.text, facts.read),
    rule: ranked?.best.rule.id ?? null,
    signature: failureSignature(type, ranked?.best),
    extract: extractLines(facts, linesToShow(ranked, quoted, hits)),
    evidence: collectEvidence(ranked, hits)
  }
}

/** A re-run that cannot help only delays the repair, so weak evidence does not start one. */
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
 * The lines to show, most important first: the quoted line, then the root cause, which need not have the best score. A
 * hint is less precise than an error line and comes last.
 */
function linesToShow(
  ranked: RankedCauses | null,
  quoted: QuotedLine | null,
  hits: readonly ScoredHit[]
): number[] {
  const lines = hits.map(({ line }) => line)
  if (!ranked || !quoted) return lines
  const { line, rule } = ranked.best
  return rule.role === 'hint' ? [...lines, line] : [quoted.line, line, ...lines]
}

function collectEvidence(ranked: RankedCauses | null, hits: readonly ScoredHit[]): DiagnosisEvidence[] {
  const weak = ranked?.best.rule.role === 'hint' ? [ranked.best] : []
  return [...weak, ...hits].slice(0, MOST_EVIDENCE).map(hitEvidence)
}

const hitEvidence = ({ line, rule, score }: ScoredHit): DiagnosisEvidence => ({
  line,
  rule: rule.id,
  type: rule.type,
  score: Math.round(score * 100) / 100
})
