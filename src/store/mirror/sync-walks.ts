// The progress of sync for each part of a repository, and items that the host did not list.
import { and, desc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm'
import { PARTS, type Part } from '#schemas/host/enums.js'
import { ciRuns } from '#tables/mirror/ci-runs.js'
import { issues } from '#tables/mirror/issues.js'
import { pullRequests } from '#tables/mirror/pull-requests.js'
import { syncWalks } from '#tables/mirror/sync-walks.js'
import { type Db, idsIn, type Tx } from '../sql/database.js'

export type Walk = typeof syncWalks.$inferSelect

export async function walksOf(db: Db, repoId: number): Promise<Walk[]> {
  return db.select().from(syncWalks).where(eq(syncWalks.repoId, repoId))
}

export async function walkOf(db: Db, repoId: number, part: Part): Promise<Walk | undefined> {
  const [walk] = await db
    .select()
    .from(syncWalks)
    .where(and(eq(syncWalks.repoId, repoId), eq(syncWalks.part, part)))
  return walk
}

/**
 * A walk that began with a request for a full comparison completes it. A request during the walk stays for the next.
 */
export async function saveWalk(tx: Tx, walk: Walk): Promise<void> {
  const { repoId: _, part: __, isFullWanted, ...state } = walk
  await tx
    .insert(syncWalks)
    .values({ ...walk, isFullWanted: false })
    .onConflictDoUpdate({
      target: [syncWalks.repoId, syncWalks.part],
      set: isFullWanted ? { ...state, isFullWanted: false } : state
    })
}

/** Has the next walks compare parts of a repository completely; a walk in progress starts again. */
export async function requestFullWalks(
  tx: Tx,
  repoId: number,
  parts: readonly Part[] = PARTS
): Promise<void> {
  await tx
    .update(syncWalks)
    .set({ isFullWanted: true, mode: null, next: null })
    .where(and(eq(syncWalks.repoId, repoId), inArray(syncWalks.part, parts)))
}

/** A mirrored item that the host is asked about. */
export interface Suspect {
  id: number
  /** Its key at the host: a number within the repository, or its id. */
  key: number
}

const TABLES = {
  issues: { table: issues, id: issues.hostId, key: issues.number },
  pull_requests: { table: pullRequests, id: pullRequests.hostId, key: pullRequests.number },
  ci_runs: { table: ciRuns, id: ciRuns.hostRunId, key: ciRuns.hostRunId }
} as const
export type MirroredPart = keyof typeof TABLES

export interface UnlistedQuery {
  repoId: number
  part: MirroredPart
  /** The order of the list. */
  by: 'created' | 'updated'
  /** Limits the period: `after` is exclusive, `until` is inclusive, null is unlimited. */
  after: Date | null
  until: Date | null
  /** The ids that the host listed. */
  listed: readonly number[]
}

/** Mirrored items of a period that the host did not list, except those that a merge moved. */
export async function unlistedItems(
  db: Db,
  { repoId, part, by, after, until, listed }: UnlistedQuery
): Promise<Suspect[]> {
  const { table, id, key } = TABLES[part]
  const moment = by === 'created' ? table.createdAt : table.updatedAt
  return db
    .select({ id, key })
    .from<typeof issues | typeof pullRequests | typeof ciRuns>(table)
    .where(
      and(
        sql`${table.live}`,
        isNull(table.movedFrom),
        eq(table.repoId, repoId),
        after ? gt(moment, after) : undefined,
        until ? lte(moment, until) : undefined,
        sql`${id} <> all (array${idsIn(listed)})`
      )
    )
    .orderBy(desc(moment), desc(id))
}
