// Runs the jobs of one name in this process, up to the concurrency limit, as soon as they are due.
import type PgBoss from 'pg-boss'
import type { Deps, JobName, JobPayload } from '#deps.js'
import { errorText, logText } from '#domain/text/failure.js'
import { isLocked } from '#errors/locked.js'
import { batched } from '#runtime/batch.js'
import { withRetries } from '#runtime/retry.js'
import { withTimeout } from '#runtime/timeout.js'
import { isDiskLow } from '#store/disk.js'
import type { JobDefinition } from './job.js'
import type { WaitingJobs } from './waiting.js'

interface RunnerOptions<Name extends JobName> {
  boss: PgBoss
  waiting: WaitingJobs
  deps: Deps
  name: Name
  definition: JobDefinition<Name>
}

const MOST_COMPLETED_AT_ONCE = 100
const MAX_CHECKED_AT_ONCE = 100
/** While few slots are free, fetches wait this long, so that busy times fetch many jobs at once. */
const FETCH_DELAY_MS = 20

export class Runner<Name extends JobName = JobName> {
  readonly #options: RunnerOptions<Name>
  readonly #complete: (id: string) => Promise<true>
  readonly #mayBegin: (payload: JobPayload<Name>) => Promise<boolean>
  readonly #running = new Map<string, Promise<void>>()
  #lastFetch = Promise.resolve()
  #fetching = false
  #mustFetch = false
  #stopped = false
  #fetchTimer: NodeJS.Timeout | undefined
  #delayIsOver = false

  constructor(options: RunnerOptions<Name>) {
    this.#options = options
    const { boss, deps, name, definition } = options
    this.#complete = batched<string, true>(
      async (ids) => {
        // Jobs that stay open would run again after their lease.
        await withRetries(() => boss.complete(name, ids))
        return ids.map(() => true)
      },
      { most: MOST_COMPLETED_AT_ONCE }
    )
    this.#mayBegin = batched<JobPayload<Name>, boolean>(
      async (payloads) => (await definition.mayBegin?.(deps, payloads)) ?? payloads.map(() => true),
      { most: MAX_CHECKED_AT_ONCE }
    )
  }

  /** Fetches jobs now. A call during a fetch causes another one. */
  async wake(): Promise<void> {
    this.#mustFetch = true
    if (this.#fetching) return
    this.#fetching = true
    try {
      while (this.#mustFetch && this.#shouldFetch()) {
        this.#mustFetch = false
        this.#delayIsOver = false
        this.#lastFetch = this.#fetch()
        await this.#lastFetch
      }
    } finally {
      this.#fetching = false
    }
  }

  get running(): { name: Name; id: string }[] {
    const { name } = this.#options
    return [...this.#running.keys()].map((id) => ({ name, id }))
  }

  /** Whether a job runs, or may be about to: a fetch has not ended. */
  get isBusy(): boolean {
    return this.#fetching || this.#running.size > 0
  }

  async drain(timeoutMs: number): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#fetchTimer)
    const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs).unref())
    // A fetch in progress may still return jobs.
    await Promise.race([this.#lastFetch.then(() => Promise.all(this.#running.values())), timeout])
  }

  /** True if half of the slots are free, or if a few have been free for a while. */
  #shouldFetch(): boolean {
    const { concurrency } = this.#options.definition
    const free = concurrency - this.#running.size
    if (this.#stopped || free <= 0) return false
    if (free * 2 >= concurrency || this.#delayIsOver) return true
    this.#fetchTimer ??= setTimeout(() => {
      this.#fetchTimer = undefined
      this.#delayIsOver = true
      void this.wake()
    }, FETCH_DELAY_MS)
    return false
  }

  async #fetch(): Promise<void> {
    const { boss, deps, name, definition } = this.#options
    // The jobs wait, and the next poll checks again.
    if (definition.needsDiskSpace !== false && (await isDiskLow(deps.disk))) return
    const free = definition.concurrency - this.#running.size
    const jobs = await boss
      .fetch<JobPayload<Name>>(name, { batchSize: free, priority: false })
      // The next poll retries within a second.
      .catch((error: unknown) => {
        deps.log.error({ job: name, err: error }, 'Job queue could not be read')
        return []
      })
    for (const job of jobs) this.#start(job)
    if (jobs.length === free) this.#mustFetch = true
  }

  #start(job: PgBoss.Job<JobPayload<Name>>): void {
    const run = this.#execute(job).finally(() => {
      this.#running.delete(job.id)
      if (this.#mustFetch) void this.wake()
    })
    this.#running.set(job.id, run)
  }

  async #execute(job: PgBoss.Job<JobPayload<Name>>): Promise<void> {
    const { deps, definition } = this.#options
    try {
      if (definition.mayBegin && !(await this.#mayBegin(job.data))) return await this.#putBack(job)
      await withTimeout(definition.timeoutSeconds * 1000, definition.handle(deps, job.data, job.id))
      await this.#complete(job.id)
    } catch (error) {
      // If this fails too, the lease expires and the job is retried. Jobs are idempotent, so that does no harm.
      await withRetries(() => this.#recordFailure(job.id, error)).catch((cause) =>
        deps.log.error({ err: cause }, 'Job failure could not be recorded')
      )
    }
  }

  /** A try that failed only because of a lock does not count as a retry. */
  async #recordFailure(id: string, error: unknown): Promise<void> {
    const { boss, waiting, deps, name } = this.#options
    if (isLocked(error)) return waiting.putBackHeld(name, id)
    deps.log.warn({ job: name, id, reason: logText(error) }, 'Job failed')
    await boss.fail(name, id, { message: errorText(error) })
  }

  /** The awaited job may have finished in between and found nothing to resume, so the condition is checked again. */
  async #putBack({ id, data }: PgBoss.Job<JobPayload<Name>>): Promise<void> {
    const { waiting, name } = this.#options
    await waiting.putBack(name, id)
    if (await this.#mayBegin(data)) await waiting.resume(name, [id])
  }
}
