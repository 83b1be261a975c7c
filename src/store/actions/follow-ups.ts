// Follow-ups of ended actions, stored with them until they succeed.
import { asc, eq, lte } from 'drizzle-orm'
import { managedActions } from '#tables/actions/managed-actions.js'
import type { Tx } from '../sql/database.js'
import type { ActionRow } from './actions.js'

const actions = managedActions

/** Records that a follow-up was enqueued, and when to enqueue it again if it is not done. */
export async function scheduleFollowUp(tx: Tx, id: number, followAfter: Date): Promise<void> {
  await tx.update(actions).set({ followAfter }).where(eq(actions.id, id))
}

/** Belongs into the transaction of the follow-up. */
export async function completeFollowUp(tx: Tx, id: number): Promise<void> {
  await tx.update(actions).set({ followAfter: null }).where(eq(actions.id, id))
}

/** Locks the longest due first and skips locked rows. */
export async function lockDueFollowUps(
  tx: Tx,
  now: Date,
  most: number
): Promise<Pick<ActionRow, 'id' | 'actionType' | 'evidence' | 'leasedUntil' | 'resolvedAt'>[]> {
  return tx
    .select({
      id: actions.id,
      actionType: actions.actionType,
      evidence: actions.evidence,
      leasedUntil: actions.leasedUntil,
      resolvedAt: actions.resolvedAt
    })
    .from(actions)
    .where(lte(actions.followAfter, now))
    .orderBy(asc(actions.followAfter))
    .limit(most)
    .for('update', { skipLocked: true })
}
