import t from 'tap'
import { startFakeHost } from '#demo/world/http.js'
import { HOUR_MS, MINUTE_MS } from '#domain/time/durations.js'
import { createHostStore } from '#services/host/usage.js'
import { hostBudgets } from '#tables/host/host-budgets.js'
import { hostHours } from '#tables/host/host-hours.js'
import { KEY, startTestService } from '../harness/app.js'
import { openTestDatabase } from '../harness/database.js'
import { APP, connect } from '../harness/host.js'

const REPO = '/repos/octo-org/hello'

const test = await openTestDatabase()
const fake = await startFakeHost()
const store = createHostStore({ transaction: test.database.transaction, now: fake.now })
const { host } = connect(fake, { credential: APP, store })
const elsewhere = connect(fake, { credential: APP, store })
const service = await startTestService({ work: false, database: test, deps: { host, now: fake.now } })
t.teardown(async () => {
  await service.close()
  await fake.close()
  await test.drop()
})
const { client } = service
fake.on(`GET ${REPO}`, { body: { id: 42 } })

const statsNow = async () => (await client.GET('/api/host/stats')).data?.data
const flush = () => Promise.all([host.client.flush(), elsewhere.client.flush()])

t.test('before the first call there is nothing to report', async (t) => {
  t.same(await statsNow(), {
    cache_keys: 0,
    cache_enabled: true,
    hits: 0,
    misses: 0,
    hit_rate: null,
    requests_24h: 0,
    errors_24h: 0,
    suspended_installations: 0
  })
  const empty = { data: [], meta: { page: 1, per_page: 20, total: 0, total_pages: 0 } }
  t.same((await client.GET('/api/host/rate-limits')).data, empty)
  t.same((await client.GET('/api/host/cooldowns')).data, empty)
})

t.test('the counts are what all processes did, and what the host saw', async (t) => {
  fake.failNext(`GET ${REPO}`, { status: 500 })
  for (const { client } of [host, elsewhere])
    for (const fresh of [false, false, true])
      await client.read({ path: REPO }, { installationId: 7, priority: 'work', fresh })
  await t.rejects(host.client.read({ path: '/nothing' }, { installationId: 7, priority: 'work' }))
  await flush()
  const seen = fake.asked.length + fake.tokensMade.length
  t.same(await statsNow(), {
    cache_keys: 1,
    cache_enabled: true,
    hits: 4,
    misses: 2,
    hit_rate: 4 / 6,
    requests_24h: seen,
    errors_24h: 1,
    suspended_installations: 0
  })
})

t.test('what is older than a day is not counted, and an hour may have several rows', async (t) => {
  const before = await statsNow()
  const hour = (hoursAgo: number) => new Date(Math.floor(fake.now().getTime() / HOUR_MS - hoursAgo) * HOUR_MS)
  const row = { requests: 5, errors: 1, hits: 2, misses: 3 }
  await service.deps.transaction((tx) =>
    tx.insert(hostHours).values([
      { hour: hour(24), lane: 100, ...row },
      { hour: hour(23), lane: 100, ...row },
      { hour: hour(23), lane: 101, ...row }
    ])
  )
  t.match(await statsNow(), {
    requests_24h: (before?.requests_24h ?? 0) + 10,
    errors_24h: 3,
    hits: 8,
    misses: 8
  })
})

t.test('budgets are listed by installation until their reset, and shown as a metric', async (t) => {
  fake.rate = { limit: 5_000, remaining: 4_990, resetInSeconds: 600 }
  fake.on(`GET ${REPO}/labels`, { body: [] })
  await host.client.read({ path: `${REPO}/labels` }, { installationId: 8, priority: 'work' })
  await flush()
  const { data } = await client.GET('/api/host/rate-limits')
  t.match(data?.meta, { total: 2 })
  t.match(
    data?.data[0],
    { installation_id: null, resource: 'core' },
    'the App itself, which asked for a token'
  )
  t.match(data?.data[1], { installation_id: 8, resource: 'core', remaining: 4_988, limit: 5_000, used: 12 })
  t.equal(data?.data[1]?.updated_at, fake.now().toISOString())
  const reset = new Date(data?.data[1]?.reset_at ?? 0).getTime() - fake.now().getTime()
  t.ok(Math.abs(reset - 600_000) <= 1_000)
  t.match((await client.GET('/api/host/rate-limits', { params: { query: { per_page: 1, page: 2 } } })).data, {
    data: [{ installation_id: 8 }],
    meta: { page: 2, per_page: 1, total: 2, total_pages: 2 }
  })
  const metrics = await service.inject({ url: '/metrics', headers: { authorization: `Bearer ${KEY}` } })
  t.match(metrics.body, 'automation_host_budget_remaining{installation="8",resource="core"} 4988')
  fake.advance(601_000)
  t.same((await client.GET('/api/host/rate-limits')).data?.data, [])
})

t.test('cooldowns are listed with what is left of them, until they end', async (t) => {
  fake.on(`GET ${REPO}/issues`, { status: 429, headers: { 'retry-after': '90' } })
  await t.rejects(host.client.read({ path: `${REPO}/issues` }, { installationId: 7, priority: 'work' }))
  await flush()
  fake.advance(30_000)
  t.same((await client.GET('/api/host/cooldowns')).data, {
    data: [
      { installation_id: 7, scope: 'resource:core', reason: 'rate_limited_retry_after', remaining_ms: 60_000 }
    ],
    meta: { page: 1, per_page: 20, total: 1, total_pages: 1 }
  })
  fake.advance(MINUTE_MS)
  t.same((await client.GET('/api/host/cooldowns')).data?.data, [])
})

t.test('no row holds a token', async (t) => {
  await flush()
  const rows = JSON.stringify(await service.deps.db.select().from(hostBudgets))
  t.match(rows, 'app-12')
  t.notMatch(rows, 'ghs_')
})

t.test('while the store is down the group answers 503', async (t) => {
  const down = () => {
    throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  }
  const db = new Proxy(service.deps.db, {
    get: (target, name) => (name === 'select' || name === 'execute' ? down : Reflect.get(target, name))
  })
  const blind = await startTestService({ work: false, database: test, deps: { db, host } })
  t.teardown(() => blind.close())
  for (const path of ['/api/host/stats', '/api/host/rate-limits', '/api/host/cooldowns'] as const) {
    const { response, error } = await blind.client.GET(path)
    t.equal(response.status, 503, path)
    t.match(error, { error: 'Service Unavailable', message: /database/ })
  }
})

t.test('without a credential the group answers, and says that nothing is kept', async (t) => {
  const alone = await startTestService({ work: false, database: test })
  t.teardown(() => alone.close())
  const { data } = await alone.client.GET('/api/host/stats')
  t.match(data?.data, { cache_enabled: false, cache_keys: 0 })
})
