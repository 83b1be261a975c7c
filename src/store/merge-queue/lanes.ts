// The lanes of merge queues. Whoever changes a lane or its entries holds the row of the lane, before any other row.
import { and, eq } from 'drizzle-orm'
import type { TreeCommit } from '#domain/host/merging.js'
import type { Batch } from '#domain/merge-queue/lane/lane.js'
import { queueLanes } from '#tables/merge-queue/queue-lanes.js'
import type { Db, Tx } from '../sql/database.js'

export interface LaneKey {
  repoId: number
  baseBranch: string
}

export interface LaneRow extends LaneKey {
  id: number
  base: TreeCommit | null
  baseKnownAt: Date
  seenDuringLanding: TreeCommit | null
  batches: Batch[]
  lastBatch: number
  failedBuilds: number
  stopped: string | null
}

/** Locked until the transaction ends; a lane is made when it is first needed. */
export async function holdLane(tx: Tx, { repoId, baseBranch }: LaneKey, at: Date): Promise<LaneRow> {
  const empty = {
    base: null,
    baseKnownAt: new Date(0),
    seenDuringLanding: null,
    batches: [],
    lastBatch: 0,
    failedBuilds: 0
  }
  await tx
    .insert(queueLanes)
    .values({ repoId, baseBranch, ...empty, stopped: null, updatedAt: at })
    .onConflictDoNothing()
  const [row] = await tx
    .select()
    .from(queueLanes)
    .where(and(eq(queueLanes.repoId, repoId), eq(queueLanes.baseBranch, baseBranch)))
    .for('update')
  if (!row) throw new Error('a lane that was made is there')
  // Cast at the database boundary: the service alone writes these columns.
  return row as LaneRow
}

export async function laneById(db: Db | Tx, id: number): Promise<LaneKey | undefined> {
  const [row] = await db
    .select({ repoId: queueLanes.repoId, baseBranch: queueLanes.baseBranch })
    .from(queueLanes)
    .where(eq(queueLanes.id, id))
  return row
}

/** All lanes of a repository, in one order for those who hold several. */
export async function lanesOf(db: Db | Tx, repoId: number): Promise<(LaneKey & { id: number })[]> {
  return db
    .select({ id: queueLanes.id, repoId: queueLanes.repoId, baseBranch: queueLanes.baseBranch })
    .from(queueLanes)
    .where(eq(queueLanes.repoId, repoId))
    .orderBy(queueLanes.id)
}

export type LaneFields = Omit<LaneRow, 'id' | 'repoId' | 'baseBranch'>

export async function saveLane(tx: Tx, id: number, fields: LaneFields, updatedAt: Date): Promise<void> {
  await tx
    .update(queueLanes)
    .set({ ...fields, updatedAt })
    .where(eq(queueLanes.id, id))
}
