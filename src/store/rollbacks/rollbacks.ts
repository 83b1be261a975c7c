// Rollbacks of merges.
import { and, desc, eq, inArray, lt, ne, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { managedActions } from '#tables/actions/managed-actions.js'
import { rollbackEvents } from '#tables/rollbacks/rollback-events.js'
import { hasUnknownOutcome } from '../actions/outcomes.js'
import { bareColumns, type Db, type Tx } from '../sql/database.js'

export type RollbackRow = typeof rollbackEvents.$inferSelect
const other = alias(rollbackEvents, 'other')
const column = bareColumns(rollbackEvents)

export type NewRollback = Omit<RollbackRow, 'id'>

/** Undefined if the merge has one already that has not failed, or the failed run has one. */
export async function insertRollback(tx: Tx, row: NewRollback): Promise<RollbackRow | undefined> {
  const [inserted] = await tx.insert(rollbackEvents).values(row).onConflictDoNothing().returning()
  return inserted
}

export async function findRollback(db: Db | Tx, id: number): Promise<RollbackRow | undefined> {
  const [row] = await db.select().from(rollbackEvents).where(eq(rollbackEvents.id, id))
  return row
}

export async function lockRollback(tx: Tx, id: number): Promise<RollbackRow | undefined> {
  const [row] = await tx.select().from(rollbackEvents).where(eq(rollbackEvents.id, id)).for('update')
  return row
}

/** Undefined if its status is another by now, or another rollback of the merge has not failed. */
export async function saveRollback(
  tx: Tx,
  { id, status, repoId, mergeCommit }: RollbackRow,
  set: Partial<NewRollback>
): Promise<RollbackRow | undefined> {
  const others = tx
    .select({ id: other.id })
    .from(other)
    .where(
      and(
        eq(other.repoId, repoId),
        eq(other.mergeCommit, mergeCommit),
        ne(other.status, 'failed'),
        ne(other.id, id)
      )
    )
  const [row] = await tx
    .update(rollbackEvents)
    .set(set)
    .where(and(eq(rollbackEvents.id, id), eq(rollbackEvents.status, status), notExists(others)))
    .returning()
  return row
}

/** The rollback of a merge that has not failed or, if there is none, the last that has. */
export async function lastRollbackOf(
  db: Db | Tx,
  repoId: number,
  mergeCommit: string
): Promise<RollbackRow | undefined> {
  const isOfMerge = and(eq(rollbackEvents.repoId, repoId), eq(rollbackEvents.mergeCommit, mergeCommit))
  const [row] = await db
    .select()
    .from(rollbackEvents)
    .where(isOfMerge)
    .orderBy(sql`${rollbackEvents.status} = 'failed'`, desc(rollbackEvents.id))
    .limit(1)
  return row
}

/** The rollback that a failed run has led to. */
export async function rollbackOfRun(db: Db | Tx, repoId: number, runId: number): Promise<number | undefined> {
  const [row] = await db
    .select({ id: rollbackEvents.id })
    .from(rollbackEvents)
    .where(and(eq(rollbackEvents.repoId, repoId), eq(rollbackEvents.runId, runId)))
  return row?.id
}

/** The rollback that opened this pull request. */
export async function rollbackByPull(
  db: Db | Tx,
  repoId: number,
  revertPrNumber: number
): Promise<RollbackRow | undefined> {
  const [row] = await db
    .select()
    .from(rollbackEvents)
    .where(and(eq(rollbackEvents.repoId, repoId), eq(rollbackEvents.revertPrNumber, revertPrNumber)))
    .orderBy(desc(rollbackEvents.id))
  return row
}

export interface RevertMerge {
  number: number
  mergedAt: Date
}

/** In one statement, however many pull requests a listing has: most of them revert nothing. */
export async function saveRevertMerges(
  tx: Tx,
  repoId: number,
  merges: readonly RevertMerge[]
): Promise<void> {
  if (merges.length === 0) return
  await tx.execute(sql`update ${rollbackEvents} set ${column.revertMergedAt} = merged."mergedAt"
    from json_to_recordset(${JSON.stringify(merges)}::json) as merged (number int, "mergedAt" timestamptz)
    where ${rollbackEvents.repoId} = ${repoId} and ${rollbackEvents.revertPrNumber} = merged.number
      and ${rollbackEvents.revertMergedAt} is null`)
}

/**
 * Failed ones, by their end. The others stay, so that no merge is taken back twice, and so does one whose pull request
 * may be open after all.
 */
export async function dropFailedRollbacks(
  tx: Tx,
  { before, atOnce }: { before: Date; atOnce: number }
): Promise<number> {
  const { id, status, completedAt, actionId } = rollbackEvents
  const isOver = and(eq(status, 'failed'), lt(completedAt, before))
  const uncertain = tx
    .select({ id: managedActions.id })
    .from(managedActions)
    .where(and(eq(managedActions.id, actionId), hasUnknownOutcome(managedActions)))
  const old = tx
    .select({ id })
    .from(rollbackEvents)
    .where(and(isOver, notExists(uncertain)))
    .limit(atOnce)
  // A retry may have made one pending again meanwhile.
  const dropped = await tx
    .delete(rollbackEvents)
    .where(and(isOver, inArray(id, old)))
    .returning({ id })
  return dropped.length
}
