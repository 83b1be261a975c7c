import t, { type Test } from 'tap'
import { DAY_MS } from '#domain/time/durations.js'
import { mayBeHandled } from '#services/deliveries/handle.js'
import { lockFailedDeliveries } from '#store/deliveries/retries.js'
import { webhookDeliveries } from '#tables/deliveries/webhook-deliveries.js'
import { startHistory } from '#test/store/fixtures/history.js'
import { hoursOf, keptHours } from '#test/store/fixtures/recount.js'

async function start(t: Test) {
  const history = await startHistory(new Date('2026-03-10T12:00:00.000Z'))
  t.teardown(() => history.close())
  const { client } = history
  const detailOf = async (id: string) => {
    const { data } = await client.GET('/api/deliveries/{id}', { params: { path: { id } } })
    if (!data) throw new Error(`there is no delivery ${id}`)
    return data
  }
  const give = async (id: string) => {
    const row = await history.rowOf(id)
    await history.fail(row)
    await history.bury(row)
  }
  return {
    ...history,
    detailOf,
    give,
    async failed(repo = 'octo-org/hello', event = 'issues') {
      const id = await history.arrive({ event, repo })
      await give(id)
      return id
    },
    retry: (id: string) => client.POST('/api/deliveries/{id}/retry', { params: { path: { id } } }),
    retryAll: (body: object) => client.POST('/api/deliveries/retry', { body }),
    async trail() {
      const { data } = await client.GET('/api/audit/entries', { params: { query: {} } })
      return (data?.data ?? []).map(({ event_type, actor }) => ({ event_type, actor }))
    },
    async sumsHold() {
      t.same(await keptHours(history.service.deps.db), hoursOf(await history.rows()))
    }
  }
}

t.test('a failed delivery is retried once on request, and the retry is audited', async (t) => {
  const history = await start(t)
  const id = await history.failed()
  t.match(await history.detailOf(id), { state: 'failed', attempts: 1, error: 'out of order' })
  const replies = await Promise.all([history.retry(id), history.retry(id)])
  t.same(replies.map(({ response }) => response.status).sort(), [202, 409])
  const refused = replies.find(({ error }) => error)?.error
  t.match(refused, { code: 'invalid_state', message: /is queued. Only failed deliveries can be retried/ })
  const { job_id } = replies.find(({ data }) => data)?.data ?? {}
  t.match(await history.detailOf(id), { state: 'queued', processed: false, error: 'out of order' })
  t.ok(await history.service.queue.findJob('delivery.handle', job_id ?? ''), 'it has a job of its own')
  await history.sumsHold()
  await history.succeed(await history.rowOf(id))
  t.match(await history.detailOf(id), { state: 'processed', processed: true, error: null, attempts: 2 })
  await history.sumsHold()
  t.match(await history.retry(id), { error: { status: 409, message: /is processed/ } })
  t.same(
    (await history.trail()).filter(({ event_type }) => event_type === 'delivery_retried').length,
    1,
    'the trail says who asked'
  )
})

t.test('a delivery that fails again can be retried again, even when it is dead', async (t) => {
  const history = await start(t)
  const id = await history.failed()
  t.equal((await history.retry(id)).response.status, 202)
  await history.give(id)
  t.match(await history.detailOf(id), { state: 'failed', attempts: 2 })
  history.pass(2 * DAY_MS)
  await history.sweep()
  t.match(await history.detailOf(id), { state: 'dead' })
  t.equal((await history.retry(id)).response.status, 202)
  await history.succeed(await history.rowOf(id))
  t.match(await history.detailOf(id), { state: 'processed', attempts: 3 })
  await history.sumsHold()
})

t.test('a job that is given up twice does not end the retry that came in between', async (t) => {
  const history = await start(t)
  const id = await history.arrive({ event: 'issues', repo: 'octo-org/hello' })
  const row = await history.rowOf(id)
  const jobOf = async () => (await history.rows()).find((one) => one.id === row)?.jobId ?? ''
  const first = await jobOf()
  await history.fail(row)
  await history.bury(row, first)
  t.equal((await history.retry(id)).response.status, 202)
  await history.bury(row, first)
  t.match(await history.detailOf(id), { state: 'queued' }, 'its new job is still to come')
  await history.fail(row)
  await history.bury(row, await jobOf())
  t.match(await history.detailOf(id), { state: 'failed', attempts: 2 })
  await history.sumsHold()
})

t.test('a redelivery of a failed delivery is a retry, not a duplicate', async (t) => {
  const history = await start(t)
  const id = await history.failed()
  t.match(await history.send({ event: 'issues', repo: 'octo-org/hello', id }), {
    queued: true,
    duplicate: false,
    ignored: false,
    delivery_id: id
  })
  t.match(await history.detailOf(id), { state: 'queued', duplicate_count: 1 })
  const twice = await history.send({ event: 'issues', repo: 'octo-org/hello', id })
  t.match(twice, { queued: false, duplicate: true })
  await history.succeed(await history.rowOf(id))
  t.match(await history.detailOf(id), { state: 'processed', duplicate_count: 2 })
  t.match(await history.send({ event: 'issues', repo: 'octo-org/hello', id }), { duplicate: true })
  await history.sumsHold()
})

t.test('a different body with the id of a failed delivery does not replace its payload', async (t) => {
  const history = await start(t)
  const id = await history.failed()
  const reply = await history.send({ event: 'issues', repo: 'octo-org/another', id })
  t.match(reply, { queued: false, duplicate: true })
  t.match(await history.detailOf(id), { state: 'failed', repo: 'octo-org/hello' })
})

t.test('a delivery without its payload can be retried only after the host has sent it again', async (t) => {
  const history = await start(t)
  const id = await history.failed()
  history.pass(20 * DAY_MS)
  await history.sweep()
  t.match(await history.detailOf(id), { state: 'dead', payload: null })
  t.match(await history.retry(id), { error: { status: 409, code: 'payload_gone', message: /Redeliver it/ } })
  t.match((await history.retryAll({})).data, { retried: 0, remaining: 0, without_payload: 1 })
  t.match(await history.send({ event: 'issues', repo: 'octo-org/hello', id }), { queued: true })
  await history.succeed(await history.rowOf(id))
  t.match(await history.detailOf(id), { state: 'processed', payload: {} })
})

t.test('failed deliveries are retried by filter, the oldest first, up to the limit', async (t) => {
  const history = await start(t)
  const first = await history.failed('octo-org/one')
  history.pass(DAY_MS)
  const second = await history.failed('octo-org/one')
  const push = await history.failed('octo-org/one', 'push')
  const other = await history.failed('octo-org/two')
  const done = await history.arrive({ event: 'issues', repo: 'octo-org/one' })
  await history.succeed(await history.rowOf(done))
  const states = async () => {
    const details = await Promise.all([first, second, push, other, done].map(history.detailOf))
    return details.map(({ state }) => state)
  }
  const one = { repo: 'octo-org/one', event: 'issues' }
  t.match(await history.retryAll({ ...one, until: '2026-03-09' }), { data: { retried: 0, remaining: 0 } })
  t.match(await history.retryAll({ ...one, limit: 1 }), {
    response: { status: 202 },
    data: { retried: 1, remaining: 1 }
  })
  t.same(await states(), ['queued', 'failed', 'failed', 'failed', 'processed'])
  await history.succeed(await history.rowOf(first))
  t.match(await history.retryAll(one), { data: { retried: 1, remaining: 0 } })
  t.same(await states(), ['processed', 'queued', 'failed', 'failed', 'processed'])
  t.match(await history.retryAll({ since: '2026-03-11' }), { data: { retried: 2, remaining: 0 } })
  t.same(await states(), ['processed', 'queued', 'queued', 'queued', 'processed'])
  await history.sumsHold()
  const trail = await history.trail()
  t.equal(trail.filter(({ event_type }) => event_type === 'deliveries_retried').length, 3)
})

t.test('a retry that cannot be audited does not start', async (t) => {
  const history = await start(t)
  const id = await history.failed()
  const { deps } = history.service
  const enqueue = deps.queue.enqueue
  Object.assign(deps.queue, { enqueue: () => Promise.reject(new Error('no queue')) })
  t.equal((await history.retry(id)).response.status, 500)
  t.match(await history.detailOf(id), { state: 'failed' })
  Object.assign(deps.queue, { enqueue })
  t.equal((await history.retry(id)).response.status, 202)
})

t.test('an invalid bulk retry and an unknown delivery are refused with the reason', async (t) => {
  const history = await start(t)
  for (const [body, words] of [
    [{ state: 'processed' }, /state/],
    [{ limit: 501 }, /limit.*500/],
    [{ since: 'yesterday' }, /since/],
    [{ repository: 'octo-org/one' }, /repository/]
  ] as const)
    t.match(await history.retryAll(body), { error: { status: 400, message: words } })
  t.equal((await history.retry('nothing')).response.status, 404)
})

t.test(
  'retried deliveries about one entity are handled in the order in which they were accepted',
  async (t) => {
    const history = await start(t)
    const ids = [await history.failed(), await history.failed(), await history.failed()]
    const rows = await Promise.all(ids.map(history.rowOf))
    const { deps } = history.service
    const [first = 0, second = 0, third = 0] = rows
    t.match((await history.retryAll({})).data, { retried: 3 })
    t.same(await mayBeHandled(deps, rows), [true, false, false], 'one at a time')
    await history.fail(first)
    t.same(await mayBeHandled(deps, rows), [true, true, false], 'one that fails again keeps nobody waiting')
    await history.fail(second)
    await history.fail(third)
    t.same(
      await mayBeHandled(deps, rows),
      [true, false, false],
      'and those that failed alike have their order'
    )
    await history.succeed(first)
    t.same(await mayBeHandled(deps, [second, third]), [true, false])
  }
)

t.test('a bulk retry reads no payload', async (t) => {
  const history = await start(t)
  await history.failed()
  const rows = await history.service.deps.transaction((tx) => lockFailedDeliveries(tx, {}, 10))
  t.equal(rows.length, 1)
  t.notOk(rows.some((row) => 'payload' in row))
})

t.test('a recovered delivery is retried when the host sends it again', async (t) => {
  const history = await start(t)
  const id = await history.failed()
  const { db } = history.service.deps
  await db.update(webhookDeliveries).set({ isRecovered: true, payloadSha256: 'of another spelling' })
  t.match(await history.send({ event: 'issues', repo: 'octo-org/hello', id }), { queued: true })
})
