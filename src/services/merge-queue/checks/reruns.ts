// Runs checks again that may have failed by chance.
import type { Deps, Tx } from '#deps.js'
import type { RunToRetry } from '#domain/merge-queue/checks.js'
import { HOUR_MS } from '#domain/time/durations.js'
import type { EntryRow } from '#store/merge-queue/entries.js'
import { failedRuns } from '#store/merge-queue/failed-runs.js'
import { proposeAction } from '../../actions/propose.js'
import { MERGE_QUEUE } from '../lane/wishes.js'
import { storedQueueSetup } from '../setup.js'

/**
 * Those that have blocked a pull request alone, as often as anything else that may pass: what lies on the base may be to
 * blame. If they pass, the pull request returns.
 */
export async function rerunFailed(deps: Deps, tx: Tx, entry: EntryRow): Promise<void> {
  const { repoId, candidateSha: sha, admittedAt } = entry
  if (sha === null) return
  const { settings } = await storedQueueSetup(deps, tx, repoId)
  // The clocks of the host and the service may differ.
  const since = new Date(admittedAt.getTime() - HOUR_MS)
  const runs = await failedRuns(tx, { repoId, sha, since, mostAttempts: settings.max_attempts })
  for (const { hostRunId, attempt, branch } of runs)
    await rerun(deps, tx, entry, { runId: hostRunId, attempt, branch })
}

/** Those in which only quarantined tests have failed. */
export async function retryExcused(
  deps: Deps,
  tx: Tx,
  entry: EntryRow,
  runs: readonly RunToRetry[]
): Promise<void> {
  for (const run of runs) await rerun(deps, tx, entry, run)
}

export const rerunEffectOf = ({ runId, attempt, branch }: RunToRetry) => ({
  actionKey: `rerun-failed-jobs:${runId}:${attempt}`,
  target: { type: 'branch' as const, branch }
})

async function rerun(deps: Deps, tx: Tx, entry: EntryRow, run: RunToRetry): Promise<void> {
  await proposeAction(deps, tx, {
    ...rerunEffectOf(run),
    repoId: entry.repoId,
    pillar: 'merge_queue',
    source: MERGE_QUEUE,
    sourceId: entry.id,
    isOnce: true,
    actionType: 'rerun-failed-jobs',
    arguments: { run_id: run.runId, run_attempt: run.attempt },
    evidence: { candidate_sha: entry.candidateSha }
  })
}
