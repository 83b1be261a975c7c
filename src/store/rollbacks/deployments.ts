// Runs of the workflow that deploys, and what the queue merged before them.
import { and, desc, eq, isNotNull, isNull, lte } from 'drizzle-orm'
import { queueEntries } from '#tables/merge-queue/queue-entries.js'
import { ciRuns } from '#tables/mirror/ci-runs.js'
import type { Db } from '../sql/database.js'

export type DeployRunRow = typeof ciRuns.$inferSelect

/** A run of a branch of the repository itself, not of a fork with the same branch. */
export async function runOfRepository(
  db: Db,
  repoId: number,
  hostRunId: number
): Promise<DeployRunRow | undefined> {
  const [row] = await db
    .select()
    .from(ciRuns)
    .where(
      and(
        eq(ciRuns.repoId, repoId),
        eq(ciRuns.hostRunId, hostRunId),
        isNull(ciRuns.forkId),
        isNull(ciRuns.goneAt)
      )
    )
  return row
}

/** A workflow that fails for longer is not followed back further. */
const MOST_RUNS = 200

/** Runs of the same workflow on the same branch up to this one, the newest first. */
export async function runsUpTo(db: Db, run: DeployRunRow): Promise<DeployRunRow[]> {
  return db
    .select()
    .from(ciRuns)
    .where(
      and(
        eq(ciRuns.repoId, run.repoId),
        eq(ciRuns.workflowName, run.workflowName),
        eq(ciRuns.branch, run.branch),
        eq(ciRuns.status, 'completed'),
        isNull(ciRuns.forkId),
        isNull(ciRuns.goneAt),
        lte(ciRuns.createdAt, run.createdAt)
      )
    )
    .orderBy(desc(ciRuns.createdAt), desc(ciRuns.hostRunId))
    .limit(MOST_RUNS)
}

/** Older merges are not asked about. */
const MOST_MERGES = 100

export interface MergedEntry {
  prNumber: number
  prTitle: string
  mergeSha: string
  mergedAt: Date
}

/** What the queue merged into a branch by then, the newest first. */
export async function queueMerges(
  db: Db,
  { repoId, baseBranch, by }: { repoId: number; baseBranch: string; by: Date }
): Promise<MergedEntry[]> {
  const { prNumber, prTitle, mergeSha, mergedAt, status } = queueEntries
  const rows = await db
    .select({ prNumber, prTitle, mergeSha, mergedAt })
    .from(queueEntries)
    .where(
      and(
        eq(queueEntries.repoId, repoId),
        eq(queueEntries.baseBranch, baseBranch),
        eq(status, 'merged'),
        isNotNull(mergeSha),
        lte(mergedAt, by)
      )
    )
    .orderBy(desc(mergedAt))
    .limit(MOST_MERGES)
  return rows.flatMap(({ mergeSha: sha, mergedAt: at, ...entry }) =>
    sha === null || at === null ? [] : [{ ...entry, mergeSha: sha, mergedAt: at }]
  )
}
