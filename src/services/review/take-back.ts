// Takes back what earlier reviews said on the host, once it does not hold any more.
import type { Deps, Tx } from '#deps.js'
import { givenApprovals, outdatedReviews } from '#domain/review/said.js'
import { dismissalReason, outdatedApproval } from '#domain/review/texts.js'
import type { ReviewVerdict } from '#schemas/review/enums.js'
import type { ActionRow } from '#store/actions/actions.js'
import { type SaidReview, saidReviews } from '#store/review/posted.js'
import { lastCompletedReview, type ReviewRow } from '#store/review/reviews.js'
import { proposeAction } from '../actions/propose.js'

/** The common part of the actions of a review, beside its check. */
export function reviewAction({ review, decisionId }: { review: ReviewRow; decisionId: number | null }) {
  const { id, repoId, prNumber } = review
  return {
    repoId,
    pillar: 'ai_review',
    source: 'ai_review',
    sourceId: id,
    target: { type: 'pr', number: prNumber },
    decisionId
  } as const
}

interface Ended {
  review: ReviewRow
  decisionId: number | null
}

interface Superseding extends Ended {
  told: { verdict: ReviewVerdict }
  event: SaidReview['event']
  said: readonly SaidReview[]
  /** How many findings are open of what was not looked at this time. */
  unseen: number
}

/** An earlier request for changes would go on blocking the merge, and an approval go on allowing it. */
export async function takeBack(deps: Deps, tx: Tx, superseding: Superseding): Promise<void> {
  const { review, told, said, unseen, event } = superseding
  if (told.verdict === 'error') return dismiss(deps, tx, superseding, givenApprovals(said))
  // What was requested of files that were not looked at is still requested.
  const stands = said.filter((one) => !(one.event === 'REQUEST_CHANGES' && unseen > 0))
  const message = dismissalReason(review.commitSha)
  await dismiss(deps, tx, { ...superseding, message }, outdatedReviews(stands, event))
}

/** A change that is looked at anew, or was not looked at, is not approved. */
export async function takeBackApprovals(deps: Deps, tx: Tx, ended: Ended): Promise<void> {
  const { repoId, prNumber } = ended.review
  await dismiss(deps, tx, ended, givenApprovals(await saidReviews(tx, repoId, prNumber)))
}

async function dismiss(
  deps: Deps,
  tx: Tx,
  { review, decisionId, message }: Ended & { message?: string },
  hostIds: readonly number[]
): Promise<void> {
  for (const reviewId of hostIds) {
    await proposeAction(deps, tx, {
      ...reviewAction({ review, decisionId }),
      actionType: 'dismiss-review',
      arguments: { review_id: reviewId, message: message ?? outdatedApproval(review.commitSha) },
      actionKey: `dismiss-review:${reviewId}`,
      isOnce: true
    })
  }
}

/** A review that arrived after a later one had replaced it: nobody has taken it back yet. */
export async function takeBackLate(deps: Deps, tx: Tx, row: ActionRow): Promise<void> {
  const { actionType, status, hostId, repoId, targetNumber: prNumber } = row
  if (actionType !== 'submit-review' || status !== 'cancelled' || hostId === null || prNumber === null) return
  const review = await lastCompletedReview(tx, { repoId, prNumber })
  const said = (await saidReviews(tx, repoId, prNumber)).find((one) => one.hostId === hostId)
  if (!review || !said || said.event === 'COMMENT') return
  const isStillSo = said.event === 'REQUEST_CHANGES' && review.verdict === 'request_changes'
  if (isStillSo) return
  const message = dismissalReason(review.commitSha)
  await dismiss(deps, tx, { review, decisionId: review.decisionId, message }, [hostId])
}
