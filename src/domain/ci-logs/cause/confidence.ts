// Confidence of a diagnosis: the share of similar diagnoses that were right.
import type { RankedCauses, ScoredHit } from './score.js'

const HIGHEST_CONFIDENCE = 0.97
/** A symptom shows that something failed; its own type is a guess. */
const HIGHEST_OF_SYMPTOM = 0.55
/** Hints alone are too weak for a repair. */
const HIGHEST_OF_HINT = 0.45

export function causeConfidence(ranked: RankedCauses | null): number {
  if (!ranked) return 0
  const { best, rival } = ranked
  const margin = 1 - (rival?.score ?? 0) / best.score
  const confidence = 0.1 + 0.6 * Math.min(1, best.score / 9) + 0.35 * Math.max(0, margin)
  return Math.round(100 * Math.min(maximumConfidence(best), confidence)) / 100
}

function maximumConfidence({ rule }: ScoredHit): number {
  if (rule.role === 'hint') return HIGHEST_OF_HINT
  return rule.role === 'symptom' ? HIGHEST_OF_SYMPTOM : HIGHEST_CONFIDENCE
}
