// The last plan of each kind of update.
import { and, eq, notInArray } from 'drizzle-orm'
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import { updatePlans } from '#tables/dependencies/update-plans.js'
import type { Tx } from '../sql/database.js'

export type UpdatePlanRow = typeof updatePlans.$inferSelect
export type UpdateKind = Pick<UpdatePlanRow, 'repoId' | 'ecosystem' | 'updateType'>

export async function lastUpdatePlan(tx: Tx, kind: UpdateKind): Promise<UpdatePlanRow | undefined> {
  const [row] = await tx.select().from(updatePlans).where(isOfKind(kind))
  return row
}

export async function saveUpdatePlan(tx: Tx, row: UpdatePlanRow): Promise<void> {
  const { repoId, ecosystem, updateType } = updatePlans
  const { jobId, causeHash, plannedAt } = row
  await tx
    .insert(updatePlans)
    .values(row)
    .onConflictDoUpdate({
      target: [repoId, ecosystem, updateType],
      set: { jobId, causeHash, plannedAt }
    })
}

/** Keeps those of these ecosystems. */
export async function deleteOtherPlans(
  tx: Tx,
  { repoId, updateType }: Omit<UpdateKind, 'ecosystem'>,
  ecosystems: readonly Ecosystem[]
): Promise<void> {
  const isOther = notInArray(updatePlans.ecosystem, [...ecosystems])
  await tx
    .delete(updatePlans)
    .where(and(eq(updatePlans.repoId, repoId), eq(updatePlans.updateType, updateType), isOther))
}

const isOfKind = ({ repoId, ecosystem, updateType }: UpdateKind) =>
  and(
    eq(updatePlans.repoId, repoId),
    eq(updatePlans.ecosystem, ecosystem),
    eq(updatePlans.updateType, updateType)
  )
