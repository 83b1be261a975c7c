// Pull requests that update packages.
import { and, desc, eq, gt, or } from 'drizzle-orm'
import { updateBatches } from '#tables/dependencies/update-batches.js'
import type { Db, Tx } from '../sql/database.js'

export type UpdateBatchRow = typeof updateBatches.$inferSelect
export type NewUpdateBatch = Omit<UpdateBatchRow, 'id' | 'live'>

type BatchKind = Pick<UpdateBatchRow, 'repoId' | 'ecosystem' | 'updateType'>

/** The one whose pull request is open, or will be. */
export async function openBatch(
  tx: Tx,
  { repoId, ecosystem, updateType }: BatchKind
): Promise<UpdateBatchRow | undefined> {
  const [row] = await tx
    .select()
    .from(updateBatches)
    .where(
      and(
        eq(updateBatches.repoId, repoId),
        eq(updateBatches.ecosystem, ecosystem),
        eq(updateBatches.updateType, updateType),
        eq(updateBatches.status, 'open')
      )
    )
    .orderBy(desc(updateBatches.id))
    .limit(1)
  return row
}

/** All whose pull requests are open, or will be. */
export async function openBatches(tx: Tx, repoId: number): Promise<UpdateBatchRow[]> {
  return tx
    .select()
    .from(updateBatches)
    .where(and(eq(updateBatches.repoId, repoId), eq(updateBatches.status, 'open')))
    .orderBy(updateBatches.id)
}

export async function insertBatch(tx: Tx, batch: NewUpdateBatch): Promise<number> {
  const [row] = await tx
    .insert(updateBatches)
    .values({ ...batch, live: true })
    .returning({ id: updateBatches.id })
  if (!row) throw new Error('an insert gives its row')
  return row.id
}

export async function changeBatch(tx: Tx, id: number, fields: Partial<NewUpdateBatch>): Promise<void> {
  await tx.update(updateBatches).set(fields).where(eq(updateBatches.id, id))
}

/** Of a batch that comes to nothing. */
export async function deleteBatch(tx: Tx, id: number): Promise<void> {
  await tx.delete(updateBatches).where(eq(updateBatches.id, id))
}

export async function findUpdateBatch(db: Db | Tx, id: number): Promise<UpdateBatchRow | undefined> {
  const [row] = await db.select().from(updateBatches).where(eq(updateBatches.id, id))
  return row
}

export async function batchesOfPull(tx: Tx, repoId: number, prNumber: number): Promise<UpdateBatchRow[]> {
  return tx
    .select()
    .from(updateBatches)
    .where(and(eq(updateBatches.repoId, repoId), eq(updateBatches.prNumber, prNumber)))
}

/** Pull requests that are open, or were at that moment. */
export async function pullsStandingAt(tx: Tx, repoId: number, at: Date): Promise<Set<number>> {
  const { prNumber, status, updatedAt } = updateBatches
  const rows = await tx
    .select({ prNumber })
    .from(updateBatches)
    .where(and(eq(updateBatches.repoId, repoId), or(eq(status, 'open'), gt(updatedAt, at))))
  return new Set(rows.flatMap((row) => row.prNumber ?? []))
}
