import { randomUUID } from 'node:crypto'
import t, { type Test } from 'tap'
import { jobs } from '#capabilities/index.js'
import type { Deps, JobName, JobPayload, NewJob } from '#deps.js'
import { openQueue } from '#queue/engine.js'
import type { JobDefinition, JobTable } from '#queue/job.js'
import { startTestService } from '../harness/app.js'
import { openTestDatabase } from '../harness/database.js'
import { until } from '../harness/until.js'

const test = await openTestDatabase()
t.teardown(() => test.drop())
const { database } = test

type Handle = JobDefinition<'delivery.handle'>
const definition = { concurrency: 5, retryLimit: 0, timeoutSeconds: 30 }

/** A service on the shared database, which holds no job of an earlier test. */
async function start(t: Test, table: Partial<JobTable>, work = true) {
  const service = await startTestService({ database: test, jobs: { ...jobs, ...table }, work: false })
  t.teardown(() => service.close())
  await database.execute('truncate pgboss.job, pgboss.archive', [])
  if (work) await service.queue.work(service.deps)
  return service
}

function enqueue<Name extends JobName>(deps: Deps, name: Name, ...added: NewJob<Name>[]): Promise<void> {
  return deps.transaction((tx) => deps.queue.enqueue(tx, name, added))
}

const delivery = (row: number): NewJob<'delivery.handle'> => ({ payload: { delivery_row: row } })

/** Notes which rows it was given. */
function recording() {
  const done: number[] = []
  const handle = async (_: Deps, { delivery_row }: JobPayload<'delivery.handle'>) => {
    done.push(delivery_row)
  }
  return { done, handle }
}

/** Notes which rows it was given, and holds each of them until the door is opened. */
function holding() {
  const begun: number[] = []
  const ended: number[] = []
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const handle = async (_: Deps, { delivery_row }: JobPayload<'delivery.handle'>) => {
    begun.push(delivery_row)
    await opened
    ended.push(delivery_row)
  }
  return { begun, ended, open, handle }
}

async function statesOf(deps: Deps, name: JobName): Promise<Record<string, number>> {
  const counts = await deps.queue.counts()
  return Object.fromEntries(counts.filter((one) => one.name === name).map((one) => [one.state, one.count]))
}

t.test('a job exists exactly if the transaction that enqueued it commits', async (t) => {
  const { done, handle } = recording()
  const { deps } = await start(t, { 'delivery.handle': { ...definition, handle } })
  const rolledBack = deps.transaction(async (tx) => {
    await deps.queue.enqueue(tx, 'delivery.handle', [delivery(1)])
    throw new Error('rolled back')
  })
  await t.rejects(rolledBack, { message: 'rolled back' })
  await enqueue(deps, 'delivery.handle', delivery(2))
  await until('the committed job is completed', async () => {
    const { completed } = await statesOf(deps, 'delivery.handle')
    return completed === 1
  })
  t.same(done, [2])
  t.same(await statesOf(deps, 'delivery.handle'), { completed: 1 })
})

t.test('slow jobs that hold most of the places leave the others to those that come', async (t) => {
  const { begun, open, handle } = holding()
  const { deps } = await start(t, { 'delivery.handle': { ...definition, handle } })
  t.teardown(open)
  await enqueue(deps, 'delivery.handle', ...[1, 2, 3, 4].map(delivery))
  await until('four jobs run', async () => begun.length === 4)
  await enqueue(deps, 'delivery.handle', delivery(5))
  await until('the fifth place is taken', async () => begun.length === 5)
  open()
})

t.test('a queue that could not be read once is read again, and what runs is still waited for', async (t) => {
  const { done, handle } = recording()
  const { execute } = database
  let refused = 0
  database.execute = (text, values) => {
    const isFetch = refused < 2 && text.includes('SKIP LOCKED')
    if (!isFetch) return execute(text, values)
    refused += 1
    return Promise.reject(new Error('the connection is lost'))
  }
  t.teardown(() => {
    database.execute = execute
  })
  const { deps, queue } = await start(t, { 'delivery.handle': { ...definition, handle } })
  await enqueue(deps, 'delivery.handle', delivery(1))
  await until('the job is done', async () => done.length === 1)
  t.equal(refused, 2)
  await queue.drain(1_000)
})

t.test('a job starts when it is committed, not when somebody happens to look around', async (t) => {
  const { setInterval } = globalThis
  t.intercept(globalThis, 'setInterval', { value: () => setInterval(() => {}, 2 ** 30) })
  const { done, handle } = recording()
  const { deps } = await start(t, { 'delivery.handle': { ...definition, handle } })
  for (const row of [1, 2, 3]) {
    await enqueue(deps, 'delivery.handle', delivery(row))
    await until('the job has run', async () => done.includes(row))
  }
  t.same(done, [1, 2, 3])
})

t.test('a job that is to wait starts later, although nobody says when it is due', async (t) => {
  const { done, handle } = recording()
  const { deps } = await start(t, { 'delivery.handle': { ...definition, handle } })
  await enqueue(deps, 'delivery.handle', { ...delivery(1), startAfterSeconds: 1 }, delivery(2))
  await until('both have run', async () => done.length === 2)
  t.same(done, [2, 1])
})

t.test('of jobs with one singleton key, one waits at most', async (t) => {
  const { begun, ended, open, handle } = holding()
  const { deps, queue } = await start(
    t,
    { 'delivery.handle': { ...definition, concurrency: 2, singleton: true, handle } },
    false
  )
  const key = (row: number, singletonKey: string) => ({ ...delivery(row), singletonKey })
  await enqueue(deps, 'delivery.handle', key(1, 'a'), key(3, 'b'))
  await enqueue(deps, 'delivery.handle', key(2, 'a'), key(4, 'a'))
  t.same(await statesOf(deps, 'delivery.handle'), { created: 2 })
  await queue.work(deps)
  await until('both have begun', async () => begun.length === 2)
  await enqueue(deps, 'delivery.handle', key(5, 'b'))
  await enqueue(deps, 'delivery.handle', key(6, 'b'))
  open()
  await until('the one that waited has run too', async () => ended.includes(5))
  t.same(ended.sort(), [1, 3, 5])
})

t.test('never more jobs of one name run at once in a process than its definition allows', async (t) => {
  const { begun, ended, open, handle } = holding()
  const { deps } = await start(t, { 'delivery.handle': { ...definition, concurrency: 3, handle } })
  await enqueue(deps, 'delivery.handle', ...[1, 2, 3, 4, 5, 6, 7].map(delivery))
  await until('three have begun', async () => begun.length === 3)
  t.same(await statesOf(deps, 'delivery.handle'), { active: 3, created: 4 })
  open()
  await until('all have ended', async () => ended.length === 7)
})

t.test('two processes share the jobs, and each job is carried out once', async (t) => {
  const [one, other] = [recording(), recording()]
  const first = await start(t, { 'delivery.handle': { ...definition, handle: one.handle } })
  const table = { ...jobs, 'delivery.handle': { ...definition, handle: other.handle } }
  const second = await startTestService({ database: test, jobs: table })
  t.teardown(() => second.close())
  const rows = Array.from({ length: 60 }, (_, at) => at)
  for (const row of rows) await enqueue(first.deps, 'delivery.handle', delivery(row))
  await until('all have run', async () => one.done.length + other.done.length >= rows.length)
  t.same(
    [...one.done, ...other.done].sort((a, b) => a - b),
    rows
  )
})

t.test('a job that takes longer than it may is failed, and its place is free again', async (t) => {
  const done: number[] = []
  const handle: Handle['handle'] = async (_, { delivery_row }) => {
    if (delivery_row === 1) await new Promise(() => {})
    done.push(delivery_row)
  }
  const tight = { ...definition, concurrency: 1, timeoutSeconds: 1, handle }
  const { deps, queue } = await start(t, { 'delivery.handle': tight })
  const id = randomUUID()
  await enqueue(deps, 'delivery.handle', { ...delivery(1), id })
  await enqueue(deps, 'delivery.handle', delivery(2))
  await until('the other one has run', async () => done.includes(2))
  t.match(await queue.findJob('delivery.handle', id), {
    state: 'failed',
    error: 'no answer within 1000 ms'
  })
})

t.test('a job whose worker never came back is taken up again', async (t) => {
  const { done, handle } = recording()
  const table = { ...jobs, 'delivery.handle': { ...definition, retryLimit: 1, handle } }
  const { deps } = await start(t, table, false)
  await enqueue(deps, 'delivery.handle', delivery(1))
  // As a worker leaves it that was killed an hour ago.
  await database.execute(`update pgboss.job set state = 'active', started_on = now() - interval '1 hour'`, [])
  const keeper = await openQueue({
    database,
    jobs: table,
    supervises: true,
    onError: (error) => t.error(error)
  })
  t.teardown(() => keeper.drain(5_000))
  await keeper.work(deps)
  await until('it has run', async () => done.includes(1))
})

t.test('a job that takes long stays with its process for as long as that lives', async (t) => {
  const { begun, open, handle } = holding()
  const table = { ...jobs, 'delivery.handle': { ...definition, retryLimit: 1, handle } }
  const { deps } = await start(t, table, false)
  const queue = await openQueue({
    database,
    jobs: table,
    supervises: true,
    leaseSeconds: 1,
    onError: (error) => t.error(error)
  })
  t.teardown(() => queue.drain(5_000))
  await queue.work(deps)
  await enqueue(deps, 'delivery.handle', delivery(1))
  await until('several leases are over', async () => {
    const { rows } = await database.execute(
      "select from pgboss.job where name = 'delivery.handle' and started_on > created_on + interval '5 seconds'",
      []
    )
    return rows.length === 1
  })
  open()
  await until('it is done', async () => (await statesOf(deps, 'delivery.handle'))['completed'] === 1)
  t.same(begun, [1])
})

if (database.kind === 'embedded') {
  t.test(
    'what the process before was busy with is taken up at the start, not when its time is over',
    async (t) => {
      const { done, handle } = recording()
      const table = {
        ...jobs,
        'delivery.handle': { ...definition, timeoutSeconds: 3_600, retryLimit: 1, handle }
      }
      const { deps } = await start(t, table, false)
      await enqueue(deps, 'delivery.handle', delivery(1))
      await database.execute(`update pgboss.job set state = 'active', started_on = now()`, [])
      const keeper = await openQueue({
        database,
        jobs: table,
        supervises: true,
        onError: (error) => t.error(error)
      })
      t.teardown(() => keeper.drain(5_000))
      await keeper.work(deps)
      await until('it has run', async () => done.includes(1))
    }
  )
}

t.test('to drain means to wait for what runs, and to begin nothing new', async (t) => {
  const { begun, ended, open, handle } = holding()
  const { deps, queue } = await start(t, { 'delivery.handle': { ...definition, handle } })
  await enqueue(deps, 'delivery.handle', delivery(1))
  await until('the job has begun', async () => begun.length === 1)
  let isDrained = false
  const drained = queue.drain(30_000).then(() => {
    isDrained = true
  })
  await enqueue(deps, 'delivery.handle', delivery(2))
  t.notOk(isDrained, 'a job still runs')
  open()
  await drained
  t.same(ended, [1])
  t.same(begun, [1])
  t.same(await statesOf(deps, 'delivery.handle'), { completed: 1, created: 1 })
})

t.test('to drain also means to wait for jobs that are just being fetched', async (t) => {
  const { done, handle } = recording()
  const table = { ...jobs, 'delivery.handle': { ...definition, handle } }
  const { deps } = await start(t, table, false)
  let fetched = () => {}
  const isFetched = new Promise<void>((resolve) => {
    fetched = resolve
  })
  let deliver = () => {}
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve
  })
  const slow: typeof database = {
    ...database,
    async execute(text, values) {
      const result = await database.execute(text, values)
      if (!/skip locked/i.test(text) || result.rows.length === 0) return result
      fetched()
      await delivered
      return result
    }
  }
  const queue = await openQueue({
    database: slow,
    jobs: table,
    supervises: false,
    onError: (error) => t.error(error)
  })
  await queue.work(deps)
  await enqueue(deps, 'delivery.handle', delivery(1))
  await isFetched
  const drained = queue.drain(30_000)
  deliver()
  await drained
  t.same(done, [1])
  t.same(await statesOf(deps, 'delivery.handle'), { completed: 1 })
})

t.test('of several processes one enqueues what is scheduled', async (t) => {
  let runs = 0
  const handle = async () => {
    runs += 1
  }
  const table: JobTable = {
    ...jobs,
    'retention.sweep': { ...definition, singleton: true, schedule: '* * * * *', handle }
  }
  const { deps } = await start(t, table)
  const openKeeper = async () => {
    // Gives it its turn: as if the one before had looked at the schedules long ago.
    await database.execute(`update pgboss.version set cron_on = to_timestamp(0)`, [])
    const keeper = await openQueue({
      database,
      jobs: table,
      supervises: true,
      onError: (error) => t.error(error)
    })
    t.teardown(() => keeper.drain(5_000))
    await until('it has looked at the schedules', async () => {
      const { rows } = await database.execute(
        `select from pgboss.version where cron_on > to_timestamp(0)`,
        []
      )
      return rows.length === 1
    })
  }
  const isOver = async () => {
    const { created, retry, active } = await statesOf(deps, 'retention.sweep')
    return created === undefined && retry === undefined && active === undefined
  }
  // The first one may look before it has declared the schedule.
  for (const _ of [1, 2]) await openKeeper()
  await until('the scheduled job has run', async () => runs > 0 && (await isOver()))
  for (const _ of [1, 2]) await openKeeper()
  await until('no run is under way', isOver)
  const { rows } = await database.execute(
    `select count(*)::int as sent, count(distinct (singleton_on, singleton_key))::int as minutes from pgboss.job where name like '\\_\\_%'`,
    []
  )
  t.equal(rows[0]?.['sent'], rows[0]?.['minutes'], 'each minute was sent once')
  t.ok(runs <= Number(rows[0]?.['minutes']), 'and run once at most')
})

t.test('maintenance that fails in the middle leaves the database as it was', async (t) => {
  const { done, handle } = recording()
  const { deps } = await start(t, { 'delivery.handle': { ...definition, handle } })
  const outcomes = await Promise.allSettled([
    database.execute('begin; delete from pgboss.queue; select 1 / 0; commit'),
    enqueue(deps, 'delivery.handle', delivery(1)),
    enqueue(deps, 'delivery.handle', delivery(2))
  ])
  t.same(
    outcomes.map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled']
  )
  await until('both jobs have run', async () => done.length === 2)
})

t.test('a job name without a handler does not compile', async (t) => {
  // @ts-expect-error Two of the names have no handler.
  const incomplete: JobTable = { 'delivery.handle': jobs['delivery.handle'] }
  // @ts-expect-error The payload is that of another job.
  const mistaken: NewJob<'retention.sweep'> = delivery(1)
  t.ok(incomplete && mistaken)
})
