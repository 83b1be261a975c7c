// How sure a diagnosis is, as the share of diagnoses like it that were right.
import type { Standing } from './score.js'

const MOST = 0.97
/** A symptom says that something failed; that it is of its own type is a guess. */
const MOST_OF_SYMPTOM = 0.55

export function confidenceOf(standing: Standing | null): number {
  if (!standing) return 0
  const { best, rival } = standing
  const margin = 1 - (rival?.score ?? 0) / best.score
  const sure = 0.1 + 0.6 * Math.min(1, best.score / 9) + 0.35 * Math.max(0, margin)
  return Math.round(100 * Math.min(best.rule.role === 'symptom' ? MOST_OF_SYMPTOM : MOST, sure)) / 100
}
