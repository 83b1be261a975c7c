// Whether a pull request is approved: by the latest decisive review of each person who may write.
import type { HostReview } from '../host/merging.js'

export interface ApprovalRules {
  /** How many approvals are needed. */
  needed: number
  /** Whether an approval of an earlier commit does not count. */
  dismissStale: boolean
}

/** The last word of each reviewer, in the order in which they came. */
export function latestReviews(reviews: readonly HostReview[]): HostReview[] {
  const latest = new Map<string, HostReview>()
  for (const review of reviews) latest.set(review.author.toLowerCase(), review)
  return [...latest.values()].filter(({ state }) => state !== 'dismissed')
}

export interface ApprovalState {
  approvedBy: string[]
  changesRequestedBy: string[]
  isApproved: boolean
}

/** `reviews`: the latest ones of people who may write. `heads`: the head, and those that hold the same change. */
export function judgeApprovals(
  reviews: readonly HostReview[],
  { needed, dismissStale }: ApprovalRules,
  heads: readonly string[]
): ApprovalState {
  const counts = ({ sha }: HostReview) => !dismissStale || sha === null || heads.includes(sha)
  const approvedBy = reviews
    .filter((one) => one.state === 'approved' && counts(one))
    .map(({ author }) => author)
  const changesRequestedBy = reviews
    .filter(({ state }) => state === 'changes_requested')
    .map(({ author }) => author)
  const isApproved = changesRequestedBy.length === 0 && approvedBy.length >= needed
  return { approvedBy, changesRequestedBy, isApproved }
}
