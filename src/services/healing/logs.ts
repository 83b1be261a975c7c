// Reads the logs of failed jobs and diagnoses them in a stream, so that memory stays bounded.
import type { Deps, RepositoryAccess } from '#deps.js'
import { type JobDiagnosis, type RunFailure, summarizeFailure } from '#domain/healing/run-failure.js'
import { HostError } from '#errors/host.js'
import type { HealRow } from '#store/healing/attempts.js'

const MOST_JOBS = 8

/** Undefined if the host shows no log; throws if it cannot answer now. */
export async function diagnoseLogs(
  deps: Deps,
  place: RepositoryAccess,
  heal: HealRow
): Promise<RunFailure | undefined> {
  const { hostRunId: runId, runAttempt: attempt } = heal
  const jobs = await unlessWithheld(deps.host.failedJobs(place, { runId, attempt }, MOST_JOBS))
  const diagnoses: JobDiagnosis[] = []
  for (const { id, name } of jobs ?? []) {
    const diagnosis = await unlessWithheld(deps.diagnose(deps.host.jobLog(place, id)))
    if (diagnosis) diagnoses.push({ job: name, diagnosis })
  }
  return summarizeFailure(diagnoses)
}

const WITHHELD = ['host_not_found', 'host_forbidden', 'host_suspended', 'host_refused', 'host_not_configured']

/** Undefined if the host permanently refuses to show it. */
export async function unlessWithheld<Out>(request: Promise<Out>): Promise<Out | undefined> {
  try {
    return await request
  } catch (error) {
    if (error instanceof HostError && WITHHELD.includes(error.failure)) return undefined
    throw error
  }
}
