// The job queue. pg-boss keeps the jobs; nothing outside this file knows of it.
import PgBoss from 'pg-boss'
import type { Deps, Enqueue, JobName, JobRecord, Queue } from '#deps.js'
import { type Database, notify, rawQuery, rowsOf, type Tx } from '#store/sql/database.js'
import { withPreparationLock } from '#store/sql/migrate.js'
import type { JobDefinition, JobTable } from './job.js'
import { Runner } from './runner.js'
import { waitingJobs } from './waiting.js'

export interface QueueOptions {
  database: Database
  jobs: JobTable
  /** Whether this process keeps the schedules and cleans up; several may, one at a time does. */
  supervises: boolean
  onError: (error: unknown) => void
  /** How long a job is left to a process of which nothing is heard. */
  leaseSeconds?: number
}

export interface RunningQueue extends Queue {
  /** Begins to carry out jobs. */
  work(deps: Deps): Promise<void>
  /** Takes no new jobs and waits for those that run, at most so long. */
  drain(timeoutMs: number): Promise<void>
}

const SCHEMA = 'pgboss'
const CHANNEL = 'jobs'
/** Jobs that become due without anybody saying so (retries, schedules) are found within this time. */
const POLL_MS = 1_000

/** Few done jobs stay beside the open ones, so that looking for lost ones costs little. */
const RETENTION = { archiveCompletedAfterSeconds: 60, archiveFailedAfterSeconds: 86_400, deleteAfterDays: 7 }
const LEASE_SECONDS = 60
/** So often within a lease it is renewed. */
const RENEWALS = 4
/** How often a keeper looks for jobs whose worker never came back. */
const MAINTENANCE_SECONDS = 2

export async function openQueue(options: QueueOptions): Promise<RunningQueue> {
  const { database, supervises: keeper, jobs, leaseSeconds = LEASE_SECONDS } = options
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => database.execute(text, values) },
    schema: SCHEMA,
    supervise: keeper,
    schedule: keeper,
    maintenanceIntervalSeconds: MAINTENANCE_SECONDS,
    ...RETENTION
  })
  boss.on('error', options.onError)
  // Two that start together on an empty database would make the same tables and lock each other out.
  await withPreparationLock(database, async () => {
    await boss.start()
    await declareQueues(boss, jobs, leaseSeconds)
    if (keeper) await declareSchedules(boss, jobs)
  })
  if (keeper && database.kind === 'embedded') await failAbandoned(boss, database)
  const waiting = waitingJobs(database, { schema: SCHEMA, channel: CHANNEL })
  const runners = new Map<string, Runner>()
  let looking: NodeJS.Timeout | undefined
  let renewing: NodeJS.Timeout | undefined
  return {
    enqueue: enqueueWith(boss),
    resume: waiting.resume,
    findJob: (name, id) => findJob(boss, name, id),
    counts: () => countsByState(database),
    isAlive: async () => Boolean(await boss.isInstalled()),
    async work(deps) {
      for (const name of jobNamesOf(jobs))
        runners.set(name, new Runner({ boss, waiting, deps, name, definition: jobs[name] }))
      const wakeAll = () => runners.forEach((runner) => void runner.wake())
      await database.listen(CHANNEL, (name) => (name === '' ? wakeAll() : void runners.get(name)?.wake()))
      looking = setInterval(() => void wakeDue(database, runners).catch(options.onError), POLL_MS)
      renewing = setInterval(
        () => void renewLeases(database, runners).catch(options.onError),
        (leaseSeconds * 1000) / RENEWALS
      )
      // One question for all names: hardly any has jobs that wait.
      await wakeDue(database, runners).catch(options.onError)
    },
    async drain(timeoutMs) {
      clearInterval(looking)
      await Promise.all([...runners.values()].map((runner) => runner.drain(timeoutMs)))
      clearInterval(renewing)
      await boss.stop({ graceful: false, close: false })
    }
  }
}

function jobNamesOf(jobs: JobTable): JobName[] {
  // The border to JavaScript, whose keys are strings: the table has exactly the names of its type.
  return Object.keys(jobs) as JobName[]
}

/** Makes the queues that are missing and brings the others up to date; a start that changes nothing asks once. */
async function declareQueues(boss: PgBoss, jobs: JobTable, leaseSeconds: number): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const deadLetters = new Set(jobNamesOf(jobs).map((name) => jobs[name].deadLetter))
  const order = jobNamesOf(jobs).sort((a, b) => Number(deadLetters.has(b)) - Number(deadLetters.has(a)))
  for (const name of order) {
    const wanted = queueOf(name, jobs[name], leaseSeconds)
    const found = known.get(name)
    if (!found) await boss.createQueue(name, wanted)
    else if (!isSameQueue(wanted, found)) await boss.updateQueue(name, wanted)
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

function isSameQueue(wanted: PgBoss.Queue, found: PgBoss.QueueResult): boolean {
  const current = new Map<string, unknown>(Object.entries(found))
  return Object.entries(wanted).every(([option, value]) => current.get(option) === value)
}

async function declareSchedules(boss: PgBoss, jobs: JobTable): Promise<void> {
  const wanted = new Map<string, string>()
  for (const name of jobNamesOf(jobs)) {
    const { schedule } = jobs[name]
    if (schedule !== undefined) wanted.set(name, schedule)
  }
  const known = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
  for (const name of known.keys()) if (!wanted.has(name)) await boss.unschedule(name)
  for (const [name, cron] of wanted)
    if (known.get(name) !== cron) await boss.schedule(name, cron, {}, { tz: 'UTC' })
}

/** An embedded database belongs to one process: what is active at its start was left behind by the one before. */
async function failAbandoned(boss: PgBoss, database: Database): Promise<void> {
  const { rows } = await database.execute(`select name, id from ${SCHEMA}.job where state = 'active'`, [])
  for (const { name, id } of rows)
    await boss.fail(String(name), String(id), { message: 'its process stopped before the end' })
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
    await Promise.all([boss.insert(rows, { db: pgBossDb(tx) }), notify(tx, CHANNEL, name)])
  }
}

function pgBossDb(tx: Tx): PgBoss.Db {
  return {
    executeSql: async (text: string, values: unknown[]) => ({
      rows: await rowsOf(tx, rawQuery(text, values))
    })
  }
}

async function findJob(boss: PgBoss, name: JobName, id: string): Promise<JobRecord | undefined> {
  const job = await boss.getJobById(name, id, { includeArchive: true })
  if (!job) return undefined
  return {
    name,
    // The border to pg-boss: its states are the words of our vocabulary.
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

async function wakeDue(database: Database, runners: Map<string, Runner>): Promise<void> {
  const { rows } = await database.execute(
    `select name from ${SCHEMA}.queue q where exists (
       select 1 from ${SCHEMA}.job j where j.name = q.name and j.state < 'active' and j.start_after < now())`,
    []
  )
  for (const { name } of rows) void runners.get(String(name))?.wake()
}

/** pg-boss reckons from the start of a job when it is lost: one that is still carried out has as good as begun now. */
async function renewLeases(database: Database, runners: Map<string, Runner>): Promise<void> {
  const held = [...runners.values()].flatMap((runner) => runner.running)
  if (held.length === 0) return
  await database.execute(
    `update ${SCHEMA}.job as j set started_on = now()
       from jsonb_to_recordset($1::text::jsonb) as held (name text, id uuid)
       where j.name = held.name and j.id = held.id and j.state = 'active'`,
    [JSON.stringify(held)]
  )
}
