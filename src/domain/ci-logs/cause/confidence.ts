// Confidence of a diagnosis: the share of similar diagnoses that were right.
import type { CauseJudgement } from '../judgement/judge.js'

const HIGHEST_CONFIDENCE = 0.97
/** A symptom shows that something failed; its own type is a guess. */
const HIGHEST_OF_SYMPTOM = 0.55
/** Hints alone are too weak for a repair. */
const HIGHEST_OF_HINT = 0.45

export function causeConfidence(judged: CauseJudgement | null): number {
  if (!judged) return 0
  return Math.round(100 * Math.min(maximumConfidence(judged), judged.chance)) / 100
}

export function maximumConfidence({ best: { rule } }: CauseJudgement): number {
  if (rule.role === 'hint') return HIGHEST_OF_HINT
  return rule.role === 'symptom' ? HIGHEST_OF_SYMPTOM : HIGHEST_CONFIDENCE
}
