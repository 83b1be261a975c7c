import { randomUUID } from 'node:crypto'
import t from 'tap'
import type { Deps } from '#deps.js'
import { KEY, startTestService, type TestService } from '#test/harness/app.js'
import { until } from '#test/harness/until.js'

const service = await startTestService({ ownApp: true })
t.teardown(() => service.close())

const METRICS = { method: 'GET', url: '/metrics', headers: { authorization: `Bearer ${KEY}` } } as const
const metricsOf = async (from: TestService = service) => (await from.inject(METRICS)).body

const HELP = /^# HELP [a-z]\w* \S/
const TYPE = /^# TYPE ([a-z]\w*) (?:counter|gauge|histogram|summary)$/
const SAMPLE = /^([a-z]\w*?)(_bucket|_sum|_count)?(\{(\w+="([^"\\]|\\.)*",?)+\})? (-?[\d.e+-]+|NaN|[+-]Inf)$/i

function isSampleOf(typed: Set<string | undefined>, line: string): boolean {
  const [, name = '', suffix = ''] = SAMPLE.exec(line) ?? []
  return typed.has(name) || typed.has(name + suffix)
}

/** The value of one series, by its name and all of its labels. */
function numberOf(
  text: string,
  name: string,
  labels: Record<string, string | number> = {}
): number | undefined {
  const wanted = Object.entries(labels)
    .map(([label, value]) => `${label}="${value}"`)
    .sort()
    .join()
  for (const line of text.split('\n')) {
    const [, found, inside = '', value] = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (found === name && (inside.match(/\w+="[^"]*"/g) ?? []).sort().join() === wanted) return Number(value)
  }
  return undefined
}

t.test('metrics are for those who have a key', async (t) => {
  for (const headers of [{}, { authorization: 'Bearer wrong' }])
    t.equal((await service.inject({ ...METRICS, headers })).statusCode, 401)
})

t.test('metrics are valid exposition text, each with its help and its type', async (t) => {
  const reply = await service.inject(METRICS)
  t.equal(reply.statusCode, 200)
  t.match(reply.headers['content-type'], /^text\/plain; version=0\.0\.4; charset=utf-8$/)
  const lines = reply.body.split('\n').filter((line) => line !== '' && !HELP.test(line))
  const typed = new Set(lines.map((line) => TYPE.exec(line)?.[1]))
  const wrong = lines.filter((line) => !TYPE.test(line) && !isSampleOf(typed, line))
  t.same(wrong, [])
})

t.test(
  'requests are counted by route, method and status, never by what a caller wrote into the path',
  async (t) => {
    const marker = randomUUID()
    await service.client.GET('/api/deliveries/{id}', { params: { path: { id: marker } } })
    await service.client.GET('/api/deliveries/{id}', { params: { path: { id: `${marker}x` } } })
    await service.inject({ method: 'GET', url: `/${marker}` })
    const text = await metricsOf()
    const labels = { method: 'GET', route: '/api/deliveries/:id' }
    t.equal(numberOf(text, 'automation_http_requests_total', { ...labels, status: 404 }), 2)
    t.equal(numberOf(text, 'automation_http_request_duration_seconds_count', labels), 2)
    t.equal(
      numberOf(text, 'automation_http_requests_total', { method: 'GET', route: 'unmatched', status: 404 }),
      1
    )
    t.notMatch(text, marker)
    t.notMatch(text, KEY)
  }
)

t.test('the times of requests fall into buckets that grow up to their count', async (t) => {
  await service.client.GET('/api/repos')
  const text = await metricsOf()
  const labels = { method: 'GET', route: '/api/repos' }
  const of = (suffix: string, more = {}) =>
    numberOf(text, `automation_http_request_duration_seconds_${suffix}`, { ...labels, ...more }) ?? -1
  const bounds = [
    '0.001',
    '0.0025',
    '0.005',
    '0.01',
    '0.025',
    '0.05',
    '0.1',
    '0.25',
    '0.5',
    '1',
    '2.5',
    '5',
    '10'
  ]
  const counts = [...bounds, '+Inf'].map((le) => of('bucket', { le }))
  t.same(
    counts,
    [...counts].sort((a, b) => a - b)
  )
  t.equal(counts[0] === -1, false)
  t.equal(counts.at(-1), of('count'))
  t.ok(of('count') >= 1 && of('sum') > 0)
})

t.test('a path that cannot be read is counted as one that leads nowhere', async (t) => {
  const labels = { method: 'GET', route: 'unmatched' }
  const countsIn = (text: string) => [
    numberOf(text, 'automation_http_requests_total', { ...labels, status: 400 }) ?? 0,
    numberOf(text, 'automation_http_request_duration_seconds_count', labels) ?? 0
  ]
  const before = countsIn(await metricsOf())
  for (const url of ['/api/%zz', '/api/deliveries/%ff']) await service.inject({ method: 'GET', url })
  t.same(
    countsIn(await metricsOf()),
    before.map((count) => count + 2)
  )
})

t.test('jobs and deliveries are shown by state, and the lag of the event loop with them', async (t) => {
  await service.deliver({})
  await service.deliver({ event: 'ping' })
  await until(
    'the delivery is counted as processed',
    async () => numberOf(await metricsOf(), 'automation_webhook_deliveries', { state: 'processed' }) === 1
  )
  const text = await metricsOf()
  t.equal(numberOf(text, 'automation_webhook_deliveries', { state: 'ignored' }), 1)
  await until(
    'its job is counted as completed',
    async () =>
      numberOf(await metricsOf(), 'automation_jobs', { name: 'delivery.handle', state: 'completed' }) === 1
  )
  t.type(numberOf(text, 'nodejs_eventloop_lag_seconds'), 'number')
  t.type(numberOf(text, 'process_resident_memory_bytes'), 'number')
})

for (const [state, counts] of Object.entries({
  refuses: () => Promise.reject(new Error('the database is gone')),
  'does not answer': () => new Promise<never>(() => {})
}))
  t.test(`while the database ${state}, the metrics of the process are still there`, async (t) => {
    const db = new Proxy(service.deps.db, {
      get: (target, name) => {
        if (name === 'select' || name === 'execute') throw new Error('the database is gone')
        return Reflect.get(target, name)
      }
    })
    const deps: Partial<Deps> = { db, queue: { ...service.deps.queue, counts } }
    const blind = await startTestService({ work: false, database: service.test, deps })
    t.teardown(() => blind.close())
    const reply = await blind.inject(METRICS)
    t.equal(reply.statusCode, 200)
    t.type(numberOf(reply.body, 'nodejs_eventloop_lag_seconds'), 'number')
    t.equal(
      numberOf(reply.body, 'automation_webhook_deliveries', { state: 'processed' }),
      undefined,
      'and no stale numbers'
    )
  })
