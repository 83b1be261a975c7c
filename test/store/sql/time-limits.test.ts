// How long one who is silent, slow or in the way is borne.
import { sql } from 'drizzle-orm'
import t, { type Test } from 'tap'
import type { TimeLimits } from '#store/sql/limits.js'
import { withPreparationLock } from '#store/sql/migrate.js'
import { openPostgres } from '#store/sql/postgres.js'
import { issueOpened, KEY, startTestService } from '#test/harness/app.js'
import { newDatabase, onServer, SERVER, TEMPLATE } from '#test/harness/server.js'
import { stallingProxy } from '#test/harness/stalling-proxy.js'
import { until } from '#test/harness/until.js'

const skip = SERVER === undefined && 'the embedded database belongs to one process'

const LONG: TimeLimits = { statement: 600, lock: 600, idleTransaction: 600, answer: 900 }
const authorization = `Bearer ${KEY}`

async function newUrl(t: Test): Promise<string> {
  const { url, drop } = await newDatabase(SERVER ?? '', { template: TEMPLATE })
  t.teardown(drop)
  return url
}

function opened(t: Test, url: string, limits: Partial<TimeLimits>, connections = 10) {
  const database = openPostgres(url, { connections, seconds: { ...LONG, ...limits } })
  t.teardown(() => database.close())
  return database
}

async function serviceOn(t: Test, url: string, limits: Partial<TimeLimits>, connections?: number) {
  const database = opened(t, url, limits, connections)
  const service = await startTestService({
    database: { database, url, leaveWrongSums: () => {}, drop: () => database.close() }
  })
  t.teardown(() => service.close())
  return service
}

t.test(
  'a process that falls silent in a transaction holds up the others no longer than the limit',
  { skip },
  async (t) => {
    const url = await newUrl(t)
    const service = await serviceOn(t, url, { lock: 1 })
    const stateOf = async (id: string) =>
      (await service.client.GET('/api/deliveries/{id}', { params: { path: { id } } })).data
    await service.deliver({ id: 'before' })
    await until('the repository is known', async () => (await stateOf('before'))?.state === 'processed')
    const way = await stallingProxy(t, url)
    const cutOff = opened(t, way.url, { idleTransaction: 6, statement: 2, answer: 3 })
    const told = cutOff.transaction(async (tx) => {
      await tx.execute(sql`select from repositories where host_id = 42 for update`)
      way.stall()
      await until('a delivery was put back', async () => (await onServer(url, PUT_BACK)).length > 0)
      await tx.execute(sql`update repositories set private = true where host_id = 42`)
    })
    const isTold = t.rejects(told, { cause: { code: 'CONNECTION_CLOSED' } }, 'it learns of it, too')
    await until('it holds the row', async () => (await waiters(url)) === 'idle in transaction')
    t.equal((await service.deliver({ id: 'behind', payload: renamed() })).statusCode, 202)
    await until('the delivery is handled', async () => (await stateOf('behind'))?.state === 'processed')
    const handled = await stateOf('behind')
    t.equal(handled?.attempts, 1, 'what is held by another costs no try')
    await isTold
    const [row] = await onServer(url, 'select private from repositories where host_id = 42')
    t.equal(row?.['private'], false, 'nothing of the silent one holds')
  }
)

const PUT_BACK = `select from pgboss.job where name = 'delivery.handle' and output ? 'held'`

function renamed() {
  const { repository, ...payload } = issueOpened()
  return { ...payload, repository: { ...repository, full_name: 'octo-org/renamed' } }
}

async function waiters(url: string): Promise<unknown> {
  const [row] = await onServer(
    url,
    `select state from pg_stat_activity where datname = current_database() and query like 'select from repositories%'`
  )
  return row?.['state']
}

for (const [what, limits] of [
  ['that waits for a lock', { lock: 1 }],
  ['that takes too long', { statement: 1 }]
] as const)
  t.test(`a request ${what} is 503 with Retry-After, and in no words of the driver`, { skip }, async (t) => {
    const url = await newUrl(t)
    const service = await serviceOn(t, url, limits)
    const other = opened(t, url, {})
    await other.transaction(async (tx) => {
      await tx.execute(sql`lock table webhook_deliveries in access exclusive mode`)
      const reply = await service.inject({ url: '/api/deliveries', headers: { authorization } })
      t.equal(reply.statusCode, 503)
      t.match(reply.json(), { code: 'unavailable' })
      t.match(reply.headers['retry-after'], /^[1-9]\d*$/)
      t.notMatch(reply.body, /timeout|cancel|statement|select|lock/i)
      const { statusCode, body } = await service.deliver({})
      t.equal(statusCode, 503, 'a delivery as well')
      t.notMatch(body, /timeout|cancel|statement|insert|lock/i)
    })
    const after = await service.inject({ url: '/api/deliveries', headers: { authorization } })
    t.equal(after.statusCode, 200, 'and it is answered when nothing is in the way')
  })

t.test(
  'a database that falls silent is 503 with Retry-After, and answers when it speaks again',
  { skip },
  async (t) => {
    const way = await stallingProxy(t, await newUrl(t))
    const service = await serviceOn(t, way.url, { statement: 1, answer: 2 })
    const ask = () => service.inject({ url: '/api/deliveries', headers: { authorization } })
    t.equal((await ask()).statusCode, 200)
    way.stall()
    const reply = await ask()
    t.equal(reply.statusCode, 503)
    t.match(reply.headers['retry-after'], /^[1-9]\d*$/)
    t.notMatch(reply.body, /connection|answered|select/i)
    way.resume()
    await until('it is answered again', async () => (await ask()).statusCode === 200)
  }
)

t.test('a request that gets no connection in time is 503 with Retry-After', { skip }, async (t) => {
  const FEWEST = 3
  const service = await serviceOn(t, await newUrl(t), { answer: 1 }, FEWEST)
  const ask = () => service.inject({ url: '/api/deliveries', headers: { authorization } })
  await service.deps.transaction(async () => {
    const reply = await ask()
    t.equal(reply.statusCode, 503, 'while the only connection is held')
    t.match(reply.json(), { code: 'unavailable' })
    t.match(reply.headers['retry-after'], /^[1-9]\d*$/)
    t.notMatch(reply.body, /connection/i)
  })
  t.equal((await ask()).statusCode, 200, 'and it is answered once the connection is free')
})

t.test('what prepares the database is under none of the limits', { skip }, async (t) => {
  const url = await newUrl(t)
  const limits = { statement: 1, lock: 1, idleTransaction: 1, answer: 2 }
  const [first, second] = [opened(t, url, limits), opened(t, url, limits)]
  const order: string[] = []
  const isSlow = withPreparationLock(first, async () => {
    order.push('the first begins')
    await until('another waits for it', async () => {
      const [row] = await onServer(
        url,
        `select now() - query_start > interval '3 seconds' as "isOld" from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%pg_advisory_xact_lock%'`
      )
      return row?.['isOld'] === true
    })
    await first.execute('select 1; select pg_sleep(3)')
    await first.unlimitedTransaction((tx) => tx.execute(sql`select pg_sleep(3)`))
    order.push('the first ends')
  })
  await until('the first has begun', async () => order.length === 1)
  await Promise.all([
    isSlow,
    withPreparationLock(second, async () => {
      order.push('the second begins')
    })
  ])
  t.same(order, ['the first begins', 'the first ends', 'the second begins'])
})
