import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import t, { type Test } from 'tap'
import { jobs } from '#capabilities/index.js'
import type { Deps, JobPayload } from '#deps.js'
import { HOUR_MS } from '#domain/time/durations.js'
import { isLocked } from '#errors/locked.js'
import { openQueue } from '#queue/engine.js'
import type { JobTable } from '#queue/job.js'
import { handleDelivery } from '#services/deliveries/handle.js'
import { rowsOf } from '#store/sql/database.js'
import { issueOpened, startTestService, type TestOptions, type TestService } from '#test/harness/app.js'
import { openTestDatabase } from '#test/harness/database.js'
import { type EventHandler, withEventHandler } from '#test/harness/event-handlers.js'
import { until } from '#test/harness/until.js'

const test = await openTestDatabase()
t.teardown(() => test.drop())

async function start(t: Test, options: TestOptions = {}): Promise<TestService> {
  const service = await startTestService({ database: test, ...options })
  t.teardown(() => service.close())
  return service
}

/** The jobs of the service, but with another effect of a delivery and so many further tries. */
function tableWith(effect: EventHandler, retryLimit = 0): JobTable {
  const handle = (deps: Deps, { delivery_row }: JobPayload<'delivery.handle'>) =>
    handleDelivery(withEventHandler(deps, effect), delivery_row)
  return { ...jobs, 'delivery.handle': { ...jobs['delivery.handle'], retryLimit, handle } }
}

/** An effect that fails until it is mended. */
function breakable() {
  const state = { isBroken: true }
  const effect: EventHandler = async () => {
    if (state.isBroken) throw new Error('out of order')
  }
  return { state, effect }
}

async function detailOf({ client }: TestService, id: string) {
  const { data } = await client.GET('/api/deliveries/{id}', { params: { path: { id } } })
  if (!data) throw new Error(`there is no delivery ${id}`)
  return data
}

function hasState(service: TestService, id: string, state: string): Promise<void> {
  return until(`the delivery is ${state}`, async () => (await detailOf(service, id)).state === state)
}

async function received(service: TestService): Promise<string> {
  const id = randomUUID()
  await service.deliver({ id })
  return id
}

/** Adds a job and waits for its end. */
async function run({ deps, queue }: TestService, name: 'delivery.handle' | 'retention.sweep', row = 0) {
  const id = randomUUID()
  const payload = name === 'delivery.handle' ? { delivery_row: row } : {}
  await deps.transaction((tx) => queue.enqueue(tx, name, [{ id, payload }]))
  await until(`${name} is over`, async () => {
    const job = await queue.findJob(name, id)
    return job?.state === 'completed' || job?.state === 'failed'
  })
}

t.test('a handled delivery is processed after one attempt, and shows its job', async (t) => {
  const service = await start(t)
  const id = await received(service)
  await hasState(service, id, 'processed')
  await until('its job is completed', async () => {
    const { jobs } = await detailOf(service, id)
    return jobs[0]?.state === 'completed'
  })
  t.match(await detailOf(service, id), {
    processed: true,
    error: null,
    attempts: 1,
    processed_at: String,
    duration_ms: Number,
    jobs: [{ queue: 'delivery.handle', name: 'delivery.handle', attempts: 1, error: null }]
  })
})

t.test('a delivery takes effect once, however many handle it at the same time', async (t) => {
  const [service, other] = [await start(t, { work: false }), await start(t, { work: false })]
  const id = await received(service)
  const { id: row } = await detailOf(service, id)
  await service.deps.transaction((tx) => tx.execute(sql`create table effects (delivery integer)`))
  const effect: EventHandler = async ({ tx }) => {
    await tx.execute(sql`insert into effects values (${row})`)
    // Long enough for the others to come in.
    await tx.execute(sql`select pg_sleep(0.1)`)
  }
  const all = [service, other, service, other]
  const calls = await Promise.allSettled(
    all.map(({ deps }) => handleDelivery(withEventHandler(deps, effect), row))
  )
  const failures = calls.flatMap((call) => (call.status === 'rejected' ? [call.reason] : []))
  t.ok(failures.every(isLocked), 'the others find it done, or held')
  t.same(await rowsOf(service.deps.db, sql`select delivery from effects`), [{ delivery: row }])
  t.match(await detailOf(service, id), { state: 'processed', attempts: 1 })
})

t.test(
  'a failed attempt leaves no effect behind, shows in the delivery, and is made again later',
  async (t) => {
    const { state, effect } = breakable()
    const halfway: EventHandler = async (receipt, event) => {
      await receipt.tx.execute(
        sql`insert into sessions values ('halfway', 'p', 'k', null, null, now(), now(), now())`
      )
      await effect(receipt, event)
    }
    const service = await start(t, { jobs: tableWith(halfway, 1) })
    const id = await received(service)
    await until('the job waits for its second try', async () => {
      const { jobs } = await detailOf(service, id)
      return jobs[0]?.state === 'retry'
    })
    t.match(await detailOf(service, id), {
      state: 'queued',
      processed: false,
      error: 'out of order',
      attempts: 1,
      jobs: [{ attempts: 1, error: 'out of order' }]
    })
    t.same(await rowsOf(service.deps.db, sql`select from sessions`), [])
    const [job] = await rowsOf<{ later: boolean }>(
      service.deps.db,
      sql`select start_after >= started_on + interval '2 seconds' as later from pgboss.job where state = 'retry'`
    )
    t.ok(job?.later, 'it waits two seconds at least')
    state.isBroken = false
    await hasState(service, id, 'processed')
    t.match(await detailOf(service, id), { processed: true, error: null, attempts: 2 })
  }
)

t.test('of a refusal of the database its code is kept, and none of its words or values', async (t) => {
  const refused: EventHandler = ({ tx }) =>
    tx.execute(sql`select ${'a value'} from no_such_table`).then(() => {})
  const service = await start(t, { jobs: tableWith(refused) })
  const id = await received(service)
  await hasState(service, id, 'failed')
  const error = 'the database rejected a statement (42P01)'
  t.match(await detailOf(service, id), { error, jobs: [{ error }] })
})

t.test('a delivery that failed at every try ends as failed, with its error', async (t) => {
  const service = await start(t, { jobs: tableWith(breakable().effect) })
  const id = await received(service)
  await hasState(service, id, 'failed')
  t.match(await detailOf(service, id), {
    processed: false,
    error: 'out of order',
    attempts: 1,
    processed_at: null,
    jobs: [{ state: 'failed', attempts: 1, error: 'out of order' }]
  })
})

t.test('a failed delivery is dead once a day has passed without another try', async (t) => {
  const service = await start(t, { jobs: tableWith(breakable().effect) })
  const [left, retried] = [await received(service), await received(service)]
  for (const id of [left, retried]) await hasState(service, id, 'failed')
  service.advance(23 * HOUR_MS)
  await run(service, 'delivery.handle', (await detailOf(service, retried)).id)
  await run(service, 'retention.sweep')
  t.match(await detailOf(service, left), { state: 'failed' })
  service.advance(2 * HOUR_MS)
  await run(service, 'retention.sweep')
  t.match(await detailOf(service, left), {
    state: 'dead',
    processed: false,
    error: 'out of order',
    attempts: 1
  })
  t.match(await detailOf(service, retried), { state: 'failed', attempts: 2 })
})

t.test('a failed or dead delivery that succeeds after all is processed, and its error is gone', async (t) => {
  const { state, effect } = breakable()
  const service = await start(t, { jobs: tableWith(effect) })
  const dead = await received(service)
  await hasState(service, dead, 'failed')
  service.advance(25 * HOUR_MS)
  await run(service, 'retention.sweep')
  t.match(await detailOf(service, dead), { state: 'dead' })
  const failed = await received(service)
  await hasState(service, failed, 'failed')
  state.isBroken = false
  for (const id of [dead, failed]) {
    await run(service, 'delivery.handle', (await detailOf(service, id)).id)
    t.match(await detailOf(service, id), { state: 'processed', processed: true, error: null, attempts: 2 })
  }
})

t.test('what is processed stays so, whatever a late worker reports', async (t) => {
  const service = await start(t, { work: false })
  const id = await received(service)
  const { id: row } = await detailOf(service, id)
  await jobs['delivery.handle'].handle(service.deps, { delivery_row: row }, '')
  const before = await detailOf(service, id)
  await handleDelivery(withEventHandler(service.deps, breakable().effect), row)
  await jobs['delivery.give-up'].handle(service.deps, { delivery_row: row }, '')
  t.same(await detailOf(service, id), before)
})

t.test('a delivery whose workers all stopped in the middle ends as failed and says so', async (t) => {
  const table = tableWith(async () => {})
  const service = await start(t, { jobs: table, work: false })
  await service.test.database.execute('truncate pgboss.job', [])
  const id = await received(service)
  await service.test.database.execute(
    `update pgboss.job set state = 'active', started_on = now() - interval '1 hour'`,
    []
  )
  const { database } = service.test
  const keeper = await openQueue({
    database,
    jobs: table,
    supervises: true,
    onError: (error) => t.error(error)
  })
  t.teardown(() => keeper.drain(5_000))
  await keeper.work(service.deps)
  await hasState(service, id, 'failed')
  t.match(await detailOf(service, id), {
    error: 'every worker stopped before it had finished',
    attempts: 0
  })
})

t.test('a delivery whose payload is no longer kept cannot be handled, and says so', async (t) => {
  const service = await start(t, { jobs: tableWith(async () => {}), work: false })
  const id = await received(service)
  service.advance(15 * 24 * HOUR_MS)
  await jobs['retention.sweep'].handle(service.deps, {}, '')
  await service.queue.work(service.deps)
  await hasState(service, id, 'failed')
  t.match(await detailOf(service, id), { error: 'the payload of the delivery has expired', payload: null })
})

t.test('the error of a delivery tells nothing of its payload, of a query or of a token', async (t) => {
  const secret = 'title-of-a-private-issue'
  const queries = [
    sql`insert into rate_limits select key, 1, 1, now() from (values (${secret}), (${secret})) as twice (key)`,
    sql`select ${secret}::text::integer`,
    sql`select * from json_to_recordset(${`{"a": "${secret}"`}::json) as wrong (a text)`,
    sql`select ${secret}::text from nothing_of_that_name`
  ]
  const effects: EventHandler[] = [
    ...queries.map(
      (query): EventHandler =>
        async ({ tx }) =>
          void (await tx.execute(query))
    ),
    () => Promise.reject(new Error(`refused: Bearer ${secret}`)),
    () => Promise.reject(new Error(`refused: ghs_${secret}`))
  ]
  let current = effects[0]
  const service = await start(t, { jobs: tableWith(async (...given) => current?.(...given)) })
  for (const effect of effects) {
    current = effect
    const id = randomUUID()
    await service.deliver({ id, payload: issueOpened(secret) })
    await hasState(service, id, 'failed')
    const { payload: _, ...shown } = await detailOf(service, id)
    t.not(shown.error, null)
    t.notMatch(JSON.stringify(shown), /private-issue|select|insert/i)
  }
})
