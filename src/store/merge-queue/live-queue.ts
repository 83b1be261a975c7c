// What waits in the queues now.
import { and, count, eq, min, sql } from 'drizzle-orm'
import { queueEntries } from '#tables/merge-queue/queue-entries.js'
import type { Db } from '../sql/database.js'

/** As the lists have it: of all entries that a repository ever had, their indexes show those at the front. */
const IS_ACTIVE = sql`${queueEntries.live} and ${queueEntries.endedOrder} = 0`

/** Of one repository or of all. */
export async function liveQueueOf(
  db: Db,
  repoId: number | undefined
): Promise<{ depth: number; oldestAdmittedAt: Date | null }> {
  const within = repoId === undefined ? undefined : eq(queueEntries.repoId, repoId)
  const [row] = await db
    .select({ depth: count(), oldestAdmittedAt: min(queueEntries.admittedAt) })
    .from(queueEntries)
    .where(and(IS_ACTIVE, within))
  return { depth: row?.depth ?? 0, oldestAdmittedAt: row?.oldestAdmittedAt ?? null }
}
