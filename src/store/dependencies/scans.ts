// Scans of the dependencies of repositories.
import { and, asc, eq, gt, inArray, isNull, lt, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { dependencyScans } from '#tables/dependencies/dependency-scans.js'
import { repositories } from '#tables/mirror/repositories.js'
import { isSuspended } from '../mirror/repositories.js'
import type { Db, Tx } from '../sql/database.js'

export type ScanRow = typeof dependencyScans.$inferSelect
export type ScanEnd = Partial<
  Omit<ScanRow, 'id' | 'repoId' | 'jobId' | 'triggerEvent' | 'startedAt' | 'live'>
> &
  Pick<ScanRow, 'status'>

export interface NewScan {
  repoId: number
  jobId: string
  triggerEvent: string
  startedAt: Date
}

/** A retried job has the same id, and goes on with the same row. */
export async function beginScan(tx: Tx, scan: NewScan): Promise<ScanRow> {
  const { hostId, deletedAt } = repositories
  const live = sql<boolean>`(select ${deletedAt} is null from ${repositories} where ${hostId} = ${scan.repoId})`
  const none = { manifests: 0, packages: 0, opened: 0, fixed: 0, notes: [] }
  const [row] = await tx
    .insert(dependencyScans)
    .values({ ...scan, ...none, status: 'running', live })
    .onConflictDoUpdate({
      target: dependencyScans.jobId,
      set: { status: 'running', error: null, finishedAt: null },
      setWhere: inArray(dependencyScans.status, ['running', 'failed'])
    })
    .returning()
  return row ?? (await lockScan(tx, scan.jobId))
}

export async function lockScan(tx: Tx, jobId: string): Promise<ScanRow> {
  const [row] = await tx.select().from(dependencyScans).where(eq(dependencyScans.jobId, jobId)).for('update')
  if (!row) throw new Error('a scan that has begun has a row')
  return row
}

export async function endScan(tx: Tx, id: number, end: ScanEnd): Promise<void> {
  await tx.update(dependencyScans).set(end).where(eq(dependencyScans.id, id))
}

/** Whether one that began later has ended already. */
export async function hasLaterScan(tx: Tx, { repoId, startedAt }: ScanRow): Promise<boolean> {
  const later = and(
    eq(dependencyScans.repoId, repoId),
    eq(dependencyScans.status, 'completed'),
    gt(dependencyScans.startedAt, startedAt)
  )
  return (await tx.$count(dependencyScans, later)) > 0
}

/** Of live repositories that the host shows, and that can still change. */
export const isScannable = and(
  isNull(repositories.deletedAt),
  eq(repositories.archived, false),
  sql`not ${isSuspended(repositories)}`
)

export async function scannableRepositories(db: Db | Tx): Promise<number[]> {
  const rows = await db
    .select({ repoId: repositories.hostId })
    .from(repositories)
    .where(isScannable)
    .orderBy(asc(repositories.hostId))
  return rows.map(({ repoId }) => repoId)
}

/** Scans whose job was lost. */
export async function failStalledScans(
  tx: Tx,
  { before, error, at }: { before: Date; error: string; at: Date }
): Promise<void> {
  await tx
    .update(dependencyScans)
    .set({ status: 'failed', error, finishedAt: at })
    .where(and(sql`${dependencyScans.status} = 'running'`, lt(dependencyScans.startedAt, before)))
}

/** The last scan of each repository stays. */
export async function dropScans(
  tx: Tx,
  { before, atOnce }: { before: Date; atOnce: number }
): Promise<number> {
  const later = alias(dependencyScans, 'later')
  const isLast = notExists(
    tx
      .select({ id: later.id })
      .from(later)
      .where(and(eq(later.repoId, dependencyScans.repoId), gt(later.id, dependencyScans.id)))
  )
  const old = tx
    .select({ id: dependencyScans.id })
    .from(dependencyScans)
    .where(and(lt(dependencyScans.startedAt, before), sql`not ${isLast}`))
    .limit(atOnce)
  const gone = await tx
    .delete(dependencyScans)
    .where(inArray(dependencyScans.id, old))
    .returning({ id: dependencyScans.id })
  return gone.length
}
