// The definition of a job. Each capability lists its jobs in a file of its own.

import type { Deps, JobName, JobPayload } from '#deps.js'

export interface JobDefinition<Name extends JobName> {
  /** A retried job keeps its id. */
  handle(deps: Deps, payload: JobPayload<Name>, jobId: string): Promise<void>
  /** For jobs that wait for others: which of these may start. Jobs that finish resume the waiting ones. */
  mayBegin?(deps: Deps, payloads: readonly JobPayload<Name>[]): Promise<boolean[]>
  /** Maximum concurrent jobs per process. */
  concurrency: number
  /** Maximum retries, with exponential backoff from 2 s. */
  retryLimit: number
  /** Maximum duration of one try. If the process dies, the lease ends it earlier. */
  timeoutSeconds: number
  /** The job that is enqueued when all retries have failed. */
  deadLetter?: JobName
  /** A cron expression in UTC. Only one process enqueues the job. */
  schedule?: string
  /** False for jobs that run even when the disk is almost full: they free space, or finish changes on the host. */
  needsDiskSpace?: false
  /** At most one job per singleton key waits. */
  singleton?: boolean
}

/** Every job and its definition. A job without one does not compile. */
export type JobTable = { readonly [Name in JobName]: JobDefinition<Name> }

/** The jobs of one capability. */
export type Jobs = Partial<JobTable>
