// Spreads the runs of maintenance over the time between two of them.
import { and, eq, isNull, sql } from 'drizzle-orm'
import { repositories } from '#tables/mirror/repositories.js'
import { isSuspended } from '../mirror/repositories.js'
import type { Db } from '../sql/database.js'

/** The live repositories whose turn it is; not those that the host lets nobody change. */
export async function repositoriesInSlot(
  db: Db,
  { slot, slots }: { slot: number; slots: number }
): Promise<number[]> {
  const { hostId, deletedAt, archived } = repositories
  const rows = await db
    .select({ hostId })
    .from(repositories)
    .where(
      and(
        isNull(deletedAt),
        eq(archived, false),
        sql`mod(${hostId}, ${slots}::int) = ${slot % slots}`,
        sql`not ${isSuspended(repositories)}`
      )
    )
    .orderBy(hostId)
  return rows.map((row) => row.hostId)
}
