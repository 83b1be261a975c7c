// Progress of searches through older issues.
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { BackfillProgress } from '#schemas/duplicates/duplicates.js'
import { duplicateBackfills } from '#tables/duplicates/duplicate-backfills.js'
import { repositories } from '#tables/mirror/repositories.js'
import { type Db, type Tx, utc } from '../sql/database.js'

export type BackfillRow = typeof duplicateBackfills.$inferSelect

const backfills = duplicateBackfills

/** The search in progress. */
export async function runningBackfill(tx: Tx, repoId: number): Promise<BackfillRow | undefined> {
  const [found] = await tx
    .select()
    .from(backfills)
    .where(and(eq(backfills.repoId, repoId), isNull(backfills.finishedAt)))
  return found
}

export async function insertBackfill(
  tx: Tx,
  row: Pick<BackfillRow, 'repoId' | 'jobId' | 'total' | 'startedAt'>
): Promise<BackfillRow> {
  const [inserted] = await tx.insert(backfills).values(row).returning()
  if (!inserted) throw new Error('an inserted row comes back')
  return inserted
}

export async function backfillById(db: Db, id: number): Promise<BackfillRow | undefined> {
  const [found] = await db.select().from(backfills).where(eq(backfills.id, id))
  return found
}

export interface BackfillStep {
  /** The number of the compared issue. */
  number: number
  found: number
}

/** False if another job has passed this issue already, or the search is over. */
export async function advanceBackfill(tx: Tx, id: number, { number, found }: BackfillStep): Promise<boolean> {
  const noted = await tx
    .update(backfills)
    .set({ done: sql`${backfills.done} + 1`, found: sql`${backfills.found} + ${found}`, reached: number })
    .where(and(eq(backfills.id, id), sql`${backfills.reached} < ${number}`, isNull(backfills.finishedAt)))
    .returning({ id: backfills.id })
  return noted.length > 0
}

export async function finishBackfill(tx: Tx, id: number, at: Date): Promise<void> {
  await tx
    .update(backfills)
    .set({ finishedAt: at })
    .where(and(eq(backfills.id, id), isNull(backfills.finishedAt)))
}

/** The searches in progress, the oldest first. */
export async function backfillsUnderWay(db: Db, most: number): Promise<BackfillProgress[]> {
  return db
    .select({
      repo: repositories.fullName,
      job_id: backfills.jobId,
      total: backfills.total,
      done: backfills.done,
      found: backfills.found,
      started_at: utc(backfills.startedAt)
    })
    .from(backfills)
    .innerJoin(repositories, and(eq(repositories.hostId, backfills.repoId), isNull(repositories.deletedAt)))
    .where(isNull(backfills.finishedAt))
    .orderBy(backfills.startedAt)
    .limit(most)
}
