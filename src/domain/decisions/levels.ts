// How sure and how risky something is, in words. Versions of evaluators rest on these as on the shared guards, so they stay.
const CONFIDENCES: readonly string[] = ['low', 'medium', 'high']

/** What is no word of confidence is none. */
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
