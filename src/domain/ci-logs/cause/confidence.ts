// Confidence of a diagnosis: the share of similar diagnoses that were right.
import type { RankedCauses, ScoredHit } from './score.js'

const MOST = 0.97
/** A symptom shows that something failed; its own type is a guess. */
const MOST_OF_SYMPTOM = 0.55
/** Hints alone are too weak for a repair. */
const MOST_OF_HINT = 0.45

export function causeConfidence(ranked: RankedCauses | null): number {
  if (!ranked) return 0
  const { best, rival } = ranked
  const margin = 1 - (rival?.score ?? 0) / best.score
  const sure = 0.1 + 0.6 * Math.min(1, best.score / 9) + 0.35 * Math.max(0, margin)
  return Math.round(100 * Math.min(maximumConfidence(best), sure)) / 100
}

function maximumConfidence({ rule }: ScoredHit): number {
  if (rule.role === 'hint') return MOST_OF_HINT
  return rule.role === 'symptom' ? MOST_OF_SYMPTOM : MOST
}
