// What became of a finding, by what people did with it until their pull request ended.
import type { FindingOutcome } from '#schemas/review/enums.js'

/**
 * Thumbs say it. Merged as it was, nobody thought that it mattered. A pull request that was given up says nothing against
 * a finding, whoever its thumbs are from: anybody could open one, and so silence a rule.
 */
export function outcomeAtEnd(
  opinion: { thumbsUp: number; thumbsDown: number } | undefined,
  isMerged: boolean
): FindingOutcome {
  const balance = (opinion?.thumbsUp ?? 0) - (opinion?.thumbsDown ?? 0)
  if (balance > 0) return 'helped'
  if (!isMerged) return 'open'
  return balance < 0 ? 'refused' : 'ignored'
}
