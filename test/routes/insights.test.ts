import { eq } from 'drizzle-orm'
import t from 'tap'
import { HEALTH_STATUSES, type RepoHealth, type RepoHealthQuery } from '#schemas/mirror/repo-health.js'
import { recordInstallation } from '#services/mirror/identities.js'
import { endIssues, mirrorIssues, mirrorPullRequests, mirrorRuns } from '#services/mirror/mirror.js'
import { refreshHealth } from '#services/mirror/repo-health.js'
import { repositories } from '#tables/mirror/repositories.js'
import { setIssueTriage, setRunHealing } from '../fixtures/findings.js'
import { recountHealth } from '../fixtures/recount-health.js'
import { clearMirror, issueAt, minute, pullAt, runAt, seedRepository } from '../fixtures/seed.js'
import { startTestService } from '../harness/app.js'

const DAY = 60 * 24
const daysAgo = (days: number, minutes = 0) => minute((60 - days) * DAY + minutes)
const minutesOf = (days: number) => (60 - days) * DAY
const NOW = daysAgo(0)
let clock = NOW
const service = await startTestService({ work: false, deps: { now: () => clock } })
t.teardown(() => service.close())
const { client, deps } = service
const { transaction } = deps

const list = async (query: RepoHealthQuery = {}) =>
  (await client.GET('/api/insights/repos', { params: { query } })).data
const inspect = (owner: string, repo: string) =>
  client.GET('/api/insights/repos/{owner}/{repo}', { params: { path: { owner, repo } } })

const BUSY = 1
const CALM = 2
const EMPTY = 3
const GONE = 4
const REMOVED = 5

for (const hostId of [BUSY, CALM, EMPTY, GONE])
  await seedRepository(deps, { hostId, fullName: `octo-org/repo-${hostId}`, installationId: 7 })
await seedRepository(deps, { hostId: REMOVED, fullName: 'other/removed', installationId: 8 })
for (const repoId of [BUSY, CALM, GONE, REMOVED]) {
  const few = repoId === CALM ? 1 : 4
  const account = { repoId }
  await transaction(async (tx) => {
    for (let at = 0; at < 6 * few; at += 1) {
      const id = repoId * 1_000 + at
      const opened = daysAgo(at * 3)
      await mirrorIssues(deps, tx, account, [
        issueAt(id, minutesOf(at), { createdAt: opened, state: at % 3 === 0 ? 'closed' : 'open' })
      ])
      const state = (['open', 'merged', 'closed'] as const)[at % 3] ?? 'open'
      await mirrorPullRequests(deps, tx, account, [
        pullAt(id, minutesOf(at) + at * 90, { createdAt: daysAgo(at), state, draft: at % 6 === 0 })
      ])
      const conclusion = at % 4 === 3 ? 'failure' : at % 8 === 2 ? 'cancelled' : 'success'
      await mirrorRuns(deps, tx, account, [
        runAt(id, minutesOf(at), { createdAt: daysAgo(at * 2), conclusion })
      ])
    }
  })
  await setRunHealing(deps, repoId * 1_000 + 3, { healStatus: 'healed' })
  await setRunHealing(deps, repoId * 1_000 + 7, { healStatus: 'failed' })
  if (repoId === BUSY) await setRunHealing(deps, repoId * 1_000 + 11, { healStatus: 'attempted' })
  await setIssueTriage(deps, repoId * 1_000 + 4, {
    triageType: 'bug',
    triagePriority: 'critical',
    triagedAt: daysAgo(12, 90)
  })
}
await seedRepository(deps, { hostId: GONE, change: 'deleted', at: NOW })
await transaction((tx) =>
  recordInstallation(deps, tx, {
    installation: { hostId: 8, accountLogin: 'other', accountType: null, targetId: null },
    change: 'deleted',
    repositories: [],
    at: NOW
  })
)

const all = (await list())?.data ?? []
const figuresOf = async (hostId: number) => {
  const [repository] = await deps.db.select().from(repositories).where(eq(repositories.hostId, hostId))
  return { full_name: repository?.fullName, ...(await recountHealth(deps, hostId, clock)) }
}

t.test('health is that of the rows, of those repositories that are there', async (t) => {
  t.equal(all.length, 3)
  for (const hostId of [BUSY, CALM, EMPTY]) {
    const expected = await figuresOf(hostId)
    t.match(
      all.find(({ full_name }) => full_name === expected.full_name),
      expected
    )
  }
  t.match(
    all.find(({ name }) => name === 'repo-3'),
    { health_status: 'unknown', health_score: 100, ci_pass_rate: null, stale_issues: 0 }
  )
})

t.test('those at risk come first, then the lowest score, then the name', async (t) => {
  const rank = ({ health_status: status }: RepoHealth) => (status === 'at_risk' ? 1 : 2)
  const sorted = [...all].sort(
    (a, b) => rank(a) - rank(b) || a.health_score - b.health_score || (a.full_name < b.full_name ? -1 : 1)
  )
  t.same(all, sorted)
  t.ok(new Set(all.map((one) => one.health_status)).size > 1)
  t.same((await list({ order: 'desc' }))?.data, [...all].reverse())
  t.same(
    (await list({ sort: 'full_name' }))?.data.map(({ name }) => name),
    ['repo-1', 'repo-2', 'repo-3']
  )
})

t.test('a status, an owner or a page leaves what fits, and a cursor reads on', async (t) => {
  for (const health_status of HEALTH_STATUSES) {
    const expected = all.filter((one) => one.health_status === health_status)
    t.match(await list({ health_status }), { data: expected, meta: { total: expected.length } })
  }
  t.equal((await list({ owner: 'other' }))?.meta.total, 0)
  t.same((await list({ per_page: 1, page: 2 }))?.data, all.slice(1, 2))
  const { cursor } = (await list({ per_page: 2 }))?.meta ?? {}
  t.match(await list({ per_page: 2, cursor: cursor ?? '' }), { data: all.slice(2), meta: { cursor: null } })
})

t.test('the overview counts what is there and nothing else', async (t) => {
  const { data } = await client.GET('/api/insights/overview')
  const open = all.reduce((sum, one) => sum + one.open_issues, 0)
  t.match(data, {
    repos: 3,
    installations: 1,
    open_issues: open,
    issues: { open, closed: 10, unassigned: open, critical: 2 },
    open_prs: 10,
    prs: { open: 10, merged: 10, draft: 5 },
    // Runs of 0, 2, 4 and 6 days ago: the third of each repository was cancelled, the fourth failed.
    ci_success_rate: 0.6667,
    ci: { failures: 2, healed: 2 },
    generated_at: NOW.toISOString()
  })
  const { data: long } = await client.GET('/api/insights/overview', { params: { query: { days: 90 } } })
  t.match(long, { ci: { failures: 7, healed: 2 }, avg_merge_time_hours: data?.avg_merge_time_hours })
})

t.test('velocity counts each event on its day, of all or of one', async (t) => {
  const velocity = async (query: { days?: number; repo?: string }) =>
    (await client.GET('/api/insights/velocity', { params: { query } })).data
  const fleet = await velocity({ days: 10 })
  const [busy, calm] = [
    await velocity({ days: 10, repo: 'octo-org/REPO-1' }),
    await velocity({ days: 10, repo: 'octo-org/repo-2' })
  ]
  t.equal(fleet?.pr_velocity.at(-1)?.day, '2026-03-02')
  t.match(busy?.issue_velocity.at(-4), { day: '2026-02-27', opened: 1, closed: 1 })
  for (const [at, { opened, merged, closed }] of (fleet?.pr_velocity ?? []).entries()) {
    const ones = [busy?.pr_velocity[at], calm?.pr_velocity[at]]
    const sum = (pick: 'opened' | 'merged' | 'closed') =>
      ones.reduce((total, one) => total + (one?.[pick] ?? 0), 0)
    t.same(
      { opened, merged, closed },
      { opened: sum('opened'), merged: sum('merged'), closed: sum('closed') }
    )
  }
  t.equal(
    busy?.pr_velocity.reduce((sum, { merged }) => sum + merged, 0),
    4
  )
  t.equal(busy?.avg_hours_to_merge_pr, 8.25)
})

t.test('the trend is that of the fleet, and beside it of each repository that ran', async (t) => {
  const { data } = await client.GET('/api/insights/ci-trend')
  t.same(Object.keys(data?.by_repo ?? {}).sort(), ['octo-org/repo-1', 'octo-org/repo-2'])
  t.same(data?.trend.at(-7), { day: '2026-02-24', total: 2, success: 0, failure: 2, pass_rate: 0 })
  t.same(data?.trend.at(-2), { day: '2026-03-01', total: 0, success: 0, failure: 0, pass_rate: null })
  const { data: one } = await client.GET('/api/insights/ci-trend', {
    params: { query: { repo: 'octo-org/repo-1' } }
  })
  t.same(one?.by_repo, { 'octo-org/repo-1': one?.trend })
  t.same(data?.by_repo['octo-org/repo-1'], one?.trend)
})

t.test('behind a line of health stand its parts', async (t) => {
  const { data } = await inspect('octo-org', 'repo-1')
  const line = all.find(({ name }) => name === 'repo-1')
  t.same(data?.health, line)
  const lost = Object.values(data?.score_breakdown ?? {}).reduce((sum, one) => sum + one, 0)
  t.equal(100 - lost, line?.health_score)
  t.equal(data?.ci_trend.length, 14)
  t.equal(data?.velocity.days, 30)
  // Eight merges, 1.5, 6, 10.5 and so on up to 33 hours after the opening.
  t.same(data?.merge_time, {
    count: 8,
    avg_hours: 17.25,
    p50_hours: 17.25,
    p90_hours: 29.85,
    buckets: [
      { le_hours: 1, count: 0 },
      { le_hours: 4, count: 1 },
      { le_hours: 24, count: 5 },
      { le_hours: 72, count: 2 },
      { le_hours: 168, count: 0 },
      { le_hours: null, count: 0 }
    ]
  })
  t.same(data?.triage, { coverage: Math.round(10_000 / 24) / 10_000, avg_hours: 1.5 })
  t.same(
    data?.heal,
    { total: 2, healed: 1, failed: 1, skipped: 0, success_rate: 0.5 },
    'what is still being healed is in no sum'
  )
})

t.test('a repository in which nothing happened has parts that say so', async (t) => {
  const { data } = await inspect('octo-org', 'repo-3')
  t.match(data, {
    health: { health_status: 'unknown' },
    merge_time: { count: 0, avg_hours: null, p50_hours: null },
    triage: { coverage: null, avg_hours: null },
    heal: { total: 0, success_rate: null }
  })
})

t.test('a repository that is unknown or gone is not found, by path and by parameter', async (t) => {
  for (const name of ['nothing', 'repo-4']) {
    const query = { repo: `octo-org/${name}` }
    const replies = [
      await inspect('octo-org', name),
      await client.GET('/api/insights/velocity', { params: { query } }),
      await client.GET('/api/insights/ci-trend', { params: { query } })
    ]
    for (const { response, error } of replies) {
      t.equal(response.status, 404)
      t.match(error, { code: 'repo_not_found' })
    }
  }
})

t.test('health follows a rename, an end and a return', async (t) => {
  await seedRepository(deps, { hostId: GONE, fullName: 'octo-org/back', at: daysAgo(0, 1) })
  await seedRepository(deps, { hostId: CALM, fullName: 'octo-org/also', at: daysAgo(0, 1) })
  await seedRepository(deps, { hostId: EMPTY, change: 'deleted', at: daysAgo(0, 1) })
  const now = (await list())?.data ?? []
  t.same(now.map(({ name }) => name).sort(), ['also', 'back', 'repo-1'])
  for (const hostId of [GONE, CALM]) {
    const expected = await figuresOf(hostId)
    t.match(
      now.find(({ full_name }) => full_name === expected.full_name),
      expected
    )
  }
})

t.test('an issue becomes stale at its moment, and a day changes the windows', async (t) => {
  const account = { repoId: CALM }
  await transaction((tx) => mirrorIssues(deps, tx, account, [issueAt(77, minutesOf(14) + 30)]))
  const stale = async () => (await inspect('octo-org', 'also')).data?.health.stale_issues ?? 0
  const before = await stale()
  clock = daysAgo(0, 31)
  t.equal(await stale(), before + 1)
  await transaction((tx) => endIssues(deps, tx, { repoId: CALM, goneAt: clock }, [77]))
  clock = daysAgo(-30)
  t.match((await inspect('octo-org', 'also')).data?.health, { ci_pass_rate: null, unhealed_failures: 0 })
})

t.test('those who read at once all see it up to date', async (t) => {
  const account = { repoId: BUSY }
  const run = runAt(9_999, 0, { conclusion: 'success', createdAt: clock })
  await transaction((tx) => mirrorRuns(deps, tx, account, [run]))
  const counts = await Promise.all([refreshHealth(deps), refreshHealth(deps), refreshHealth(deps)])
  t.equal(
    counts.reduce((sum, count) => sum + count, 0),
    1
  )
  t.match((await inspect('octo-org', 'repo-1')).data?.health, { ci_pass_rate: 1, health_status: 'healthy' })
})

t.test('an unknown word or an impossible value is refused by the name of its parameter', async (t) => {
  for (const wrong of [
    'overview?days=0',
    'overview?days=91',
    'velocity?days=x',
    'velocity?repo=octo-org',
    'ci-trend?days=1.5',
    'ci-trend?repo=a/b/c',
    'repos?health_status=fine',
    'repos?sort=health_score',
    'repos?order=up',
    'repos?per_page=0',
    'repos?cursor=W10'
  ]) {
    const url = `/api/insights/${wrong}`
    const reply = await service.inject({
      method: 'GET',
      url,
      headers: { authorization: 'Bearer test-key-0123456789' }
    })
    t.equal(reply.statusCode, 400, wrong)
    t.match(reply.json().message, wrong.split(/[?=]/)[1], wrong)
  }
})

t.test('with nothing mirrored every list is empty and every number nothing', async (t) => {
  await clearMirror(deps)
  t.match((await client.GET('/api/insights/overview')).data, { repos: 0, open_issues: 0, installations: 0 })
  t.match(await list(), { data: [], meta: { total: 0, cursor: null } })
  const { data: velocity } = await client.GET('/api/insights/velocity')
  t.equal(velocity?.issue_velocity.length, 30)
  t.match(velocity, { days: 30, avg_hours_to_merge_pr: null })
  const { data: trend } = await client.GET('/api/insights/ci-trend')
  t.equal(trend?.trend.length, 14)
  t.same(trend?.by_repo, {})
})
