// What became of a finding, by what people did with it until their pull request ended.
import type { FindingOutcome } from '#schemas/review/enums.js'

interface Opinion {
  thumbsUp: number
  thumbsDown: number
}

interface End {
  isMerged: boolean
  /** Somebody resolved the conversation about it. */
  isResolved: boolean
}

/**
 * Thumbs say it. Of what was merged as it was, somebody decided against the finding if they resolved its conversation;
 * otherwise nobody thought that it mattered. A pull request that was given up says nothing against a finding, whoever its
 * thumbs are from: anybody could open one, and so silence a rule.
 */
export function outcomeAtEnd(opinion: Opinion | undefined, { isMerged, isResolved }: End): FindingOutcome {
  const balance = (opinion?.thumbsUp ?? 0) - (opinion?.thumbsDown ?? 0)
  if (balance > 0) return 'helped'
  if (!isMerged) return 'open'
  return balance < 0 || isResolved ? 'refused' : 'ignored'
}
