// Says of what type a failed job is, whether a re-run would help, and which lines show it.
import type { FailureType } from '../../../schemas/ci.js'
import { causeOf } from './cause.js'
import { confidenceOf } from './confidence.js'
import { type Chunk, extractOf } from './extract.js'
import type { LogFacts } from './facts.js'
import { type Pointers, pointersOf } from './pointers.js'
import { type ScoredHit, scored, standingOf } from './score.js'
import { signatureOf } from './signature.js'

export interface Evidence {
  line: number
  rule: string
  type: FailureType
  score: number
}

export interface Diagnosis extends Pointers {
  type: FailureType
  transient: boolean
  /** How often diagnoses that stood like this one were right. */
  confidence: number
  cause: string
  signature: string
  extract: Chunk[]
  evidence: Evidence[]
}

const MOST_EVIDENCE = 10

/** What a plain re-run cures by nature; a rule may know better. */
const TRANSIENT: ReadonlySet<FailureType> = new Set<FailureType>(['network', 'rate_limit', 'runner_infra'])

export function diagnose(facts: LogFacts): Diagnosis {
  const hits = scored(facts)
  const standing = standingOf(hits)
  const type = standing?.best.rule.type ?? 'unknown'
  const pointers = pointersOf(hits, type)
  return {
    type,
    transient: standing ? isTransient(standing.best) : false,
    confidence: confidenceOf(standing),
    ...pointers,
    cause: causeOf(type, standing?.best.text),
    signature: signatureOf(type, standing?.best),
    // A root need not be the loudest hit.
    extract: extractOf(facts, standing ? [standing.best, ...hits] : hits),
    evidence: hits.slice(0, MOST_EVIDENCE).map(evidenceOf)
  }
}

/** A re-run that does not help hides the failure for as long as it takes: weak words do not ask for one. */
const LEAST_SCORE = 5
const STRONG_WEIGHT = 8

const isTransient = ({ rule, score }: ScoredHit) =>
  (score >= LEAST_SCORE || rule.weight >= STRONG_WEIGHT) && (rule.transient ?? TRANSIENT.has(rule.type))

const evidenceOf = ({ line, rule, score }: ScoredHit): Evidence => ({
  line,
  rule: rule.id,
  type: rule.type,
  score: Math.round(score * 100) / 100
})
