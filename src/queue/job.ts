// What a job is. Each capability lists its own in a file of its name.

import type { Deps, JobName, JobPayload } from '#deps.js'

export interface JobDefinition<Name extends JobName> {
  /** A job that is tried again keeps its id. */
  handle(deps: Deps, payload: JobPayload<Name>, jobId: string): Promise<void>
  /** Asked before they begin, where jobs wait for others: which of these may. The others are resumed by those. */
  mayBegin?(deps: Deps, payloads: readonly JobPayload<Name>[]): Promise<boolean[]>
  /** How many run at once in one process. */
  concurrency: number
  /** How often it is tried again, after 2 s and then ever longer. */
  retryLimit: number
  /** A try that takes longer counts as failed; one whose process died does so sooner. */
  timeoutSeconds: number
  /** The job that learns of what was given up. */
  deadLetter?: JobName
  /** Five cron fields, UTC; one process of all enqueues it. */
  schedule?: string
  /** False where it goes on while the disk is almost full: it frees room, or ends what has begun on the host. */
  needsRoom?: false
  /** At most one waits per singleton key. */
  singleton?: boolean
}

/** Every job and its definition: a name without one does not compile. */
export type JobTable = { readonly [Name in JobName]: JobDefinition<Name> }

/** The jobs of one capability. */
export type Jobs = Partial<JobTable>
