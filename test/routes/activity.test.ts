import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import t from 'tap'
import { HOUR_MS } from '#domain/time/durations.js'
import { ACTIVITY_SOURCES, SOURCES } from '#schemas/activity/activity.js'
import { mergeActivityLanes, type NewActivity, recordActivity } from '#store/activity/activity.js'
import { rowsOf } from '#store/sql/database.js'
import { activitySums } from '#tables/activity/activity-sums.js'
import { runs } from '#test/harness/runs.js'
import { startTestService } from '../harness/app.js'
import { until } from '../harness/until.js'

const service = await startTestService()
t.teardown(() => service.close())
const { client, deps, deliver } = service

const ago = (hours: number) => new Date(deps.now().getTime() - hours * HOUR_MS)

function item(part: Partial<NewActivity> & Pick<NewActivity, 'source' | 'sourceId' | 'status'>): NewActivity {
  const rest = { repoId: null, targetNumber: null, targetUrl: null, actionType: 'set', detail: '' }
  return { ...rest, createdAt: ago(1), ...part }
}

const note = (...items: NewActivity[]) => deps.transaction((tx) => recordActivity(tx, items))
const clear = () =>
  deps.transaction(async (tx) => {
    await tx.execute(sql`delete from activity`)
    await tx.execute(sql`delete from activity_sums`)
  })
t.beforeEach(clear)

async function list(query: Record<string, string | number> = {}) {
  const { data, response } = await client.GET('/api/activity', { params: { query } })
  if (!data) throw new Error(`${response.status}`)
  return data
}

async function summary(since?: string) {
  const query = since === undefined ? {} : { since }
  const { data } = await client.GET('/api/activity/summary', { params: { query } })
  if (!data) throw new Error('no summary')
  return data
}

t.test('a webhook is in the feed once its work is done, under the name of its repository', async (t) => {
  await deliver({ event: 'issues', id: 'activity-1' })
  await until('the delivery is in the feed', async () => (await list()).meta.total === 1)
  const page = await list()
  t.match(page.data, [
    {
      source: 'webhook',
      repo: 'octo-org/hello',
      target_number: null,
      target_url: null,
      action_type: 'issues.opened',
      status: 'processed',
      detail: '',
      meta: { label: 'Webhook', color: 'slate' }
    }
  ])
  t.match(page.sources, { ci_heal: { label: 'CI Heal', color: 'blue' } })
  t.equal((await list({ repo: 'Octo-Org/HELLO' })).meta.total, 1)
})

t.test(
  'an item that is noted again shows how it stands now, in its old place, and counts once',
  async (t) => {
    await note(item({ source: 'waiver', sourceId: 1, status: 'active', createdAt: ago(3) }))
    await note(item({ source: 'config_change', sourceId: 1, status: 'applied', createdAt: ago(2) }))
    await note(item({ source: 'waiver', sourceId: 1, status: 'revoked', detail: 'by hand' }))
    const { data, meta } = await list()
    t.same(
      data.map(({ source, status, detail }) => [source, status, detail]),
      [
        ['config_change', 'applied', ''],
        ['waiver', 'revoked', 'by hand']
      ]
    )
    t.equal(meta.total, 2)
    t.match(await summary(), {
      total: 2,
      recent: { last_24h: 2, last_7d: 2, last_30d: 2 },
      by_source: { waiver: { source: 'waiver', statuses: { revoked: 1 }, meta: { label: 'Waiver' } } }
    })
    t.notOk(Object.hasOwn((await summary()).by_source['waiver']?.statuses ?? {}, 'active'))
  }
)

t.test('`since` bounds the summary, and not what it says of lately', async (t) => {
  await note(
    item({ source: 'waiver', sourceId: 1, status: 'active', createdAt: ago(100) }),
    item({ source: 'waiver', sourceId: 2, status: 'active', createdAt: ago(2.5) }),
    item({ source: 'waiver', sourceId: 3, status: 'active', createdAt: ago(2) })
  )
  const { total, recent, by_source } = await summary(ago(2.25).toISOString())
  t.equal(total, 1)
  t.same(by_source['waiver']?.statuses, { active: 1 })
  t.same(recent, { last_24h: 2, last_7d: 3, last_30d: 3 })
})

t.test('a cursor reads on from the last item, also over several sources', async (t) => {
  await note(
    ...Array.from({ length: 25 }, (_, at) =>
      item({
        source: at % 5 === 0 ? 'waiver' : 'audit_report',
        sourceId: at,
        status: at % 5 === 0 ? 'active' : 'ready',
        createdAt: ago(30 - at)
      })
    )
  )
  for (const source of ['waiver,audit_report', 'audit_report', undefined]) {
    const query = { per_page: 4, ...(source === undefined ? {} : { source }) }
    const seen: number[] = []
    let page = await list(query)
    for (;;) {
      seen.push(...page.data.map(({ source_id }) => source_id))
      if (!page.meta.cursor) break
      page = await list({ ...query, cursor: page.meta.cursor })
    }
    const wanted = Array.from({ length: 25 }, (_, at) => 24 - at).filter(
      (at) => source !== 'audit_report' || at % 5 !== 0
    )
    t.same(seen, wanted, source ?? 'all sources')
    t.same(
      (await list({ ...query, page: 2 })).data.map(({ source_id }) => source_id),
      wanted.slice(4, 8)
    )
  }
})

t.test('what is asked for wrongly is 400 and says what would be right', async (t) => {
  for (const [query, path] of [
    [{ source: 'webhook,nothing' }, 'source'],
    [{ status: 'nothing' }, 'status'],
    [{ since: 'yesterday' }, 'since'],
    [{ repo: 'hello' }, 'repo'],
    [{ cursor: 'AAAA' }, 'cursor']
  ] as const) {
    // The border to the client, which would not send what is wrong.
    const { response, error } = await client.GET('/api/activity', { params: { query } as never })
    t.equal(response.status, 400, path)
    t.match(error, { details: [{ path }] })
  }
  const { response } = await client.GET('/api/activity/summary', { params: { query: { since: 'x' } } })
  t.equal(response.status, 400)
  t.same((await list({ repo: 'octo-org/unheard-of' })).data, [])
})

const arbitraryItem = fc
  .record({
    source: fc.constantFrom(...ACTIVITY_SOURCES),
    sourceId: fc.integer({ min: 1, max: 6 }),
    repoId: fc.constantFrom(null, 42, 43),
    hours: fc.integer({ min: 0, max: 1_000 }),
    pick: fc.nat(20)
  })
  .map(({ pick, hours, ...rest }) => {
    const { statuses } = SOURCES[rest.source]
    return item({
      ...rest,
      status: statuses[pick % statuses.length] ?? statuses[0],
      createdAt: ago(hours + pick / 21)
    })
  })

t.test(
  'the sums are those of the rows after any history, and every filter agrees with the rows',
  async (t) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(arbitraryItem, { maxLength: 6 }), { maxLength: 8 }),
        async (sets) => {
          await clear()
          for (const set of sets) await note(...set)
          const counted = await rowsOf(
            deps.db,
            sql`select c.repo_id::float8 as repo_id, c.hour::text as hour, source, status, count(*)::int as amount
          from activity cross join lateral (values (0::bigint, '-infinity'::timestamptz),
            (0, date_trunc('hour', created_at, 'UTC')), (repo_id, '-infinity')) as c (repo_id, hour)
          where c.repo_id is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4`
          )
          const kept = await rowsOf(
            deps.db,
            sql`select repo_id::float8 as repo_id, hour::text as hour, source, status, sum(amount)::int as amount
          from activity_sums group by 1, 2, 3, 4 having sum(amount) <> 0 order by 1, 2, 3, 4`
          )
          t.same(kept, counted)
          const rows = (await list({ per_page: 100 })).data
          const queries: Record<string, string>[] = [
            { source: 'webhook' },
            { source: 'webhook,waiver,action' },
            { status: 'failed' },
            { status: 'processed' },
            { status: 'failed', source: 'webhook,waiver' },
            { since: ago(500).toISOString() },
            { since: ago(500).toISOString(), source: 'waiver,action', status: 'active' },
            { repo: 'octo-org/hello', source: 'waiver,action' },
            { repo: 'octo-org/hello', since: ago(300).toISOString() }
          ]
          for (const query of queries) {
            const { data, meta } = await list({ ...query, per_page: 100 })
            const { source, status, since, repo } = query
            const wanted = rows.filter(
              (row) =>
                (source === undefined || source.split(',').includes(row.source)) &&
                (status === undefined || row.status === status) &&
                (since === undefined || row.created_at >= since) &&
                (repo === undefined || row.repo === repo)
            )
            t.same(data, wanted, JSON.stringify(query))
            t.equal(meta.total, wanted.length, `total of ${JSON.stringify(query)}`)
          }
        }
      ),
      { numRuns: runs(12) }
    )
  }
)

t.test(
  'the sweep drops webhooks with their deliveries, and the sums with them; the rest stays',
  async (t) => {
    await note(
      item({ source: 'webhook', sourceId: 1, status: 'processed', createdAt: ago(91 * 24), repoId: 42 }),
      item({ source: 'webhook', sourceId: 2, status: 'failed', createdAt: ago(3) }),
      item({ source: 'waiver', sourceId: 1, status: 'active', createdAt: ago(91 * 24) })
    )
    const { dropExpiredRows: sweep } = await import('#services/operation/retention.js')
    await sweep(deps)
    t.same(
      (await list()).data.map(({ source, source_id }) => [source, source_id]),
      [
        ['webhook', 2],
        ['waiver', 1]
      ]
    )
    t.match(await summary(), { total: 2, by_source: { webhook: { statuses: { failed: 1 } } } })
    t.equal((await list({ repo: 'octo-org/hello' })).meta.total, 0)
    const [spread] = await rowsOf<{ count: number }>(
      deps.db,
      sql`select count(*)::int as count from activity_sums where hour > '-infinity' and (lane <> 0 or amount = 0)`
    )
    t.equal(spread?.count, 0, 'past hours have one row')
  }
)

t.test('the sweep of lanes counts the sums that it took, also those that come to nothing', async (t) => {
  const empty = { repoId: 0, hour: new Date('2026-01-01T00:00:00Z'), source: 'waiver', lane: 1, amount: 0 }
  await deps.db.insert(activitySums).values(['active', 'revoked'].map((status) => ({ ...empty, status })))
  const sweep = () => deps.transaction((tx) => mergeActivityLanes(tx, { before: deps.now(), atOnce: 1 }))
  t.same([await sweep(), await sweep(), await sweep()], [1, 1, 0])
})
