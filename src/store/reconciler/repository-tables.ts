import { eq } from 'drizzle-orm'
import { type Tally, tallyDifference } from '#domain/counters/tally.js'
import { talliesOfReconcileState } from '#domain/reconciler/tallies.js'
import { repositories } from '#tables/mirror/repositories.js'
import { reconcileStates } from '#tables/reconciler/reconcile-states.js'
import { reconciliationRuns } from '#tables/reconciler/reconciliation-runs.js'
import { reconciliationTasks } from '#tables/reconciler/reconciliation-tasks.js'
import { countedRows } from '../counters/counted-rows.js'
import type { Tx } from '../sql/database.js'
import type { RepositoryPair, RepositoryTable } from '../sql/repository-table.js'
import { failTasks } from './runs.js'
import { rankOf, reconcileStateOf } from './states.js'

export const reconcilerTables: readonly RepositoryTable[] = [
  {
    table: reconcileStates,
    repoId: reconcileStates.repoId,
    counted: countedRows(reconcileStates.repoId, {
      sums: 'tallies',
      columns: { inSync: reconcileStates.inSync },
      tallies: (rows) => rows.flatMap(talliesOfReconcileState)
    }),
    keys: [[]]
  },
  { table: reconciliationRuns, repoId: reconciliationRuns.repoId },
  {
    table: reconciliationTasks,
    repoId: reconciliationTasks.repoId,
    keys: [[reconciliationTasks.runId]]
  }
]

/** What people excluded stays excluded under its new name; runs wait no longer for what is gone. */
export async function leaveOrphan(tx: Tx, pair: RepositoryPair, at: Date): Promise<void> {
  await keepSkip(tx, pair)
  await failTasks(tx, pair.orphan, at)
}

async function keepSkip(tx: Tx, { orphan, successor }: RepositoryPair): Promise<void> {
  if ((await reconcileStateOf(tx, orphan))?.reconcileSkip !== true) return
  await tx.update(reconcileStates).set({ reconcileSkip: true }).where(eq(reconcileStates.repoId, successor))
}

/** The state of the orphan goes where its successor has one. */
export async function forgetClashingState(
  tx: Tx,
  { orphan, successor }: RepositoryPair
): Promise<() => Promise<Tally[]>> {
  const left = await reconcileStateOf(tx, orphan)
  const isClashing = left !== undefined && (await reconcileStateOf(tx, successor)) !== undefined
  return async () => (isClashing ? tallyDifference(talliesOfReconcileState(left), []) : [])
}

/** The state of the orphan may have moved. */
export async function moveRank(tx: Tx, { successor }: RepositoryPair): Promise<void> {
  const state = await reconcileStateOf(tx, successor)
  await tx
    .update(repositories)
    .set({ reconcileRank: rankOf(state?.inSync) })
    .where(eq(repositories.hostId, successor))
}
