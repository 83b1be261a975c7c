// The rows of reviews. A result is written only while the row is in the round that it belongs to.
import { and, desc, eq, isNull, lt, ne } from 'drizzle-orm'
import { pullRequests } from '#tables/mirror/pull-requests.js'
import { reviews } from '#tables/review/reviews.js'
import type { TalliedTx } from '../counters/tallies.js'
import type { Db, Tx } from '../sql/database.js'

export type ReviewRow = typeof reviews.$inferSelect
export type NewReviewRow = typeof reviews.$inferInsert

export interface ReviewedHead {
  repoId: number
  prNumber: number
  commitSha: string
}

export async function findReview(db: Db | Tx, id: number): Promise<ReviewRow | undefined> {
  const [found] = await db.select().from(reviews).where(eq(reviews.id, id))
  return found
}

/** Locks the review of a head; the caller holds its repository. */
export async function lockReviewOf(
  tx: Tx,
  { repoId, prNumber, commitSha }: ReviewedHead
): Promise<ReviewRow | undefined> {
  const [found] = await tx
    .select()
    .from(reviews)
    .where(and(eq(reviews.repoId, repoId), eq(reviews.prNumber, prNumber), eq(reviews.commitSha, commitSha)))
    .for('no key update')
  return found
}

/** The last review of a pull request that has a usable result. */
export async function lastCompletedReview(
  tx: Tx,
  { repoId, prNumber }: Pick<ReviewedHead, 'repoId' | 'prNumber'>
): Promise<ReviewRow | undefined> {
  const [found] = await tx
    .select()
    .from(reviews)
    .where(and(eq(reviews.repoId, repoId), eq(reviews.prNumber, prNumber), eq(reviews.status, 'completed')))
    .orderBy(desc(reviews.completedAt), desc(reviews.id))
    .limit(1)
  return found
}

/** Another open pull request with the same head, whose review fails the check of that commit. */
export async function pullBlockedAtHead(
  tx: Tx,
  { repoId, prNumber, commitSha }: ReviewedHead
): Promise<number | undefined> {
  const [found] = await tx
    .select({ number: reviews.prNumber })
    .from(reviews)
    .innerJoin(
      pullRequests,
      and(eq(pullRequests.repoId, reviews.repoId), eq(pullRequests.number, reviews.prNumber))
    )
    .where(
      and(
        eq(reviews.repoId, repoId),
        eq(reviews.commitSha, commitSha),
        reviews.blocked,
        ne(reviews.prNumber, prNumber),
        eq(pullRequests.state, 'open'),
        eq(pullRequests.headSha, commitSha),
        isNull(pullRequests.goneAt)
      )
    )
    .orderBy(reviews.prNumber)
    .limit(1)
  return found?.number
}

export async function insertReview(tx: TalliedTx, row: NewReviewRow): Promise<ReviewRow> {
  const [inserted] = await tx.insert(reviews).values(row).returning()
  if (!inserted) throw new Error('an insert without conflicts gives its row')
  return inserted
}

/** Undefined, and nothing is written, if the review has another status by now or was begun anew. */
export async function saveReview(
  tx: TalliedTx,
  { id, status, round }: Pick<ReviewRow, 'id' | 'status' | 'round'>,
  set: Partial<NewReviewRow>
): Promise<ReviewRow | undefined> {
  const [saved] = await tx
    .update(reviews)
    .set(set)
    .where(and(eq(reviews.id, id), eq(reviews.status, status), eq(reviews.round, round)))
    .returning()
  return saved
}

/** Reviews that nobody has ended since this moment. */
export async function overdueReviews(db: Db, since: Date, most: number): Promise<ReviewRow[]> {
  return db
    .select()
    .from(reviews)
    .where(and(reviews.live, isNull(reviews.completedAt), lt(reviews.startedAt, since)))
    .orderBy(reviews.startedAt)
    .limit(most)
}
