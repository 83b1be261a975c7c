// The jobs of a run that failed, and what they have printed.
import type { JsonObject } from '#schemas/common.js'
import type { HostClient } from '../api/client.js'
import { idAt, integerAt, isDefined, objectsIn, stringAt } from '../events/payload.js'
import type { RepositoryAccess } from './listings.js'

export interface FailedJob {
  id: number
  name: string
}

/** An attempt of a run. */
export interface RunAttempt {
  runId: number
  attempt: number
}

const FAILED: ReadonlySet<string | null> = new Set(['failure', 'timed_out'])
const PER_PAGE = 100

/** Of the run's last attempt, if that is still the one that is asked for; as many as are wanted. */
export async function failedJobs(
  client: HostClient,
  place: RepositoryAccess,
  { runId, attempt }: RunAttempt,
  most: number
): Promise<FailedJob[]> {
  const { owner, name: repo, ...options } = place
  const request = {
    path: '/repos/{owner}/{repo}/actions/runs/{run_id}/jobs',
    parameters: { owner, repo, run_id: runId, filter: 'latest', per_page: PER_PAGE }
  }
  const found: FailedJob[] = []
  for await (const { body } of client.pages(request, { ...options, fresh: true })) {
    const ofAttempt = objectsIn(body, 'jobs').filter(
      (job) => (integerAt(job, 'run_attempt') ?? attempt) === attempt
    )
    found.push(...ofAttempt.map(failedJobOf).filter(isDefined))
    if (found.length >= most) break
  }
  return found.slice(0, most)
}

function failedJobOf(job: JsonObject): FailedJob | undefined {
  const id = idAt(job, 'id')
  if (id === null || !FAILED.has(stringAt(job, 'conclusion'))) return undefined
  return { id, name: stringAt(job, 'name') ?? '' }
}

export function jobLog(client: HostClient, place: RepositoryAccess, jobId: number): AsyncIterable<string> {
  const { owner, name: repo, ...options } = place
  const path = '/repos/{owner}/{repo}/actions/jobs/{job_id}/logs'
  return client.stream({ path, parameters: { owner, repo, job_id: jobId } }, options)
}
