// Counts what came of a repository into the runs that wait for it, each once.
import type { Deps, JobPayload, Tx } from '#deps.js'
import {
  correctingRuns,
  countIntoRun,
  dropTask,
  markCorrecting,
  type RunCounts
} from '#store/reconciler/runs.js'
import { recordReconciled } from './pipeline-events.js'

type Work = Pick<JobPayload<'reconciler.repository'>, 'repo_id' | 'run_id'>

/** A run has read the repository, and waits for nothing more of it. */
export async function countRead(deps: Deps, tx: Tx, work: Work, counts: RunCounts): Promise<void> {
  const { repo_id: repoId, run_id: runId } = work
  if (runId === null) return
  const task = await dropTask(tx, runId, repoId)
  if (!task) return
  const { corrected = 0, failed = 0 } = counts
  await recordReconciled(tx, { repoId, runId, counts, at: deps.now() })
  const counted = task.wasCorrecting ? { corrected, failed } : { ...counts, checked: 1 }
  await countIntoRun(tx, runId, counted, deps.now())
}

/** A run has read the repository, and waits for corrections. */
export async function countCorrecting(deps: Deps, tx: Tx, work: Work, planned: number): Promise<void> {
  const { repo_id: repoId, run_id: runId } = work
  if (runId === null || !(await markCorrecting(tx, runId, repoId))) return
  await countIntoRun(tx, runId, { checked: 1, drifted: 1, planned }, deps.now())
}

/** The corrections have ended, for all runs that waited for them. */
export async function countCorrected(deps: Deps, tx: Tx, repoId: number, counts: RunCounts): Promise<void> {
  for (const runId of await correctingRuns(tx, repoId)) {
    const task = await dropTask(tx, runId, repoId)
    if (task) await recordReconciled(tx, { repoId, runId, counts, at: deps.now() })
    await countIntoRun(tx, runId, counts, deps.now())
  }
}
