// Actions that are due to be verified or ended.
import { and, eq, isNull, lt, lte } from 'drizzle-orm'
import { actionChecks } from '#tables/actions/action-checks.js'
import { managedActions as actions } from '#tables/actions/managed-actions.js'
import type { Db, Tx } from '../sql/database.js'
import type { ActionRow } from './actions.js'

/** Succeeded actions that are due to be verified, the longest due first. */
export async function dueForCheck(db: Db, now: Date, most: number): Promise<ActionRow[]> {
  return db
    .select()
    .from(actions)
    .where(and(eq(actions.status, 'succeeded'), lte(actions.checkAfter, now)))
    .orderBy(actions.checkAfter, actions.id)
    .limit(most)
}

export async function postponeCheck(tx: Tx, id: number, until: Date): Promise<void> {
  await tx
    .update(actions)
    .set({ checkAfter: until })
    .where(and(eq(actions.id, id), eq(actions.status, 'succeeded')))
}

export async function insertCheck(tx: Tx, row: typeof actionChecks.$inferInsert): Promise<void> {
  await tx.insert(actionChecks).values(row)
}

/** When an action entered its status. */
const SINCE = {
  proposed: actions.proposedAt,
  retrying: actions.proposedAt,
  approved: actions.approvedAt,
  executing: actions.executedAt
}

interface Overdue {
  status: keyof typeof SINCE
  since: Date
  most: number
}

/** Locks the rows and skips those that are locked. */
export async function overdueActions(tx: Tx, { status, since, most }: Overdue): Promise<ActionRow[]> {
  return tx
    .select()
    .from(actions)
    .where(and(eq(actions.status, status), isNull(actions.resolvedAt), lt(SINCE[status], since)))
    .orderBy(actions.proposedAt)
    .limit(most)
    .for('update', { skipLocked: true })
}
