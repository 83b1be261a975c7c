// Diagnoses a failed job: the type of failure, whether a re-run would help, and the lines that show it.
import type { FailureType } from '#schemas/mirror/ci.js'
import { causeSentence } from './cause/cause.js'
import { causeConfidence } from './cause/confidence.js'
import type { LogFacts } from './cause/facts.js'
import { type ScoredHit, scoreHits } from './cause/score.js'
import { failureSignature } from './cause/signature.js'
import { extractLines, type LogChunk } from './extract.js'
import { judgeCause, judgedCandidates } from './judgement/judge.js'
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

/** A re-run that cannot help hides a failure, so the chance that it passes has to be high. */
export const LEAST_TO_RERUN = 0.7

export function diagnose(facts: LogFacts): Diagnosis {
  const hits = scoreHits(facts)
  const judged = judgeCause(judgedCandidates(facts, hits))
  const best = judged?.best
  const type = best?.rule.type ?? 'unknown'
  const quoted = best ? findQuotedLine(facts, best) : null
  return {
    type,
    transient: judged !== null && judged.passes >= LEAST_TO_RERUN,
    confidence: causeConfidence(judged),
    ...failurePointers(hits, type, quoted),
    cause: causeSentence(type, quoted?.text, facts.read),
    rule: best?.rule.id ?? null,
    signature: failureSignature(type, best),
    extract: extractLines(facts, linesToShow(best, quoted, hits)),
    evidence: collectEvidence(best, hits)
  }
}

/**
 * The lines to show, most important first: the quoted line, then the root cause, which need not have the best score. A
 * hint is less precise than an error line and comes last.
 */
function linesToShow(
  best: ScoredHit | undefined,
  quoted: QuotedLine | null,
  hits: readonly ScoredHit[]
): number[] {
  const lines = hits.map(({ line }) => line)
  if (!best || !quoted) return lines
  const { line, rule } = best
  return rule.role === 'hint' ? [...lines, line] : [quoted.line, line, ...lines]
}

function collectEvidence(best: ScoredHit | undefined, hits: readonly ScoredHit[]): DiagnosisEvidence[] {
  const weak = best?.rule.role === 'hint' ? [best] : []
  return [...weak, ...hits].slice(0, MOST_EVIDENCE).map(hitEvidence)
}

const hitEvidence = ({ line, rule, score }: ScoredHit): DiagnosisEvidence => ({
  line,
  rule: rule.id,
  type: rule.type,
  score: Math.round(score * 100) / 100
})
