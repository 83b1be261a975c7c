import t, { type Test } from 'tap'
import { DAY_MS } from '#domain/time/durations.js'
import { startTestService } from '#test/harness/app.js'
import { startHistory } from '#test/store/fixtures/history.js'

const REPO = { repo: 'octo-org/hello' }

async function start(t: Test, { failed }: { failed: number }) {
  const history = await startHistory(new Date('2026-03-10T12:00:00.000Z'))
  t.teardown(() => history.close())
  const { client } = history
  const giveUp = async (row: number) => {
    await history.fail(row)
    await history.bury(row)
  }
  const rows: number[] = []
  for (let at = 0; at < failed; at += 1) {
    const row = await history.rowOf(await history.arrive({ event: 'issues', ...REPO }))
    await giveUp(row)
    rows.push(row)
  }
  return {
    ...history,
    rows,
    giveUp,
    retryAll: (body: object) => client.POST('/api/deliveries/retry', { body }),
    progress: (id: number) => client.GET('/api/deliveries/retries/{id}', { params: { path: { id } } })
  }
}

t.test('the progress of a bulk retry can be read where its reply says, also after a restart', async (t) => {
  const { rows, service, now, ...history } = await start(t, { failed: 3 })
  const [first = 0, second = 0, third = 0] = rows
  const { response, data } = await history.retryAll(REPO)
  t.equal(response.status, 202)
  t.match(data, { retried: 3, remaining: 0, already_running: false, message: /retry: 3\.$/ })
  const id = data?.id ?? 0
  t.equal(data?.progress_url, `/api/deliveries/retries/${id}`)
  const asked = { id, filter: REPO, limit: 100, total: 3, dropped: 0, created_at: now().toISOString() }
  t.same((await history.progress(id)).data, { ...asked, state: 'running', done: 0, failed: 0, left: 3 })
  await history.succeed(first)
  await history.giveUp(second)
  const restarted = await startTestService({ work: false, database: service.test })
  t.teardown(() => restarted.close())
  const { data: halfway } = await restarted.client.GET('/api/deliveries/retries/{id}', {
    params: { path: { id } }
  })
  t.same(halfway, { ...asked, state: 'running', done: 1, failed: 1, left: 1 })
  await history.succeed(third)
  t.same((await history.progress(id)).data, { ...asked, state: 'finished', done: 2, failed: 1, left: 0 })
})

t.test('while a bulk retry runs, the same filter starts nothing and returns the running one', async (t) => {
  const { rows, ...history } = await start(t, { failed: 2 })
  const both = await Promise.all([history.retryAll(REPO), history.retryAll(REPO)])
  const [one, other] = both.map(({ data }) => data)
  t.equal(one?.id, other?.id)
  t.same([one?.already_running, other?.already_running].sort(), [false, true])
  t.match(await history.retryAll({ ...REPO, limit: 1 }), {
    response: { status: 202 },
    data: { id: one?.id, retried: 2, already_running: true, message: /still running.*again/ }
  })
  for (const row of rows) await history.giveUp(row)
  const { data: next } = await history.retryAll(REPO)
  t.match(next, { retried: 2, already_running: false })
  t.not(next?.id, one?.id, 'once it is over, the same filter begins anew')
})

t.test(
  'a reply says if more deliveries match than the limit, and another filter starts at once',
  async (t) => {
    const { rows, ...history } = await start(t, { failed: 3 })
    const { data } = await history.retryAll({ ...REPO, limit: 2 })
    t.match(data, {
      retried: 2,
      remaining: 1,
      message: /may retry: 1\. Send it again when these have finished/
    })
    t.match((await history.retryAll({ event: 'issues' })).data, { retried: 1, remaining: 0 })
    t.match((await history.progress(data?.id ?? 0)).data, { limit: 2, total: 2, left: 2 })
  }
)

t.test('if no delivery matches, the reply has no progress URL and says so', async (t) => {
  const history = await start(t, { failed: 0 })
  t.match((await history.retryAll({})).data, { id: null, progress_url: null, message: /^No failed delivery/ })
  t.match(await history.progress(1), { error: { status: 404, message: /Retry 1 does not exist/ } })
  t.match(await history.progress(2 ** 63), { error: { status: 400, code: 'invalid_field' } })
})

t.test('a bulk retry is kept as long as deliveries are', async (t) => {
  const { rows, ...history } = await start(t, { failed: 1 })
  const { data } = await history.retryAll({})
  await history.succeed(rows[0] ?? 0)
  history.pass(89 * DAY_MS)
  await history.sweep()
  t.equal((await history.progress(data?.id ?? 0)).response.status, 200)
  history.pass(2 * DAY_MS)
  await history.sweep()
  t.equal((await history.progress(data?.id ?? 0)).response.status, 404)
})
