import { sql } from 'drizzle-orm'
import t from 'tap'
import type { Deps } from '#deps.js'
import { KEY, startTestService } from '#test/harness/app.js'
import { login } from '#test/harness/sessions.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const { deps, client } = service

const systemNow = async () => (await client.GET('/api/system/health')).data
const queueNow = async (name: string) => (await systemNow())?.queues?.find((one) => one.name === name)

t.test('a stranger learns nothing, a key and a session learn all', async (t) => {
  const url = '/api/system/health'
  t.equal((await service.inject({ url })).statusCode, 401)
  for (const headers of [{ authorization: `Bearer ${KEY}` }, { cookie: await login(service) }])
    t.equal((await service.inject({ url, headers })).statusCode, 200)
})

t.test('a service that is well says so, with its process, its database and every queue', async (t) => {
  const system = await systemNow()
  t.match(system, {
    health: { status: 'ok', version: '0.0.0-test', checks: { database: 'ok', queue: 'ok' } },
    deliveries: { waiting: 0, failed: 0, dead: 0, oldest_waiting_at: null }
  })
  t.ok((system?.uptime_seconds ?? -1) >= 0)
  t.ok(Date.parse(system?.started_at ?? '') <= deps.now().getTime())
  t.ok((system?.database.latency_ms ?? -1) >= 0)
  t.ok((system?.database.size_bytes ?? 0) > 1_000_000, 'the database has a size')
  const names = system?.queues?.map(({ name }) => name) ?? []
  t.same(names, [...names].sort())
  for (const name of ['delivery.handle', 'triage.run', 'action.execute']) t.ok(names.includes(name), name)
  t.notOk(
    names.some((name) => name.startsWith('__')),
    'none of the engine itself'
  )
})

t.test('jobs are counted by what they wait for, and the longest wait is told', async (t) => {
  await deps.transaction((tx) =>
    deps.queue.enqueue(tx, 'delivery.handle', [
      { payload: { delivery_row: 1 } },
      { payload: { delivery_row: 2 } },
      { payload: { delivery_row: 3 } },
      { payload: { delivery_row: 4 } },
      { payload: { delivery_row: 5 }, startAfterSeconds: 3_600 }
    ])
  )
  const setTo = (row: number, change: ReturnType<typeof sql>) =>
    deps.db.execute(
      sql`update pgboss.job set ${change} where name = 'delivery.handle' and (data->>'delivery_row')::int = ${row}::int`
    )
  await setTo(1, sql`start_after = now() - interval '10 minutes'`)
  await setTo(2, sql`state = 'active', started_on = now()`)
  await setTo(3, sql`state = 'failed'`)
  const backlog = await queueNow('delivery.handle')
  t.match(backlog, { waiting: 2, later: 1, running: 1, failed: 1 })
  t.ok((backlog?.oldest_waiting_ms ?? 0) >= 600_000)
  t.match(await queueNow('triage.run'), { waiting: 0, running: 0, oldest_waiting_ms: null })
  await deps.db.execute(sql`delete from pgboss.job`)
})

t.test('webhooks whose work waits are counted, with the arrival of the oldest', async (t) => {
  const before = deps.now().getTime()
  await service.deliver({ id: 'first' })
  await service.deliver({ id: 'second' })
  const { deliveries } = (await systemNow()) ?? {}
  t.match(deliveries, { waiting: 2, failed: 0, dead: 0 })
  t.ok(Math.abs(Date.parse(deliveries?.oldest_waiting_at ?? '') - before) < 60_000)
})

t.test('what cannot be read is null, and the rest arrives', async (t) => {
  const refuse = () => Promise.reject(new Error('it does not answer'))
  const ill: Partial<Deps> = { queue: { ...deps.queue, backlogs: refuse, isAlive: async () => false } }
  const without = await startTestService({ work: false, database: service.test, deps: ill })
  t.teardown(() => without.close())
  const { data } = await without.client.GET('/api/system/health')
  t.match(data, { queues: null, health: { status: 'degraded', checks: { queue: 'fail' } } })
  t.ok((data?.database.size_bytes ?? 0) > 0)
})

t.test('no secret is in the reply', async (t) => {
  const text = JSON.stringify(await systemNow())
  for (const secret of [KEY, deps.sessionSecret]) t.notMatch(text, secret)
})
