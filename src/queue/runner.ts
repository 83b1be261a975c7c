// Carries out the jobs of one name in this process: so many at a time, as soon as they are due.
import type PgBoss from 'pg-boss'
import type { Deps, JobName, JobPayload } from '#deps.js'
import { errorText, logText } from '#domain/text/failure.js'
import { isHeld } from '#errors/held.js'
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
/** How long a few free places wait for more, so that busy times fetch many jobs at once. */
const FETCH_DELAY_MS = 20

export class Runner<Name extends JobName = JobName> {
  readonly #options: RunnerOptions<Name>
  readonly #complete: (id: string) => Promise<true>
  readonly #mayBegin: (payload: JobPayload<Name>) => Promise<boolean>
  readonly #running = new Map<string, Promise<void>>()
  #lastFetch = Promise.resolve()
  #fetching = false
  #wanted = false
  #stopped = false
  #patience: NodeJS.Timeout | undefined
  #patienceIsOver = false

  constructor(options: RunnerOptions<Name>) {
    this.#options = options
    const { boss, deps, name, definition } = options
    this.#complete = batched<string, true>(
      async (ids) => {
        // Left open, they would be done again once their leases are over.
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

  /** Looks for jobs now; a call while it looks makes it look once more. */
  async wake(): Promise<void> {
    this.#wanted = true
    if (this.#fetching) return
    this.#fetching = true
    try {
      while (this.#wanted && this.#isWorthALook()) {
        this.#wanted = false
        this.#patienceIsOver = false
        this.#lastFetch = this.#fetch()
        await this.#lastFetch
      }
    } finally {
      this.#fetching = false
    }
  }

  /** The jobs that are being carried out. */
  get running(): { name: Name; id: string }[] {
    const { name } = this.#options
    return [...this.#running.keys()].map((id) => ({ name, id }))
  }

  async drain(timeoutMs: number): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#patience)
    const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs).unref())
    // A fetch that is under way may still bring jobs.
    await Promise.race([this.#lastFetch.then(() => Promise.all(this.#running.values())), timeout])
  }

  /** Half of the places are free, or a few have been for a while. */
  #isWorthALook(): boolean {
    const { concurrency } = this.#options.definition
    const free = concurrency - this.#running.size
    if (this.#stopped || free <= 0) return false
    if (free * 2 >= concurrency || this.#patienceIsOver) return true
    this.#patience ??= setTimeout(() => {
      this.#patience = undefined
      this.#patienceIsOver = true
      void this.wake()
    }, FETCH_DELAY_MS)
    return false
  }

  async #fetch(): Promise<void> {
    const { boss, deps, name, definition } = this.#options
    // Its jobs wait; it is looked again within a second.
    if (definition.needsRoom !== false && (await isDiskLow(deps.disk))) return
    const room = definition.concurrency - this.#running.size
    const jobs = await boss
      .fetch<JobPayload<Name>>(name, { batchSize: room, priority: false })
      // The next look, within a second, may have more luck.
      .catch((error: unknown) => {
        deps.log.error({ job: name, err: error }, 'Job queue could not be read')
        return []
      })
    for (const job of jobs) this.#start(job)
    if (jobs.length === room) this.#wanted = true
  }

  #start(job: PgBoss.Job<JobPayload<Name>>): void {
    const run = this.#carryOut(job).finally(() => {
      this.#running.delete(job.id)
      if (this.#wanted) void this.wake()
    })
    this.#running.set(job.id, run)
  }

  async #carryOut(job: PgBoss.Job<JobPayload<Name>>): Promise<void> {
    const { deps, definition } = this.#options
    try {
      if (definition.mayBegin && !(await this.#mayBegin(job.data))) return await this.#putBack(job)
      await withTimeout(definition.timeoutSeconds * 1000, definition.handle(deps, job.data, job.id))
      await this.#complete(job.id)
    } catch (error) {
      // When this fails too, the job runs out of time and is tried again: its effects happen once all the same.
      await withRetries(() => this.#giveBack(job.id, error)).catch((cause) =>
        deps.log.error({ err: cause }, 'Job failure could not be recorded')
      )
    }
  }

  /** A try that came to nothing only because of what somebody else held for a moment does not count. */
  async #giveBack(id: string, error: unknown): Promise<void> {
    const { boss, waiting, deps, name } = this.#options
    if (isHeld(error)) return waiting.putBackHeld(name, id)
    deps.log.warn({ job: name, id, reason: logText(error) }, 'Job failed')
    await boss.fail(name, id, { message: errorText(error) })
  }

  /** What it waits for may have ended in between, and then found nobody waiting. */
  async #putBack({ id, data }: PgBoss.Job<JobPayload<Name>>): Promise<void> {
    const { waiting, name } = this.#options
    await waiting.putBack(name, id)
    if (await this.#mayBegin(data)) await waiting.resume(name, [id])
  }
}
