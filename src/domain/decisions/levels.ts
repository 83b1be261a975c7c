// Confidence and risk levels. Recorded verdicts depend on these thresholds, so they never change.
const CONFIDENCES: readonly string[] = ['low', 'medium', 'high']

/** An unknown level never suffices. */
export function isSureEnough(confidence: string, threshold: string): boolean {
  const least = CONFIDENCES.indexOf(threshold)
  return least >= 0 && CONFIDENCES.indexOf(confidence) >= least
}

const HIGH_FROM = 50
const MEDIUM_FROM = 25

export function riskLevel(score: number): 'low' | 'medium' | 'high' {
  if (score >= HIGH_FROM) return 'high'
  return score >= MEDIUM_FROM ? 'medium' : 'low'
}
