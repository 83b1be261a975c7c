// What was said of a pull request on the host, by the actions that said it.
import { and, desc, eq } from 'drizzle-orm'
import { targetLabel } from '#domain/actions/actions.js'
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { reviews } from '#tables/review/reviews.js'
import type { Tx } from '../sql/database.js'

export interface SaidReview {
  /** The head that it is about. */
  sha: string
  event: ArgumentsOf<'submit-review'>['event']
  /** Its id on the host; null if it is not there. */
  hostId: number | null
  /** Whether it will never be there. */
  isLost: boolean
}

const MOST_SAID = 50
const LOST: readonly string[] = ['failed', 'blocked', 'cancelled']
const THERE: readonly string[] = ['succeeded', 'reconciled']

/** All reviews of a pull request are one effect, of which the last counts. */
export const submissionKey = (prNumber: number) => `review:${prNumber}`

/** The newest first. */
export async function saidReviews(tx: Tx, repoId: number, prNumber: number): Promise<SaidReview[]> {
  const { status, hostId, arguments: args } = managedActions
  const rows = await tx
    .select({ sha: reviews.commitSha, status, hostId, args })
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
    const isThere = THERE.includes(row.status)
    return { sha: row.sha, event, hostId: isThere ? row.hostId : null, isLost: LOST.includes(row.status) }
  })
}
