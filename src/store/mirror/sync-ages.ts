// How long ago repositories were last compared with the host; without those of which it says nothing.
import { and, count, eq, gt, isNull, sql } from 'drizzle-orm'
import { installations } from '#tables/mirror/installations.js'
import { repositories } from '#tables/mirror/repositories.js'
import type { Db } from '../sql/database.js'

export interface SyncAge {
  fullName: string
  /** Null if it never was. */
  syncedAt: Date | null
}

const OF_ITS_INSTALLATION = eq(installations.hostId, repositories.installationId)
/** The host says nothing of a suspended or deleted installation, so nobody syncs its repositories. */
const IS_SYNCED = and(
  isNull(repositories.deletedAt),
  isNull(installations.suspendedAt),
  isNull(installations.deletedAt)
)

/** As the index has it: repositories without a sync come first. */
const SYNCED_AT = sql`coalesce(${repositories.lastSyncedAt}, 'epoch'::timestamptz)`
const NEVER = sql`'epoch'::timestamptz`

/** Those that wait for the longest time, and how many there are. */
export async function oldestSyncs(db: Db, most: number): Promise<{ total: number; oldest: SyncAge[] }> {
  const { fullName, lastSyncedAt: syncedAt } = repositories
  const rows = await db
    .select({ fullName, syncedAt, total: sql<number>`(count(*) over ())::int` })
    .from(repositories)
    .innerJoin(installations, OF_ITS_INSTALLATION)
    .where(IS_SYNCED)
    .orderBy(SYNCED_AT, fullName)
    .limit(most)
  return { total: rows[0]?.total ?? 0, oldest: rows.map(({ total: _, ...row }) => row) }
}

/** When the repository that was synced longest ago was synced; null without any. */
export async function oldestSyncAt(db: Db): Promise<Date | null> {
  const [row] = await db
    .select({ at: repositories.lastSyncedAt })
    .from(repositories)
    .innerJoin(installations, OF_ITS_INSTALLATION)
    .where(and(IS_SYNCED, gt(SYNCED_AT, NEVER)))
    .orderBy(SYNCED_AT, repositories.id)
    .limit(1)
  return row?.at ?? null
}

export async function neverSynced(db: Db): Promise<number> {
  const [row] = await db
    .select({ repositories: count() })
    .from(repositories)
    .innerJoin(installations, OF_ITS_INSTALLATION)
    .where(and(IS_SYNCED, eq(SYNCED_AT, NEVER)))
  return row?.repositories ?? 0
}
