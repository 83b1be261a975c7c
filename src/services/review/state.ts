// The state of a review: it changes by compare-and-set, together with its counters.
import type { Tx } from '#deps.js'
import { changeTallied } from '#store/counters/tallies.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { lockReviewOf, type NewReviewRow, type ReviewRow, saveReview } from '#store/review/reviews.js'
import { reviewTallies } from './record.js'

/** Locks the repository and the review; undefined if either is gone, ended or begun anew. */
export async function lockAsKnown(tx: Tx, review: ReviewRow): Promise<ReviewRow | undefined> {
  if ((await lockRepository(tx, review.repoId))?.live !== true) return undefined
  const locked = await lockReviewOf(tx, review)
  return locked?.round === review.round && locked.completedAt === null ? locked : undefined
}

/** The caller holds the review. */
export async function saveState(tx: Tx, review: ReviewRow, set: Partial<NewReviewRow>): Promise<ReviewRow> {
  let saved: ReviewRow | undefined
  await changeTallied(tx, async (tallied) => {
    saved = await saveReview(tallied, review, set)
    return reviewTallies(review.repoId, review, saved)
  })
  if (!saved) throw new Error('a locked review was changed by another transaction')
  return saved
}
