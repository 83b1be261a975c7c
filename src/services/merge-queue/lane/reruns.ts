// Runs the checks again that have blocked a pull request alone: they may have failed by chance, and what lies on the base
// may be to blame for it.
import type { Deps, Tx } from '#deps.js'
import { HOUR_MS } from '#domain/time/durations.js'
import type { EntryRow } from '#store/merge-queue/entries.js'
import { failedRuns } from '#store/merge-queue/failed-runs.js'
import { proposeAction } from '../../actions/propose.js'
import { storedQueueSetup } from '../setup.js'
import { MERGE_QUEUE } from './wishes.js'

/** As often as anything else that may pass. If they pass, the pull request returns. */
export async function rerunFailed(deps: Deps, tx: Tx, entry: EntryRow): Promise<void> {
  const { id, repoId, candidateSha: sha, admittedAt } = entry
  if (sha === null) return
  const { settings } = await storedQueueSetup(deps, tx, repoId)
  // The clocks of the host and the service may differ.
  const since = new Date(admittedAt.getTime() - HOUR_MS)
  const runs = await failedRuns(tx, { repoId, sha, since, mostAttempts: settings.max_attempts })
  for (const { hostRunId, attempt, branch } of runs)
    await proposeAction(deps, tx, {
      repoId,
      pillar: 'merge_queue',
      source: MERGE_QUEUE,
      sourceId: id,
      target: { type: 'branch', branch },
      actionKey: `rerun-failed-jobs:${hostRunId}:${attempt}`,
      isOnce: true,
      actionType: 'rerun-failed-jobs',
      arguments: { run_id: hostRunId, run_attempt: attempt },
      evidence: { candidate_sha: sha }
    })
}
