// The failed jobs of a run, and their logs.
import type { JsonObject } from '#schemas/common.js'
import type { HostClient } from '../../api/client.js'
import { idAt, integerAt, isDefined, momentAt, objectsIn, stringAt } from '../../payload.js'
import type { RepositoryAccess } from '../listings.js'

export interface FailedJob {
  id: number
  name: string
  /** When it ran; null if the host does not say. */
  ran: { from: Date; to: Date } | null
}

export interface RunAttempt {
  runId: number
  attempt: number
}

export interface JobLogs {
  /** The failed jobs of an attempt, at most `most`; empty if a later attempt has begun. */
  failedJobs(access: RepositoryAccess, run: RunAttempt, most: number): Promise<FailedJob[]>
  /** The log of a job, streamed. */
  jobLog(access: RepositoryAccess, jobId: number): AsyncIterable<string>
}

export const openJobLogs = (client: HostClient): JobLogs => ({
  failedJobs: (access, run, most) => failedJobs(client, access, run, most),
  jobLog: (access, jobId) => jobLog(client, access, jobId)
})

const FAILED: ReadonlySet<string | null> = new Set(['failure', 'timed_out'])
const PER_PAGE = 100

async function failedJobs(
  client: HostClient,
  access: RepositoryAccess,
  { runId, attempt }: RunAttempt,
  most: number
): Promise<FailedJob[]> {
  const { owner, name: repo, ...options } = access
  const request = {
    path: '/repos/{owner}/{repo}/actions/runs/{run_id}/jobs',
    parameters: { owner, repo, run_id: runId, filter: 'latest', per_page: PER_PAGE }
  }
  const jobs: FailedJob[] = []
  for await (const { body } of client.pages(request, { ...options, fresh: true })) {
    const ofAttempt = objectsIn(body, 'jobs').filter(
      (job) => (integerAt(job, 'run_attempt') ?? attempt) === attempt
    )
    jobs.push(...ofAttempt.map(failedJobOf).filter(isDefined))
    if (jobs.length >= most) break
  }
  return jobs.slice(0, most)
}

function failedJobOf(job: JsonObject): FailedJob | undefined {
  const id = idAt(job, 'id')
  if (id === null || !FAILED.has(stringAt(job, 'conclusion'))) return undefined
  const [from, to] = [momentAt(job, 'started_at'), momentAt(job, 'completed_at')]
  return { id, name: stringAt(job, 'name') ?? '', ran: from && to ? { from, to } : null }
}

export function jobLog(client: HostClient, access: RepositoryAccess, jobId: number): AsyncIterable<string> {
  const { owner, name: repo, ...options } = access
  const path = '/repos/{owner}/{repo}/actions/jobs/{job_id}/logs'
  return client.stream({ path, parameters: { owner, repo, job_id: jobId } }, options)
}
