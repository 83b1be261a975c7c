// CI runs that say no to a candidate.
import { and, eq, gte, lt, notInArray } from 'drizzle-orm'
import { PASSING } from '#domain/merge-queue/checks.js'
import { ciRuns } from '#tables/mirror/ci-runs.js'
import type { Tx } from '../sql/database.js'

interface WantedRuns {
  repoId: number
  sha: string
  /** Older ones are not read. */
  since: Date
  /** Those that were tried so often are left out. */
  mostAttempts: number
}

export function failedRuns(tx: Tx, { repoId, sha, since, mostAttempts }: WantedRuns) {
  const { hostRunId, attempt, branch } = ciRuns
  return tx
    .select({ hostRunId, attempt, branch })
    .from(ciRuns)
    .where(
      and(
        eq(ciRuns.repoId, repoId),
        gte(ciRuns.createdAt, since),
        eq(ciRuns.headSha, sha),
        eq(ciRuns.live, true),
        notInArray(ciRuns.conclusion, [...PASSING]),
        lt(attempt, mostAttempts)
      )
    )
}
