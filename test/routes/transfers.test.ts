import { isNull } from 'drizzle-orm'
import t from 'tap'
import { startFakeHost } from '#demo/world/http.js'
import type { Json } from '#schemas/common.js'
import { type MergeBody, MOST_ORPHANS_LOOKED_UP } from '#schemas/transfers/transfers.js'
import { mirrorIssues } from '#services/mirror/mirror.js'
import { installations } from '#tables/mirror/installations.js'
import { repositories } from '#tables/mirror/repositories.js'
import { resetHistory } from '../fixtures/random-history.js'
import { checkSums } from '../fixtures/recount.js'
import { issueAt, minute, type RepositorySeed, seedRepository } from '../fixtures/seed.js'
import { seedDeliveries } from '../fixtures/seed-deliveries.js'
import { KEY, startTestService } from '../harness/app.js'
import { APP, connect } from '../harness/host.js'

const fake = await startFakeHost()
const { host } = connect(fake, { credential: APP })
const NOW_MINUTE = 1_000
const NOW = minute(NOW_MINUTE)
const service = await startTestService({ work: false, deps: { host, now: () => NOW } })
t.teardown(async () => {
  await service.close()
  await fake.close()
})
const { client, deps } = service
service.test.leaveWrongSums('deliveries are made up, without their counts')
fake.on('GET /installation/repositories', { body: { repositories: [] } })

t.beforeEach(() => resetHistory(deps))

let lastId = 100
/** A new repository, and so many deliveries of it, the last of them at a minute. */
async function repository(fullName: string, count = 0, last = 0, more: Partial<RepositorySeed> = {}) {
  lastId += 1
  await seedRepository(deps, { hostId: lastId, fullName, ...more })
  await seedDeliveries(deps, { repoId: lastId, repo: fullName, count, last })
  return lastId
}

const list = async (query: { page?: number; per_page?: number } = {}) =>
  (await client.GET('/api/transfers/reconcile', { params: { query } })).data
const pairsNow = async () =>
  (await list({ per_page: 100 }))?.data.map(({ orphan, live }) => [orphan.full_name, live.full_name])
const merge = (body: MergeBody) => client.POST('/api/transfers/reconcile/merge', { body })
const discard = (orphan: string, confirm_low_confidence = true) =>
  client.POST('/api/transfers/reconcile/discard', { body: { orphan, confirm_low_confidence } })

t.test(
  'of each name the one with most deliveries lives, then that with the latest, then the newest',
  async (t) => {
    await repository('a/most', 1, 9)
    await repository('b/Most', 3, 5)
    await repository('c/most', 2, 7)
    await repository('a/latest', 2, 9)
    await repository('b/latest', 2, 5)
    await repository('a/newest')
    await repository('b/newest')
    await repository('a/single', 5)
    await repository('a/gone', 1)
    await repository('b/gone', 5, 0, { change: 'deleted' })
    t.same(await pairsNow(), [
      ['b/latest', 'a/latest'],
      ['c/most', 'b/Most'],
      ['a/most', 'b/Most'],
      ['a/newest', 'b/newest']
    ])
  }
)

t.test('an entry says what hangs on the orphan', async (t) => {
  const orphan = await repository('a/one', 2)
  const live = await repository('b/one', 3)
  await deps.transaction(async (tx) => {
    const account = { repoId: orphan }
    await mirrorIssues(deps, tx, account, [issueAt(1, 1), issueAt(2, 1)])
    await mirrorIssues(deps, tx, { ...account, goneAt: minute(2) }, [issueAt(3, 1)])
  })
  t.match(await list(), {
    data: [
      {
        orphan: { host_id: orphan, full_name: 'a/one', delivery_count: 2 },
        live: { host_id: live, full_name: 'b/one', delivery_count: 3 },
        data: {
          fk_tables: { webhook_deliveries: 2, issues: 3, pull_requests: 0, ci_runs: 0 },
          fk_total: 5,
          denorm_tables: { webhook_deliveries: 2 },
          denorm_total: 2,
          grand_total: 7
        }
      }
    ],
    meta: { page: 1, per_page: 20, total: 1, total_pages: 1 }
  })
})

t.test('the pages together are the whole list, wherever they are cut', async (t) => {
  for (const name of ['x', 'y', 'z'])
    for (const owner of ['a', 'b', 'c', 'd']) await repository(`${owner}/${name}`)
  const whole = await pairsNow()
  t.equal(whole?.length, 9)
  for (const per_page of [1, 2, 4, 5]) {
    const pages = []
    for (let page = 1; page <= Math.ceil(9 / per_page); page += 1) {
      const found = await list({ page, per_page })
      t.match(found?.meta, { total: 9, total_pages: Math.ceil(9 / per_page) })
      pages.push(...(found?.data ?? []).map(({ orphan, live }) => [orphan.full_name, live.full_name]))
    }
    t.same(pages, whole, `${per_page} a page`)
  }
  t.match(await list({ page: 99 }), { data: [], meta: { total: 9 } })
})

t.test('an orphan is certain only where the host says so, or its installation is gone', async (t) => {
  const orphan = await repository('a/one')
  const live = await repository('b/one', 1)
  const verdict = async () => {
    const [entry] = (await list())?.data ?? []
    return `${entry?.confidence}: ${entry?.reason}`
  }
  const answer = (body: Json, status = 200) => {
    fake.on('GET /repos/a/one', { body, status })
    // What the host said a while ago may be kept.
    fake.advance(600_000)
    return verdict()
  }
  t.match(await answer({ message: 'Not Found' }, 404), /^high: The host has no/)
  t.match(await answer({ id: live, full_name: 'b/one' }), /^high: .* another repository, b\/one/)
  t.match(await answer({ id: orphan, full_name: 'a/one' }), /^low: It still exists on the host, as a\/one/)
  t.match(
    await answer({ id: orphan, full_name: 'a/renamed' }),
    /^low: It still exists on the host, as a\/renamed/
  )
  t.match(await answer('nonsense'), /^low: The host could not be asked/)
  t.match(await answer({}, 500), /^low: The host could not be asked/)
  t.match(await answer({}, 403), /^low: The host could not be asked/)
  fake.failNext('GET /installation/repositories', { status: 404 })
  t.match(await answer({}, 404), /^low: The host could not be asked/, 'who is not known is told the same')
  await deps.db.update(installations).set({ deletedAt: NOW })
  t.match(await answer({}, 500), /^high: Its installation has been removed/)
  await deps.db.update(installations).set({ deletedAt: null })
})

t.test('a moved repository leads to the one in its place', async (t) => {
  await repository('a/one')
  const live = await repository('b/one', 1)
  fake.on('GET /repos/a/one', { status: 301, headers: { location: `/repositories/${live}` } })
  fake.on(`GET /repositories/${live}`, { body: { id: live, full_name: 'b/one' } })
  t.match((await list())?.data, [{ confidence: 'high', reason: /leads to another repository/ }])
})

t.test('the host is asked about a few of a page only, and the others are not certain', async (t) => {
  for (let at = 0; at < MOST_ORPHANS_LOOKED_UP + 3; at += 1) await repository(`a${at}/many`)
  fake.asked.length = 0
  const { data } = (await list()) ?? {}
  t.equal(data?.length, MOST_ORPHANS_LOOKED_UP + 2)
  t.equal(fake.asked.filter(({ path }) => path.startsWith('/repos/')).length, MOST_ORPHANS_LOOKED_UP)
  t.same(
    data?.map(({ confidence }) => confidence),
    [...Array(MOST_ORPHANS_LOOKED_UP).fill('high'), 'low', 'low']
  )
})

t.test('without a credential nothing is certain', async (t) => {
  const alone = await startTestService({ work: false, database: service.test })
  t.teardown(() => alone.close())
  await repository('a/one')
  await repository('b/one', 1)
  const { data } = await alone.client.GET('/api/transfers/reconcile')
  t.match(data?.data, [{ confidence: 'low', reason: /No credential/ }])
})

t.test('what may be alive on both sides is merged only when that is confirmed', async (t) => {
  const id = await repository('a/one')
  await repository('b/one', 1)
  fake.on('GET /repos/a/one', { body: { id, full_name: 'a/one' } })
  const names = { orphan: 'a/one', live: 'b/one' }
  const refused = await merge(names)
  t.equal(refused.response.status, 400)
  t.match(refused.error, { code: 'low_confidence', message: /still exists on the host, as a\/one/ })
  t.match((await discard('a/one', false)).error, { status: 400, code: 'low_confidence' })
  t.equal((await merge({ ...names, dry_run: true })).data?.status, 'dry_run')
  t.same(await pairsNow(), [['a/one', 'b/one']])
  // A kept answer is not good enough to act on.
  fake.on('GET /repos/a/one', { status: 404 })
  t.equal((await merge(names)).response.status, 200)
  t.same(await pairsNow(), [])
  t.equal((await merge(names)).response.status, 404)
})

t.test('of two that carry the same full name, the one that the host spoke of last lives', async (t) => {
  const old = await repository('a/one', 5, 0, { at: minute(1) })
  const current = await repository('a/one', 1, 0, { at: minute(2) })
  t.match((await list())?.data, [{ orphan: { host_id: old }, live: { host_id: current } }])
  const { data } = await merge({ orphan: 'a/one', live: 'A/One', confirm_low_confidence: true })
  t.match(data, { reparented: { webhook_deliveries: 5 } })
  const left = await deps.db.select().from(repositories).where(isNull(repositories.deletedAt))
  t.ok(left.some(({ hostId }) => hostId === current))
  t.notOk(left.some(({ hostId }) => hostId === old))
})

t.test('a merge that makes no sense is refused in words', async (t) => {
  await repository('a/one')
  await repository('b/one')
  const status = async (body: object) => {
    const reply = await service.inject({
      method: 'POST',
      url: '/api/transfers/reconcile/merge',
      headers: { authorization: `Bearer ${KEY}` },
      payload: body
    })
    return [reply.statusCode, reply.json().code]
  }
  t.same(await status({ orphan: 'a/one' }), [400, 'invalid_field'])
  t.same(await status({ orphan: 'a/one', live: 'one' }), [400, 'invalid_field'])
  t.same(await status({ orphan: 'a/one', live: 'b/one', force: true }), [400, 'invalid_field'])
  t.same(await status({ orphan: 'a/one', live: 'A/ONE' }), [400, 'same_repository'])
  t.same(await status({ orphan: 'a/none', live: 'b/one' }), [404, 'repo_not_found'])
  t.same(await status({ orphan: 'a/one', live: 'b/none' }), [404, 'repo_not_found'])
})

t.test(
  'a discarded repository is hidden from lists and sums, and a later event brings it back',
  async (t) => {
    const orphan = await repository('a/one')
    await repository('b/one', 1)
    await deps.transaction((tx) => mirrorIssues(deps, tx, { repoId: orphan }, [issueAt(1, 1)]))
    const shown = async () =>
      (await client.GET('/api/issues', { params: { query: { repo: 'one' } } })).data?.meta.total
    t.equal(await shown(), 1)
    const { data } = await discard('a/one')
    t.match(data, { status: 'discarded', orphan: 'a/one', host_id: orphan, note: String })
    t.equal(await shown(), 0)
    t.same(await pairsNow(), [])
    await checkSums(t, deps)
    t.equal((await discard('a/one')).response.status, 404)
    t.equal((await discard('a/none')).response.status, 404)
    await seedRepository(deps, { hostId: orphan, fullName: 'a/one', at: minute(5) })
    t.equal(await shown(), 0, 'older than the decision')
    await seedRepository(deps, { hostId: orphan, fullName: 'a/one', at: minute(NOW_MINUTE + 1) })
    t.equal(await shown(), 1)
    await checkSums(t, deps)
  }
)
