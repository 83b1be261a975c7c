import { randomUUID } from 'node:crypto'
import t, { type Test } from 'tap'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/durations.js'
import type { DeliveryQuery } from '#schemas/deliveries/deliveries.js'
import { KEY } from '#test/harness/app.js'
import { type DeliveryRow, startHistory } from '#test/store/fixtures/history.js'
import { eventsOf, statsOf, timelineOf } from '#test/store/fixtures/recount.js'

const history = await startHistory(new Date('2026-03-10T12:00:00.000Z'))
t.teardown(() => history.close())
const { client, arrive, pass, rowOf, service } = history

const ONE = 'octo-org/one'
/** Owners of managed accounts have an underscore in their names. */
const TWO = 'octo_org/two.js'

/** Deliveries of every state, some of them in one millisecond, over eight days with quiet ones between. */
const ids = {
  dead: await arrive({ event: 'issues', repo: ONE }),
  processed: await arrive({ event: 'push', repo: ONE })
}
await history.fail(await rowOf(ids.dead))
await history.bury(await rowOf(ids.dead))
pass(1_500)
await history.succeed(await rowOf(ids.processed))
pass(4 * DAY_MS)
await history.sweep()
for (const repo of [ONE, TWO, TWO]) await arrive({ event: 'issues', repo })
pass(3 * DAY_MS - 30 * MINUTE_MS)
const failed = await arrive({ event: 'issues', repo: TWO })
await history.fail(await rowOf(failed))
await history.bury(await rowOf(failed))
const waiting = await arrive({ event: 'push', repo: TWO })
await history.fail(await rowOf(waiting))
pass(20 * MINUTE_MS)
for (const _ of [1, 2, 3]) await arrive({ event: 'ping' })
await arrive({ event: 'push', repo: TWO })
pass(10 * MINUTE_MS)

const rows = (await history.rows()).sort(
  (a, b) => b.receivedAt.getTime() - a.receivedAt.getTime() || b.id - a.id
)
const newestFirst = rows.map(({ deliveryId }) => deliveryId)

async function list(query: DeliveryQuery) {
  const { data } = await client.GET('/api/deliveries', { params: { query } })
  if (!data) throw new Error('no list')
  return { ids: data.data.map(({ delivery_id }) => delivery_id), ...data }
}

async function refused(t: Test, path: string, words: RegExp) {
  const reply = await service.inject({ url: path, headers: { authorization: `Bearer ${KEY}` } })
  t.equal(reply.statusCode, 400, path)
  t.match(reply.json(), { error: 'Bad Request', status: 400, message: words }, path)
}

t.test('deliveries are listed the newest first, those of one moment by their row', async (t) => {
  const { ids, meta } = await list({})
  t.same(ids, newestFirst)
  t.same(meta, { page: 1, per_page: 20, total: rows.length, total_pages: 1 })
})

t.test('every field of a listed delivery has its value, and its payload is left out', async (t) => {
  const { data } = await list({ state: 'processed' })
  t.same(data, [
    {
      id: await rowOf(ids.processed),
      delivery_id: ids.processed,
      event_name: 'push',
      action: 'opened',
      repo: ONE,
      repo_id: 42,
      installation_id: 7,
      state: 'processed',
      processed: true,
      error: null,
      attempts: 1,
      received_at: '2026-03-10T12:00:00.000Z',
      processed_at: '2026-03-10T12:00:01.500Z',
      duration_ms: 1_500,
      duplicate_count: 0,
      last_duplicate_at: null
    }
  ])
})

t.test('the pages of a list hold every row once, in order', async (t) => {
  const seen: string[] = []
  const pages = Math.ceil(rows.length / 5)
  for (let page = 1; page <= pages; page += 1) {
    const { ids, meta } = await list({ page, per_page: 5 })
    t.same(meta, { page, per_page: 5, total: rows.length, total_pages: pages })
    seen.push(...ids)
  }
  t.same(seen, newestFirst)
  t.match(await list({ page: 1_000_000 }), { ids: [], meta: { total: rows.length } })
})

t.test('limit is another name of per_page, which wins', async (t) => {
  t.match(await list({ limit: 2 }), { ids: newestFirst.slice(0, 2), meta: { per_page: 2 } })
  t.match(await list({ limit: 2, page: 2 }), { ids: newestFirst.slice(2, 4) })
  t.match(await list({ limit: 2, per_page: 3 }), { ids: newestFirst.slice(0, 3), meta: { per_page: 3 } })
})

t.test('a paging value out of its range is refused by its name and its bound', async (t) => {
  for (const name of ['per_page', 'limit']) {
    await refused(t, `/api/deliveries?${name}=0`, new RegExp(`${name}.*1`))
    await refused(t, `/api/deliveries?${name}=101`, new RegExp(`${name}.*100`))
    await refused(t, `/api/deliveries?${name}=ten`, new RegExp(`${name}.*whole number`))
  }
  await refused(t, '/api/deliveries?page=0', /page.*1/)
  await refused(t, '/api/deliveries?page=-1', /page.*1/)
  await refused(t, '/api/deliveries?page=1.5', /page.*whole number/)
  await refused(t, '/api/deliveries?page=Infinity', /page.*finite/)
  await refused(t, '/api/deliveries?page=1000001', /page.*1000000/)
})

function matches(row: DeliveryRow, { event, repo, status, state = 'all', since }: DeliveryQuery): boolean {
  return (
    (event === undefined || row.eventName === event) &&
    (repo === undefined || row.repo === repo) &&
    (status === undefined || (row.error !== null) === (status === 'error')) &&
    (state === 'all' || row.state === state) &&
    (since === undefined || row.receivedAt >= new Date(since))
  )
}

t.test('every filter and every mixture of them finds what it says, and its total is a recount', async (t) => {
  const events = [undefined, 'issues', 'push', 'star']
  const repos = [undefined, TWO, 'nobody/nothing']
  const statuses = [undefined, 'ok', 'error'] as const
  const states = [undefined, 'all', 'received', 'queued', 'processed', 'ignored', 'failed', 'dead'] as const
  const moments = [undefined, '2026-03-17T12:00:00+01:00']
  const mixtures = events.flatMap((event) =>
    repos.flatMap((repo) =>
      statuses.flatMap((status) =>
        states.flatMap((state) => moments.map((since) => ({ event, repo, status, state, since })))
      )
    )
  )
  const wrong: DeliveryQuery[] = []
  for (const mixture of mixtures) {
    const query: DeliveryQuery = JSON.parse(JSON.stringify(mixture))
    const expected = rows.filter((row) => matches(row, query)).map(({ deliveryId }) => deliveryId)
    const { ids, meta } = await list({ ...query, per_page: 3 })
    const isRight = meta.total === expected.length && ids.join() === expected.slice(0, 3).join()
    if (!isRight) wrong.push(query)
  }
  t.same(wrong, [])
})

t.test('a bare date means the beginning of that day in UTC, a moment means itself', async (t) => {
  const { ids } = await list({ since: '2026-03-14' })
  t.same(ids, newestFirst.slice(0, 9))
  t.same((await list({ since: '2026-03-14T00:00:00Z' })).ids, ids)
  const { received_at: moment = '' } = (await list({ limit: 1 })).data[0] ?? {}
  t.same((await list({ since: moment })).ids, newestFirst.slice(0, 4), 'the moment itself belongs to it')
})

t.test('an unknown word, a malformed repository and a moment that is none are refused', async (t) => {
  await refused(t, '/api/deliveries?state=done', /state.*one of received.*all/)
  await refused(t, '/api/deliveries?status=failed', /status.*one of ok, error/)
  for (const repo of ['octo-org', 'octo-org/', '/one', 'a/b/c', 'octo%20org/one', '']) {
    await refused(t, `/api/deliveries?repo=${repo}`, /repo/)
  }
  for (const since of [
    'yesterday',
    '2026-02-30',
    '2026-13-01',
    '2026-03-10T25:00:00Z',
    '2026-03-10T12:00',
    ''
  ]) {
    await refused(t, `/api/deliveries?since=${since}`, /since.*date/)
  }
  await refused(t, '/api/deliveries?event=%00', /./)
  await refused(t, `/api/deliveries?event=${'e'.repeat(101)}`, /event.*100/)
})

t.test('the statistics are a recount of the rows', async (t) => {
  const { data } = await client.GET('/api/deliveries/stats')
  t.same(data, statsOf(rows, history.now()))
  t.match(data, { total: 11, errors: 3, active_repos: 2, last_1h: 6, last_24h: 6, last_7d: 9 })
})

t.test('events are counted by name, the most frequent first, over all time or the last days', async (t) => {
  const { data: ever } = await client.GET('/api/deliveries/events')
  t.same(ever?.events, eventsOf(rows, history.now(), undefined))
  t.same(
    ever?.events.map(({ event_name, count, errors }) => [event_name, count, errors]),
    [
      ['issues', 5, 2],
      ['ping', 3, 0],
      ['push', 3, 1]
    ]
  )
  for (const days of [1, 3, 90]) {
    const { data } = await client.GET('/api/deliveries/events', { params: { query: { days } } })
    t.same(data?.events, eventsOf(rows, history.now(), days), `${days} days`)
  }
  await refused(t, '/api/deliveries/events?days=0', /days.*1/)
  await refused(t, '/api/deliveries/events?days=91', /days.*90/)
})

t.test('the timeline names every day, the quiet ones too, and ends today', async (t) => {
  const { data: week } = await client.GET('/api/deliveries/timeline')
  t.equal(week?.days, 7)
  t.same(week?.timeline, timelineOf(rows, history.now(), 7))
  t.same(
    week?.timeline.map(({ date, total }) => [date, total]),
    [
      ['2026-03-11', 0],
      ['2026-03-12', 0],
      ['2026-03-13', 0],
      ['2026-03-14', 3],
      ['2026-03-15', 0],
      ['2026-03-16', 0],
      ['2026-03-17', 6]
    ]
  )
  for (const days of [1, 30]) {
    const { data } = await client.GET('/api/deliveries/timeline', { params: { query: { days } } })
    t.same(data, { timeline: timelineOf(rows, history.now(), days), days })
  }
  await refused(t, '/api/deliveries/timeline?days=0', /days.*1/)
  await refused(t, '/api/deliveries/timeline?days=31', /days.*30/)
})

async function detail(id: string) {
  const { data, error, response } = await client.GET('/api/deliveries/{id}', { params: { path: { id } } })
  return { data, error, status: response.status }
}

t.test('a delivery is shown by its id or by its row, with payload, digest and jobs', async (t) => {
  const byId = await detail(failed)
  t.same((await detail(String(byId.data?.id))).data, byId.data)
  t.match(byId.data, {
    delivery_id: failed,
    state: 'failed',
    error: 'out of order',
    attempts: 1,
    processed: false,
    processed_at: null,
    duration_ms: null,
    payload: { action: 'opened', repository: { full_name: TWO } },
    payload_sha256: /^[0-9a-f]{64}$/,
    jobs: [{ queue: 'delivery.handle', name: 'delivery.handle', state: 'created', attempts: 0, error: null }]
  })
  const { data: listed } = await list({ state: 'failed' })
  t.equal(listed?.length, 1)
  t.match(byId.data, listed?.[0] ?? {}, 'the list shows the same')
})

t.test('a delivery that asks for nothing counts as processed and has no jobs', async (t) => {
  const [ping] = (await list({ state: 'ignored' })).ids
  t.match((await detail(ping ?? '')).data, { processed: true, jobs: [], payload: {}, processed_at: String })
})

t.test('an id of the host wins over a row of the same number', async (t) => {
  const row = await rowOf(failed)
  const other = await startHistory(history.now())
  t.teardown(() => other.close())
  await other.arrive({ event: 'push', id: 'first' })
  await other.arrive({ event: 'push', id: '1' })
  t.equal(await other.rowOf('first'), 1)
  const { data } = await other.client.GET('/api/deliveries/{id}', { params: { path: { id: '1' } } })
  t.match(data, { delivery_id: '1', id: 2 })
  t.equal((await detail(String(row))).data?.delivery_id, failed)
})

t.test('a delivery that is not on record is 404, whatever its id looks like', async (t) => {
  for (const id of [randomUUID(), '0', '-1', '007', '999999999', '9'.repeat(40), 'a/b', "'", '%']) {
    const { status, error } = await detail(id)
    t.equal(status, 404, id)
    t.match(error, { error: 'Not Found', status: 404, code: 'not_found' }, id)
  }
})

t.test('a delivery that was handled a month after its receipt is listed like any other', async (t) => {
  const late = await startHistory(new Date('2026-01-01T00:00:00.000Z'))
  t.teardown(() => late.close())
  const id = await late.arrive({ event: 'push', repo: ONE })
  late.pass(40 * DAY_MS)
  await late.succeed(await late.rowOf(id))
  const { data } = await late.client.GET('/api/deliveries')
  t.match(data?.data, [{ delivery_id: id, state: 'processed', duration_ms: 40 * DAY_MS }])
})

t.test('the duplicates of a delivery are counted, with the time of the last one', async (t) => {
  const again = await startHistory(new Date('2026-01-01T00:00:00.000Z'))
  t.teardown(() => again.close())
  const id = await again.arrive({ event: 'push', repo: ONE })
  for (const _ of [1, 2]) {
    again.pass(HOUR_MS)
    await again.arrive({ event: 'push', repo: ONE, id })
  }
  const { data } = await again.client.GET('/api/deliveries')
  t.match(data, {
    data: [{ delivery_id: id, duplicate_count: 2, last_duplicate_at: '2026-01-01T02:00:00.000Z' }],
    meta: { total: 1 }
  })
})

t.test('with nothing on record every answer is empty, and none is missing', async (t) => {
  const empty = await startHistory(new Date('2026-01-01T00:00:00.000Z'))
  t.teardown(() => empty.close())
  const { data: list } = await empty.client.GET('/api/deliveries')
  t.same(list, { data: [], meta: { page: 1, per_page: 20, total: 0, total_pages: 0 } })
  const { data: stats } = await empty.client.GET('/api/deliveries/stats')
  t.same(stats, statsOf([], empty.now()))
  const { data: events } = await empty.client.GET('/api/deliveries/events')
  t.same(events, { events: [] })
  const { data: timeline } = await empty.client.GET('/api/deliveries/timeline')
  t.same(timeline?.timeline, timelineOf([], empty.now(), 7))
})
