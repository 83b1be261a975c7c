// How the queue landed a merge.
import { and, desc, eq, inArray } from 'drizzle-orm'
import { managedActions } from '#tables/actions/managed-actions.js'
import { queueEntries } from '#tables/merge-queue/queue-entries.js'
import type { EntryRow } from '../merge-queue/entries.js'
import type { Db, Tx } from '../sql/database.js'

/** The merged entry with this commit. */
export async function entryOfMerge(
  db: Db | Tx,
  repoId: number,
  mergeSha: string
): Promise<EntryRow | undefined> {
  const [row] = await db
    .select()
    .from(queueEntries)
    .where(
      and(
        eq(queueEntries.repoId, repoId),
        eq(queueEntries.status, 'merged'),
        eq(queueEntries.mergeSha, mergeSha)
      )
    )
  return row
}

export interface LandingRecord {
  arguments: string
  evidence: unknown
}

/** The action that landed an entry; undefined if somebody else merged it. */
export async function landingOfEntry(
  db: Db | Tx,
  { repoId, id, prNumber }: EntryRow
): Promise<LandingRecord | undefined> {
  const [row] = await db
    .select({ arguments: managedActions.arguments, evidence: managedActions.evidence })
    .from(managedActions)
    .where(
      and(
        eq(managedActions.repoId, repoId),
        eq(managedActions.actionType, 'merge-pr'),
        eq(managedActions.sourceId, id),
        eq(managedActions.targetNumber, prNumber),
        inArray(managedActions.status, ['succeeded', 'reconciled'])
      )
    )
    .orderBy(desc(managedActions.id))
    .limit(1)
  return row
}
