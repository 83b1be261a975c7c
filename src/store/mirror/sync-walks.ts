// How far each part of a repository is known, and what of the mirror the host has not shown.
import { and, eq, inArray, sql } from 'drizzle-orm'
import { PARTS, type Part } from '#schemas/host/words.js'
import { syncWalks } from '#tables/mirror/sync-walks.js'
import { type Db, momentOf, rowsOf, type Tx } from '../sql/database.js'

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
  issues: { name: sql`issues`, id: sql`host_id`, key: sql`number` },
  pull_requests: { name: sql`pull_requests`, id: sql`host_id`, key: sql`number` },
  ci_runs: { name: sql`ci_runs`, id: sql`host_run_id`, key: sql`host_run_id` }
} as const
export type MirroredPart = keyof typeof TABLES

const MOMENTS = { created: sql`created_at`, updated: sql`updated_at` } as const

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
  const { name, id, key } = TABLES[part]
  const moment = MOMENTS[by]
  const later = after ? sql`and ${moment} > ${momentOf(after)}` : sql``
  const earlier = until ? sql`and ${moment} <= ${momentOf(until)}` : sql``
  return rowsOf(
    db,
    sql`select ${id}::float8 as id, ${key}::float8 as key from ${name}
      where live and moved_from is null and repo_id = ${repoId} ${later} ${earlier}
        and ${id} <> all (array(select value::bigint from json_array_elements_text(${JSON.stringify(listed)}::json)))
      order by ${moment} desc, id desc`
  )
}
