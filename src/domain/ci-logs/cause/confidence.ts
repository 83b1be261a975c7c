// How sure a diagnosis is, as the share of diagnoses like it that were right.
import type { RankedCauses, ScoredHit } from './score.js'

const MOST = 0.97
/** A symptom says that something failed; that it is of its own type is a guess. */
const MOST_OF_SYMPTOM = 0.55
/** Words without a rule are too little to repair by. */
const MOST_OF_HINT = 0.45

export function causeConfidence(standing: RankedCauses | null): number {
  if (!standing) return 0
  const { best, rival } = standing
  const margin = 1 - (rival?.score ?? 0) / best.score
  const sure = 0.1 + 0.6 * Math.min(1, best.score / 9) + 0.35 * Math.max(0, margin)
  return Math.round(100 * Math.min(maximumConfidence(best), sure)) / 100
}

function maximumConfidence({ rule }: ScoredHit): number {
  if (rule.role === 'hint') return MOST_OF_HINT
  return rule.role === 'symptom' ? MOST_OF_SYMPTOM : MOST
}
