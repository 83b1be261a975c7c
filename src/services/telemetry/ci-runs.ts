// CI runs that have completed, whether an event or a sync has told of it.
import type { Tx } from '#deps.js'
import { CANDIDATE_PREFIX } from '#domain/host/queue-branches.js'
import { hasPassed } from '#domain/telemetry/ci-runs.js'
import type { CompletedRuns } from '#registry.js'
import { type NewPipelineEvent, recordPipelineEvents } from './record.js'

type CompletedRun = CompletedRuns['runs'][number]

/** The first sync also lists runs from before the service knew the repository: they are none of its pipeline. */
export async function recordCompletedRuns(
  _: unknown,
  tx: Tx,
  { runs, knownSince }: CompletedRuns
): Promise<void> {
  const recent = runs.filter((run) => completedAt(run) >= knownSince)
  await recordPipelineEvents(tx, recent.map(eventOf))
}

const completedAt = (run: CompletedRun) => run.completedAt ?? run.updatedAt

function eventOf(run: CompletedRun): NewPipelineEvent {
  const { repoId, actor, branch, conclusion } = run
  const at = completedAt(run)
  return {
    repoId,
    type: 'ci_run_completed',
    actor,
    ref: branch,
    success: hasPassed(conclusion),
    durationMs: durationOf(run, at),
    metadata: {
      run_id: run.hostRunId,
      run_attempt: run.attempt,
      workflow: run.workflowName,
      conclusion,
      head_sha: run.headSha,
      ...(isOfCandidate(run) ? { candidate: true } : {})
    },
    occurredAt: at
  }
}

/** A fork may call its branches as it likes. */
const isOfCandidate = ({ branch, forkId }: CompletedRun) =>
  forkId === null && branch.startsWith(CANDIDATE_PREFIX)

/** A run says when it was created, but not when it was run again. */
const durationOf = ({ attempt, createdAt }: CompletedRun, at: Date) =>
  attempt === 1 ? at.getTime() - createdAt.getTime() : null
