// Open pull requests that ask for their merge.
import { and, eq, sql } from 'drizzle-orm'
import { QUEUE_LABEL } from '#schemas/merge-queue/enums.js'
import { pullRequests } from '#tables/mirror/pull-requests.js'
import type { Db, Tx } from '../sql/database.js'

/** More are found by the next sync. */
const MOST = 500

/** The oldest first. */
export async function labelledPulls(db: Db | Tx, repoId: number): Promise<number[]> {
  const isLabelled = sql`exists (select from unnest(${pullRequests.labels}) as label where lower(label) = ${QUEUE_LABEL})`
  const rows = await db
    .select({ number: pullRequests.number })
    .from(pullRequests)
    .where(
      and(
        eq(pullRequests.repoId, repoId),
        eq(pullRequests.state, 'open'),
        eq(pullRequests.live, true),
        isLabelled
      )
    )
    .orderBy(pullRequests.createdAt)
    .limit(MOST)
  return rows.map(({ number }) => number)
}
