// What is recorded with every change of a review: its counters, and its item in the feed of activity.
import type { Tx } from '#deps.js'
import { tallyDifference } from '#domain/counters/tally.js'
import { talliesOfReview } from '#domain/review/tallies.js'
import type { ActivityStatus } from '#schemas/activity/activity.js'
import { recordActivity } from '#store/activity/activity.js'
import type { RepoTallies } from '#store/counters/tallies.js'
import type { ReviewRow } from '#store/review/reviews.js'

export function reviewTallies(
  repoId: number,
  before: ReviewRow | undefined,
  after: ReviewRow | undefined
): RepoTallies[] {
  const tallies = (row: ReviewRow | undefined) => (row ? talliesOfReview(row) : [])
  return [{ repoId, tallies: tallyDifference(tallies(before), tallies(after)) }]
}

function activityStatus({ status, verdict, blocked }: ReviewRow): ActivityStatus {
  if (status === 'queued' || status === 'running') return 'pending'
  if (status === 'skipped') return 'skipped'
  if (status === 'error') return 'failed'
  if (blocked) return 'blocked'
  if (verdict === 'request_changes') return 'changes_requested'
  return verdict === 'approved' ? 'approved' : 'commented'
}

/** One item for each review; call this last. */
export async function recordReviewActivity(tx: Tx, review: ReviewRow): Promise<void> {
  const { id, repoId, prNumber, verdict, confidence, severities, reason, startedAt } = review
  const count = severities.reduce((sum, each) => sum + each, 0)
  const found = `${count} ${count === 1 ? 'finding' : 'findings'}`
  const result = confidence === null ? '' : `, ${confidence} confidence`
  await recordActivity(tx, [
    {
      source: 'ai_review',
      sourceId: id,
      repoId,
      targetNumber: prNumber,
      targetUrl: null,
      actionType: verdict ?? 'review',
      status: activityStatus(review),
      detail: reason ?? `Pull request #${prNumber}: ${found}${result}.`,
      createdAt: startedAt
    }
  ])
}
