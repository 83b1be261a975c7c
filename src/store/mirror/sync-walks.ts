// How far each part of a repository is known, and what of the mirror the host has not shown.
import { and, desc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm'
import { PARTS, type Part } from '#schemas/host/words.js'
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
 * A request to compare everything is answered by a walk that began with it; one that came while this walk was under way
 * stays for the next.
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

/** Has parts of a repository compared from end to end by their next walks; one that is under way begins anew. */
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

/** A thing of the mirror, as the host is asked for it. */
export interface Suspect {
  id: number
  /** How the host finds it: a number within the repository, or its id. */
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
  /** By what the list is ordered. */
  by: 'created' | 'updated'
  /** Later than this and not later than that; null has no bound. */
  after: Date | null
  until: Date | null
  /** What the host has listed. */
  listed: readonly number[]
}

/** What the mirror has of a stretch of time although the host has not listed it; what a merge brought is not expected there. */
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
