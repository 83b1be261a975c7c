// How repositories stand with what is desired of them.
import { and, arrayContains, eq, gt, inArray } from 'drizzle-orm'
import { tallyDifference } from '#domain/counters/tally.js'
import { talliesOfReconcileState } from '#domain/reconciler/tallies.js'
import { repositories } from '#tables/mirror/repositories.js'
import { reconcileStates } from '#tables/reconciler/reconcile-states.js'
import { changeTallied } from '../counters/tallies.js'
import type { Db, Tx } from '../sql/database.js'

export type ReconcileStateRow = typeof reconcileStates.$inferSelect
export type ReconcileStateFields = Partial<
  Omit<ReconcileStateRow, 'id' | 'repoId' | 'createdAt' | 'updatedAt'>
>

export async function reconcileStateOf(db: Db | Tx, repoId: number): Promise<ReconcileStateRow | undefined> {
  const [found] = await db.select().from(reconcileStates).where(eq(reconcileStates.repoId, repoId))
  return found
}

const NEW_STATE = {
  driftFields: [],
  unsupportedFields: [],
  reconcileSkip: false,
  differences: [],
  actionIds: []
}

/** The caller has locked the repository. What is left out keeps its value. */
export async function saveReconcileState(
  tx: Tx,
  repoId: number,
  { fields, at }: { fields: ReconcileStateFields; at: Date }
): Promise<ReconcileStateRow> {
  const before = await reconcileStateOf(tx, repoId)
  const rows: ReconcileStateRow[] = []
  await changeTallied(tx, async (tallied) => {
    rows.push(
      ...(await tallied
        .insert(reconcileStates)
        .values({ ...NEW_STATE, ...fields, repoId, createdAt: at, updatedAt: at })
        .onConflictDoUpdate({ target: reconcileStates.repoId, set: { ...fields, updatedAt: at } })
        .returning())
    )
    const known = before ? [before] : []
    const tallies = tallyDifference(
      known.flatMap(talliesOfReconcileState),
      rows.flatMap(talliesOfReconcileState)
    )
    return [{ repoId, tallies }]
  })
  const [saved] = rows
  if (!saved) throw new Error('an upsert gives its row')
  await saveRank(tx, saved)
  return saved
}

/** The schedule takes them next. Those that were never reconciled are due already. */
export async function makeDue(tx: Tx, installationId: number, at: Date): Promise<void> {
  const ofInstallation = tx
    .select({ id: repositories.hostId })
    .from(repositories)
    .where(eq(repositories.installationId, installationId))
  await tx
    .update(reconcileStates)
    .set({ nextReconcileAt: at })
    .where(and(inArray(reconcileStates.repoId, ofInstallation), gt(reconcileStates.nextReconcileAt, at)))
}

export function rankOf(inSync: boolean | null | undefined): number {
  if (typeof inSync !== 'boolean') return 0
  return inSync ? 2 : 1
}

async function saveRank(tx: Tx, { repoId, inSync }: ReconcileStateRow): Promise<void> {
  await tx
    .update(repositories)
    .set({ reconcileRank: rankOf(inSync) })
    .where(eq(repositories.hostId, repoId))
}

/** Whether a repository waits for this action. */
export async function waitsForAction(tx: Tx, repoId: number, actionId: number): Promise<boolean> {
  const isIt = and(eq(reconcileStates.repoId, repoId), arrayContains(reconcileStates.actionIds, [actionId]))
  return (await tx.$count(reconcileStates, isIt)) > 0
}
