// Runs of the reconciler, and what each of them still waits for.
import { and, asc, eq, gt, inArray, isNull, lt, lte, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { repositories } from '#tables/mirror/repositories.js'
import { reconcileStates } from '#tables/reconciler/reconcile-states.js'
import { reconciliationRuns } from '#tables/reconciler/reconciliation-runs.js'
import { reconciliationTasks } from '#tables/reconciler/reconciliation-tasks.js'
import { isSuspended } from '../mirror/repositories.js'
import type { Db, Tx } from '../sql/database.js'

export type ReconciliationRunRow = typeof reconciliationRuns.$inferSelect
export type NewReconciliationRun = Pick<
  typeof reconciliationRuns.$inferInsert,
  'triggeredBy' | 'repoId' | 'installationId' | 'dryRun' | 'claim' | 'isSpread'
>

/** Undefined if the same run is in progress. */
export async function insertReconciliationRun(
  tx: Tx,
  run: NewReconciliationRun,
  at: Date
): Promise<ReconciliationRunRow | undefined> {
  const [row] = await tx
    .insert(reconciliationRuns)
    .values({ ...run, status: 'running', spreadTo: 0, startedAt: at, progressAt: at })
    .onConflictDoNothing()
    .returning()
  return row
}

export async function runOfClaim(tx: Tx, claim: string): Promise<ReconciliationRunRow | undefined> {
  const [row] = await tx.select().from(reconciliationRuns).where(eq(reconciliationRuns.claim, claim))
  return row
}

export async function reconciliationRunById(db: Db, id: number): Promise<ReconciliationRunRow | undefined> {
  const [row] = await db.select().from(reconciliationRuns).where(eq(reconciliationRuns.id, id))
  return row
}

export async function noteRunJob(tx: Tx, id: number, jobId: string): Promise<void> {
  await tx.update(reconciliationRuns).set({ jobId }).where(eq(reconciliationRuns.id, id))
}

const areWritable = (): SQL | undefined =>
  and(isNull(repositories.deletedAt), eq(repositories.archived, false), sql`not ${isSuspended(repositories)}`)

/** The next live repositories of a run, by id; not those that the host lets nobody change. */
export async function repositoriesToSpread(
  tx: Tx,
  { spreadTo, installationId }: ReconciliationRunRow,
  atOnce: number
): Promise<number[]> {
  const { hostId } = repositories
  const isOfScope = installationId === null ? undefined : eq(repositories.installationId, installationId)
  const rows = await tx
    .select({ hostId })
    .from(repositories)
    .where(and(gt(hostId, spreadTo), areWritable(), isOfScope))
    .orderBy(asc(hostId))
    .limit(atOnce)
  return rows.map((row) => row.hostId)
}

/** Live repositories whose turn it is, those that waited longest first; not those that a run waits for. */
export async function dueRepositories(tx: Tx, at: Date, atOnce: number): Promise<number[]> {
  const { hostId } = repositories
  const waited = tx
    .select({ one: sql`1` })
    .from(reconciliationTasks)
    .where(eq(reconciliationTasks.repoId, hostId))
  const { nextReconcileAt } = reconcileStates
  const rows = await tx
    .select({ hostId })
    .from(repositories)
    .leftJoin(reconcileStates, eq(reconcileStates.repoId, hostId))
    .where(and(areWritable(), or(isNull(nextReconcileAt), lte(nextReconcileAt, at)), notExists(waited)))
    .orderBy(sql`${nextReconcileAt} nulls first`, asc(hostId))
    .limit(atOnce)
  return rows.map((row) => row.hostId)
}

export async function countWritableRepositories(tx: Tx): Promise<number> {
  return tx.$count(repositories, areWritable())
}

export async function insertTasks(tx: Tx, runId: number, repoIds: readonly number[]): Promise<void> {
  if (repoIds.length === 0) return
  await tx
    .insert(reconciliationTasks)
    .values(repoIds.map((repoId) => ({ repoId, runId, isCorrecting: false })))
    .onConflictDoNothing()
}

export async function noteSpread(
  tx: Tx,
  id: number,
  { spreadTo, isSpread, at }: { spreadTo: number; isSpread: boolean; at: Date }
): Promise<void> {
  await tx
    .update(reconciliationRuns)
    .set({ spreadTo, isSpread, progressAt: at })
    .where(eq(reconciliationRuns.id, id))
}

/** Locked, so that each batch is spread once. */
export async function lockRunningRun(tx: Tx, id: number): Promise<ReconciliationRunRow | undefined> {
  const [row] = await tx
    .select()
    .from(reconciliationRuns)
    .where(and(eq(reconciliationRuns.id, id), eq(reconciliationRuns.status, 'running')))
    .for('update')
  return row
}

/** A repository that a run has read and now corrects; false if the run does not wait for it, or knows. */
export async function markCorrecting(tx: Tx, runId: number, repoId: number): Promise<boolean> {
  const rows = await tx
    .update(reconciliationTasks)
    .set({ isCorrecting: true })
    .where(and(isTask(runId, repoId), eq(reconciliationTasks.isCorrecting, false)))
    .returning({ runId: reconciliationTasks.runId })
  return rows.length > 0
}

const isTask = (runId: number, repoId: number) =>
  and(eq(reconciliationTasks.runId, runId), eq(reconciliationTasks.repoId, repoId))

/** Whether the run has waited for it: else it is counted already. */
export async function dropTask(
  tx: Tx,
  runId: number,
  repoId: number
): Promise<{ wasCorrecting: boolean } | undefined> {
  const [row] = await tx
    .delete(reconciliationTasks)
    .where(isTask(runId, repoId))
    .returning({ wasCorrecting: reconciliationTasks.isCorrecting })
  return row
}

/** The runs that wait for corrections of a repository. */
export async function correctingRuns(tx: Tx, repoId: number): Promise<number[]> {
  const rows = await tx
    .select({ runId: reconciliationTasks.runId })
    .from(reconciliationTasks)
    .where(and(eq(reconciliationTasks.repoId, repoId), eq(reconciliationTasks.isCorrecting, true)))
    .orderBy(reconciliationTasks.runId)
  return rows.map(({ runId }) => runId)
}

export interface RunCounts {
  checked?: number
  synced?: number
  drifted?: number
  corrected?: number
  failed?: number
  planned?: number
}

/** Call it last: many transactions count into one run. */
export async function countIntoRun(tx: Tx, id: number, counts: RunCounts, at: Date): Promise<void> {
  const { checked = 0, synced = 0, drifted = 0, corrected = 0, failed = 0, planned = 0 } = counts
  const r = reconciliationRuns
  await tx
    .update(r)
    .set({
      reposChecked: sql`${r.reposChecked} + ${checked}`,
      reposSynced: sql`${r.reposSynced} + ${synced}`,
      reposDrifted: sql`${r.reposDrifted} + ${drifted}`,
      reposCorrected: sql`${r.reposCorrected} + ${corrected}`,
      reposFailed: sql`${r.reposFailed} + ${failed}`,
      writesPlanned: sql`${r.writesPlanned} + ${planned}`,
      progressAt: at
    })
    .where(and(eq(r.id, id), eq(r.status, 'running')))
  await completeRun(tx, id, at)
}

/** Counts a repository that is gone as failed in all runs that wait for it. */
export async function failTasks(tx: Tx, repoId: number, at: Date): Promise<void> {
  const dropped = await tx
    .delete(reconciliationTasks)
    .where(eq(reconciliationTasks.repoId, repoId))
    .returning({ runId: reconciliationTasks.runId, wasCorrecting: reconciliationTasks.isCorrecting })
  dropped.sort((one, other) => one.runId - other.runId)
  for (const { runId, wasCorrecting } of dropped)
    await countIntoRun(tx, runId, { checked: wasCorrecting ? 0 : 1, failed: 1 }, at)
}

/** Ends a run that waits for nothing any more. */
export async function completeRun(tx: Tx, id: number, at: Date): Promise<void> {
  const r = reconciliationRuns
  const waited = tx
    .select({ one: sql`1` })
    .from(reconciliationTasks)
    .where(eq(reconciliationTasks.runId, r.id))
  await tx
    .update(r)
    .set({ status: 'completed', completedAt: at, claim: null })
    .where(and(eq(r.id, id), eq(r.status, 'running'), eq(r.isSpread, true), notExists(waited)))
}

/** Runs that no repository has come forward in since then. */
export async function stalledRuns(db: Db, before: Date): Promise<number[]> {
  const r = reconciliationRuns
  const rows = await db
    .select({ id: r.id })
    .from(r)
    .where(and(eq(r.status, 'running'), lt(r.progressAt, before)))
    .orderBy(r.id)
  return rows.map(({ id }) => id)
}

/** Runs that began before then and have ended. */
export async function dropRuns(
  tx: Tx,
  { before, atOnce }: { before: Date; atOnce: number }
): Promise<number> {
  const { id, startedAt, status } = reconciliationRuns
  const old = tx
    .select({ id })
    .from(reconciliationRuns)
    .where(and(lt(startedAt, before), ne(status, 'running')))
    .orderBy(startedAt)
    .limit(atOnce)
  const dropped = await tx.delete(reconciliationRuns).where(inArray(id, old)).returning({ id })
  return dropped.length
}

export async function failRun(tx: Tx, id: number, { error, at }: { error: string; at: Date }): Promise<void> {
  await tx.delete(reconciliationTasks).where(eq(reconciliationTasks.runId, id))
  await tx
    .update(reconciliationRuns)
    .set({ status: 'failed', error, completedAt: at, claim: null })
    .where(and(eq(reconciliationRuns.id, id), eq(reconciliationRuns.status, 'running')))
}
