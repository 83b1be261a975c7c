// Reads the logs of the jobs that failed and says what they show: however long they are, little of them is held.
import type { Deps, RepositoryAccess } from '#deps.js'
import { type JobDiagnosis, type RunFailure, summarizeFailure } from '#domain/healing/run-failure.js'
import { HostError } from '#errors/host.js'
import type { HealRow } from '#store/healing/attempts.js'

const MOST_JOBS = 8

/** Nothing where the host shows no log; where it cannot answer now, the question is to be asked again. */
export async function diagnoseLogs(
  deps: Deps,
  place: RepositoryAccess,
  heal: HealRow
): Promise<RunFailure | undefined> {
  const { hostRunId: runId, runAttempt: attempt } = heal
  const jobs = await unlessWithheld(deps.host.failedJobs(place, { runId, attempt }, MOST_JOBS))
  const read: JobDiagnosis[] = []
  for (const { id, name } of jobs ?? []) {
    const diagnosis = await unlessWithheld(deps.diagnose(deps.host.jobLog(place, id)))
    if (diagnosis) read.push({ job: name, diagnosis })
  }
  return summarizeFailure(read)
}

const WITHHELD = ['host_not_found', 'host_forbidden', 'host_suspended', 'host_refused', 'host_not_configured']

/** Nothing where the host does not show it, and will not later. */
export async function unlessWithheld<Out>(asked: Promise<Out>): Promise<Out | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof HostError && WITHHELD.includes(error.failure)) return undefined
    throw error
  }
}
