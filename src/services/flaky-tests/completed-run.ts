// Asks for the test reports of CI runs that have completed, whether an event or a sync has told of them.
import type { Tx } from '#deps.js'
import type { CompletedRuns } from '#registry.js'
import { insertTestRuns, type NewTestRun } from '#store/flaky-tests/test-runs.js'
import type { MirrorDeps } from '../mirror/kinds.js'
import { requestTestsChecks } from './check.js'

type CompletedRun = CompletedRuns['runs'][number]

/** What was cancelled, or was skipped, has no whole reports, and says nothing of the code. */
const READ: readonly (string | null)[] = ['success', 'failure', 'timed_out', 'startup_failure']

/** Once for each attempt. The first sync also lists runs from before the service knew the repository. */
export async function requestTestReports(
  deps: MirrorDeps,
  tx: Tx,
  { runs, knownSince }: CompletedRuns
): Promise<void> {
  if (!deps.host.client.isConfigured) return
  const recent = runs.filter((run) => endOf(run) >= knownSince)
  const read = recent.filter(({ conclusion }) => READ.includes(conclusion))
  const added = await insertTestRuns(
    tx,
    read.map((run) => testRunOf(run, deps.now()))
  )
  const jobs = added.map(({ id }) => ({ payload: { test_run_id: id }, singletonKey: String(id) }))
  if (jobs.length > 0) await deps.queue.enqueue(tx, 'flaky-tests.ingest', jobs)
  // The check on a commit waits for its runs, also for one that tells nothing in the end.
  await requestTestsChecks(
    deps,
    tx,
    recent.filter(({ conclusion }) => !READ.includes(conclusion))
  )
}

const endOf = ({ completedAt, updatedAt }: CompletedRun) => completedAt ?? updatedAt

function testRunOf(run: CompletedRun, now: Date): NewTestRun {
  const { repoId, hostRunId, attempt, workflowName, branch, forkId, headSha, event, conclusion, live } = run
  return {
    repoId,
    runId: hostRunId,
    attempt,
    workflowName,
    branch,
    forkId,
    headSha,
    event,
    hasFailed: conclusion !== 'success',
    status: 'pending',
    reports: 0,
    tests: 0,
    failures: 0,
    interrupted: conclusion === 'timed_out',
    notes: [],
    ranAt: endOf(run),
    createdAt: now,
    readAt: null,
    live
  }
}
