// What is still to follow upon actions that have ended: kept with them until it is done, however often it fails.
import { asc, eq, lte } from 'drizzle-orm'
import { managedActions } from '#tables/actions/managed-actions.js'
import type { Tx } from '../sql/database.js'
import type { ActionRow } from './actions.js'

const actions = managedActions

/** What follows upon it is asked for; where nothing has come of that by then, it is asked for once more. */
export async function scheduleFollowUp(tx: Tx, id: number, followAfter: Date): Promise<void> {
  await tx.update(actions).set({ followAfter }).where(eq(actions.id, id))
}

/** In the transaction that does what follows. */
export async function completeFollowUp(tx: Tx, id: number): Promise<void> {
  await tx.update(actions).set({ followAfter: null }).where(eq(actions.id, id))
}

/** Held for this transaction, the longest due first; what somebody else holds is left to them. */
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
