// What waits in the queues now.
import { and, count, eq, gt, min } from 'drizzle-orm'
import { queueEntries } from '#tables/merge-queue/queue-entries.js'
import type { Db } from '../sql/database.js'

/** Of one repository or of all. */
export async function liveQueueOf(
  db: Db,
  repoId: number | undefined
): Promise<{ depth: number; oldestAdmittedAt: Date | null }> {
  const within = repoId === undefined ? undefined : eq(queueEntries.repoId, repoId)
  const [row] = await db
    .select({ depth: count(), oldestAdmittedAt: min(queueEntries.admittedAt) })
    .from(queueEntries)
    .where(and(eq(queueEntries.live, true), gt(queueEntries.position, 0), within))
  return { depth: row?.depth ?? 0, oldestAdmittedAt: row?.oldestAdmittedAt ?? null }
}
