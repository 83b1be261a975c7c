// The job queue, built on pg-boss. No other folder knows pg-boss.
import PgBoss from 'pg-boss'
import type { Deps, Enqueue, JobName, JobRecord, Queue } from '#deps.js'
import { announceOnCommit } from '#store/sql/announcements.js'
import { type Database, rawQuery, rowsOf, type Tx } from '#store/sql/database.js'
import { withPreparationLock } from '#store/sql/migrate.js'
import { jobBacklogs } from './backlogs.js'
import type { JobDefinition, JobTable } from './job.js'
import { inOnePartition } from './partition.js'
import { jobRequests } from './requests.js'
import { Runner } from './runner.js'
import { waitingJobs } from './waiting.js'

export interface QueueOptions {
  database: Database
  jobs: JobTable
  /** Whether this process runs schedules and maintenance. Several may; pg-boss lets one at a time. */
  supervises: boolean
  onError: (error: unknown) => void
  /** How long a job stays with a process that no longer renews its lease. */
  leaseSeconds?: number
}

export interface RunningQueue extends Queue {
  /** Starts running jobs. */
  work(deps: Deps): Promise<void>
  /** Enqueues each job that has a schedule, as if its time had come. */
  enqueueScheduled(): Promise<void>
  /** Begins whatever is due, rather than at the next poll; whether there was nothing, and nothing runs. */
  isIdle(): Promise<boolean>
  /** Stops fetching jobs, and waits for the running ones up to the timeout. */
  drain(timeoutMs: number): Promise<void>
}

const SCHEMA = 'pgboss'
const CHANNEL = 'jobs'
/** Finds jobs that become due without a notification, such as retries and schedules. */
const POLL_MS = 1_000

/** Archives completed jobs soon, which keeps the job table small and maintenance cheap. */
const RETENTION = { archiveCompletedAfterSeconds: 60, archiveFailedAfterSeconds: 86_400, deleteAfterDays: 7 }
const LEASE_SECONDS = 30
/** Renewals per lease. */
const RENEWALS = 4
/** How often a supervising process looks for jobs with expired leases. */
const MAINTENANCE_SECONDS = 2

export async function openQueue(options: QueueOptions): Promise<RunningQueue> {
  const { database, supervises, jobs, leaseSeconds = LEASE_SECONDS } = options
  const execute: Database['execute'] = (text, values) =>
    database.execute(inOnePartition(text, values), values)
  const boss = new PgBoss({
    db: { executeSql: execute },
    schema: SCHEMA,
    supervise: supervises,
    schedule: supervises,
    maintenanceIntervalSeconds: MAINTENANCE_SECONDS,
    ...RETENTION
  })
  boss.on('error', options.onError)
  // Without the lock, two processes that start on an empty database would create the same tables and deadlock.
  await withPreparationLock(database, async () => {
    await boss.start()
    await declareQueues(boss, jobs, leaseSeconds)
    if (supervises) await declareSchedules(boss, jobs)
  })
  if (supervises && database.kind === 'embedded') await failAbandoned(boss, database)
  const waiting = waitingJobs({ execute, announce: database.announce }, { schema: SCHEMA, channel: CHANNEL })
  const enqueue = enqueueWith(boss)
  const runners = new Map<string, Runner>()
  let polling: NodeJS.Timeout | undefined
  let renewing: NodeJS.Timeout | undefined
  return {
    enqueue,
    request: jobRequests(enqueue, SCHEMA),
    resume: waiting.resume,
    findJob: (name, id) => findJob(boss, name, id),
    counts: () => countsByState(database),
    backlogs: (names = jobNamesOf(jobs)) => jobBacklogs(database, SCHEMA, names),
    isAlive: async () => Boolean(await boss.isInstalled()),
    async enqueueScheduled() {
      for (const name of schedulesOf(jobs).keys()) await boss.send(name, {})
    },
    isIdle: async () => !isBusy(runners) && !(await wakeDue(database, runners)) && !isBusy(runners),
    async work(deps) {
      for (const name of jobNamesOf(jobs))
        runners.set(name, new Runner({ boss, waiting, deps, name, definition: jobs[name] }))
      const wakeAll = () => runners.forEach((runner) => void runner.wake())
      await database.listen(CHANNEL, (name) => (name === '' ? wakeAll() : void runners.get(name)?.wake()))
      polling = setInterval(() => void wakeDue(database, runners).catch(options.onError), POLL_MS)
      renewing = setInterval(
        () => void renewLeases(database, runners).catch(options.onError),
        (leaseSeconds * 1000) / RENEWALS
      )
      // A single query for all job names, because hardly any has waiting jobs.
      await wakeDue(database, runners).catch(options.onError)
    },
    async drain(timeoutMs) {
      clearInterval(polling)
      await Promise.all([...runners.values()].map((runner) => runner.drain(timeoutMs)))
      clearInterval(renewing)
      await boss.stop({ graceful: false, close: false })
    }
  }
}

function jobNamesOf(jobs: JobTable): JobName[] {
  // Cast: `Object.keys` returns strings, and the table has exactly the names of its type.
  return Object.keys(jobs) as JobName[]
}

/** Creates missing queues and updates changed ones. If nothing has changed, this takes a single query. */
async function declareQueues(boss: PgBoss, jobs: JobTable, leaseSeconds: number): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const deadLetters = new Set(jobNamesOf(jobs).map((name) => jobs[name].deadLetter))
  const order = jobNamesOf(jobs).sort((a, b) => Number(deadLetters.has(b)) - Number(deadLetters.has(a)))
  for (const name of order) {
    const wanted = queueOf(name, jobs[name], leaseSeconds)
    const current = existing.get(name)
    if (!current) await boss.createQueue(name, wanted)
    else if (!isSameQueue(wanted, current)) await boss.updateQueue(name, wanted)
  }
}

function queueOf<Name extends JobName>(
  name: Name,
  definition: JobDefinition<Name>,
  leaseSeconds: number
): PgBoss.Queue {
  const { retryLimit, timeoutSeconds, deadLetter, singleton } = definition
  return {
    name,
    policy: singleton ? 'short' : 'standard',
    retryLimit,
    retryDelay: 2,
    retryBackoff: true,
    expireInSeconds: Math.min(timeoutSeconds, leaseSeconds),
    ...(deadLetter ? { deadLetter } : {})
  }
}

function isSameQueue(wanted: PgBoss.Queue, current: PgBoss.QueueResult): boolean {
  const options = new Map<string, unknown>(Object.entries(current))
  return Object.entries(wanted).every(([option, value]) => options.get(option) === value)
}

function schedulesOf(jobs: JobTable): Map<string, string> {
  const schedules = new Map<string, string>()
  for (const name of jobNamesOf(jobs)) {
    const { schedule } = jobs[name]
    if (schedule !== undefined) schedules.set(name, schedule)
  }
  return schedules
}

async function declareSchedules(boss: PgBoss, jobs: JobTable): Promise<void> {
  const wanted = schedulesOf(jobs)
  const existing = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
  for (const name of existing.keys()) if (!wanted.has(name)) await boss.unschedule(name)
  for (const [name, cron] of wanted)
    if (existing.get(name) !== cron) await boss.schedule(name, cron, {}, { tz: 'UTC' })
}

/** An embedded database belongs to one process, so jobs that are active at its start were left by the previous one. */
async function failAbandoned(boss: PgBoss, database: Database): Promise<void> {
  const { rows } = await database.execute(`select name, id from ${SCHEMA}.job where state = 'active'`, [])
  for (const { name, id } of rows)
    await boss.fail(String(name), String(id), { message: 'The process stopped before the job had finished.' })
}

function enqueueWith(boss: PgBoss): Enqueue {
  return async (tx, name, jobs) => {
    const rows = jobs.map(({ payload, id, singletonKey, startAfterSeconds }) => ({
      name,
      data: payload,
      ...(id === undefined ? {} : { id }),
      ...(singletonKey === undefined ? {} : { singletonKey }),
      ...(startAfterSeconds === undefined ? {} : { startAfter: `${startAfterSeconds} seconds` })
    }))
    await boss.insert(rows, { db: pgBossDb(tx) })
    announceOnCommit(tx, CHANNEL, name)
  }
}

function pgBossDb(tx: Tx): PgBoss.Db {
  return {
    executeSql: async (text: string, values: unknown[]) => ({
      rows: await rowsOf(tx, rawQuery(inOnePartition(text, values), values))
    })
  }
}

async function findJob(boss: PgBoss, name: JobName, id: string): Promise<JobRecord | undefined> {
  const job = await boss.getJobById(name, id, { includeArchive: true })
  if (!job) return undefined
  return {
    name,
    // Cast: the states of pg-boss are those of our type.
    state: job.state as JobRecord['state'],
    attempts: Number(job.retryCount) + (job.startedOn ? 1 : 0),
    error: errorMessageIn(job.output)
  }
}

function errorMessageIn(output: unknown): string | null {
  if (typeof output !== 'object' || output === null) return null
  if ('message' in output && typeof output.message === 'string') return output.message
  return 'value' in output ? errorMessageIn(output.value) : null
}

async function countsByState(database: Database) {
  const { rows } = await database.execute(
    `select name, state::text as state, count(*)::int as count from ${SCHEMA}.job where name not like '\\_\\_%' group by 1, 2`,
    []
  )
  return rows.map(({ name, state, count }) => ({
    name: String(name),
    state: String(state),
    count: Number(count)
  }))
}

/** Whether anything was due. */
async function wakeDue(database: Database, runners: Map<string, Runner>): Promise<boolean> {
  const { rows } = await database.execute(
    `select name from ${SCHEMA}.queue q where exists (
       select 1 from ${SCHEMA}.job j where j.name = q.name and j.state < 'active' and j.start_after < now())`,
    []
  )
  // Jobs of pg-boss itself are none of ours.
  const due = rows.flatMap(({ name }) => runners.get(String(name)) ?? [])
  for (const runner of due) void runner.wake()
  return due.length > 0
}

const isBusy = (runners: Map<string, Runner>) => [...runners.values()].some((runner) => runner.isBusy)

/** pg-boss expires jobs by their start time, so moving it forward renews the lease of a running job. */
async function renewLeases(database: Database, runners: Map<string, Runner>): Promise<void> {
  const running = [...runners.values()].flatMap((runner) => runner.running)
  if (running.length === 0) return
  await database.execute(
    `update ${SCHEMA}.job as j set started_on = now()
       from jsonb_to_recordset($1::text::jsonb) as held (name text, id uuid)
       where j.name = held.name and j.id = held.id and j.state = 'active'`,
    [JSON.stringify(running)]
  )
}
