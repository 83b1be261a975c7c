// What was said of a pull request on the host, by the actions that said it.
import { and, desc, eq, sql } from 'drizzle-orm'
import { targetLabel } from '#domain/actions/actions.js'
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { reviews } from '#tables/review/reviews.js'
import { hasUnknownOutcome } from '../actions/outcomes.js'
import type { Tx } from '../sql/database.js'

export interface SaidReview {
  /** The head that it is about. */
  sha: string
  event: ArgumentsOf<'submit-review'>['event']
  /** Its id on the host, also if it arrived after its action was over; null while it is not known to be there. */
  hostId: number | null
  /** Whether it is known that it will never be there. */
  isLost: boolean
}

const MOST_SAID = 50
const LOST: readonly string[] = ['failed', 'blocked', 'cancelled']

/** All reviews of a pull request are one effect, of which the last counts. */
export const submissionKey = (prNumber: number) => `review:${prNumber}`

/** The newest first. */
export async function saidReviews(tx: Tx, repoId: number, prNumber: number): Promise<SaidReview[]> {
  const { status, hostId, arguments: args } = managedActions
  const isUnknown = sql<boolean>`coalesce(${hasUnknownOutcome(managedActions)}, false)`
  const rows = await tx
    .select({ sha: reviews.commitSha, status, hostId, args, isUnknown })
    .from(managedActions)
    .innerJoin(reviews, eq(reviews.id, managedActions.sourceId))
    .where(
      and(
        eq(managedActions.repoId, repoId),
        eq(managedActions.actionKey, submissionKey(prNumber)),
        eq(managedActions.target, targetLabel({ type: 'pr', number: prNumber }))
      )
    )
    .orderBy(desc(managedActions.id))
    .limit(MOST_SAID)
  return rows.map((row) => {
    // Cast at the database boundary: the service wrote these arguments.
    const { event } = JSON.parse(row.args) as ArgumentsOf<'submit-review'>
    const isLost = LOST.includes(row.status) && row.hostId === null && !row.isUnknown
    return { sha: row.sha, event, hostId: row.hostId, isLost }
  })
}
