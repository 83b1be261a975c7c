// Entries of merge queues.
import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { queueEntries } from '#tables/merge-queue/queue-entries.js'
import type { TalliedTx } from '../counters/tallies.js'
import { bareColumns, type Db, type Tx } from '../sql/database.js'

export type EntryRow = typeof queueEntries.$inferSelect
export type EntryFields = Omit<EntryRow, 'id'>

const column = bareColumns(queueEntries)
const isActive = gt(queueEntries.position, 0)
/** In the queue, or blocked by it. */
export const isHeld = or(isActive, eq(queueEntries.status, 'blocked'))
/** The same as the order of the lists has it, for their index. */
const isInOrder = and(eq(queueEntries.live, true), eq(queueEntries.endedOrder, 0))

/** The active entries of a lane, in their order. */
export async function activeEntries(db: Db | Tx, laneId: number): Promise<EntryRow[]> {
  return db
    .select()
    .from(queueEntries)
    .where(and(eq(queueEntries.laneId, laneId), isActive))
    .orderBy(queueEntries.position)
}

export const laneDepth = (db: Db | Tx, laneId: number): Promise<number> =>
  db.$count(queueEntries, and(eq(queueEntries.laneId, laneId), isActive))

/** Active or not. */
export async function entryOfPull(
  db: Db | Tx,
  repoId: number,
  prNumber: number
): Promise<EntryRow | undefined> {
  const [row] = await db
    .select()
    .from(queueEntries)
    .where(and(eq(queueEntries.repoId, repoId), eq(queueEntries.prNumber, prNumber)))
  return row
}

/** Those of these pull requests that are in the queue, or that it has blocked. */
export async function heldAmong(db: Db | Tx, repoId: number, numbers: readonly number[]): Promise<number[]> {
  if (numbers.length === 0) return []
  const rows = await db
    .select({ number: queueEntries.prNumber })
    .from(queueEntries)
    .where(and(eq(queueEntries.repoId, repoId), inArray(queueEntries.prNumber, [...numbers]), isHeld))
  return rows.map(({ number }) => number)
}

/** Entries that wait for checks on this commit: active ones, and those that the checks on their head have blocked. */
export async function entriesAwaiting(db: Db, repoId: number, sha: string): Promise<EntryRow[]> {
  const mayRecover = and(eq(queueEntries.status, 'blocked'), eq(queueEntries.blockedReason, 'check_failed'))
  return db
    .select()
    .from(queueEntries)
    .where(
      and(
        eq(queueEntries.repoId, repoId),
        or(
          and(
            eq(queueEntries.headSha, sha),
            or(isActive, and(mayRecover, isNull(queueEntries.candidateSha)))
          ),
          and(eq(queueEntries.candidateSha, sha), or(isInOrder, mayRecover))
        )
      )
    )
    .orderBy(queueEntries.position)
}

/** Repositories among these with active entries. */
export async function repositoriesWithEntries(db: Db | Tx, repoIds: readonly number[]): Promise<number[]> {
  if (repoIds.length === 0) return []
  const rows = await db
    .selectDistinct({ repoId: queueEntries.repoId })
    .from(queueEntries)
    .where(and(inArray(queueEntries.repoId, [...repoIds]), isActive))
  return rows.map(({ repoId }) => repoId)
}

/** An entry that ended begins anew. */
export async function saveEntry(tx: TalliedTx, fields: EntryFields): Promise<EntryRow> {
  const [row] = await tx
    .insert(queueEntries)
    .values(fields)
    .onConflictDoUpdate({ target: [queueEntries.repoId, queueEntries.prNumber], set: fields })
    .returning()
  if (!row) throw new Error('an upsert gives its row')
  return row
}

export async function changeEntry(tx: TalliedTx, id: number, fields: Partial<EntryFields>): Promise<void> {
  await tx.update(queueEntries).set(fields).where(eq(queueEntries.id, id))
}

/** In one statement, however many move up. */
export async function savePositions(
  tx: Tx,
  positions: readonly { id: number; position: number }[]
): Promise<void> {
  if (positions.length === 0) return
  await tx.execute(sql`update ${queueEntries} set ${column.position} = moved.position
    from json_to_recordset(${JSON.stringify(positions)}::json) as moved (id bigint, position int)
    where ${queueEntries.id} = moved.id`)
}
