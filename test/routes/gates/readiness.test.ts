import { sql } from 'drizzle-orm'
import t from 'tap'
import { UNPROTECTED } from '#domain/host/protection.js'
import { CHECK_IDS, type Readiness, type ReadinessQuery } from '#schemas/gates/readiness.js'
import { replaceBranchRules } from '#services/mirror/branch-rules.js'
import { mirrorRuns } from '#services/mirror/mirror.js'
import { maintenanceSettings } from '#tables/maintenance/maintenance-settings.js'
import { syncWalks } from '#tables/mirror/sync-walks.js'
import { minute, runAt, seedRepository } from '#test/fixtures/seed.js'
import { seedDeliveries } from '#test/fixtures/seed-deliveries.js'
import { startTestService } from '#test/harness/app.js'

const NOW = minute(60 * 24)
const service = await startTestService({ work: false, deps: { now: () => NOW } })
t.teardown(() => service.close())
service.test.leaveWrongSums('deliveries are made up, without their counts')
const { client, deps } = service

for (const hostId of [1, 2, 3, 4, 5]) await seedRepository(deps, { hostId })
await seedRepository(deps, { hostId: 5, change: 'deleted', at: minute(9) })
await seedDeliveries(deps, { repoId: 1, repo: 'octo-org/repo-1', count: 2, last: 5 })
await deps.transaction(async (tx) => {
  await mirrorRuns(deps, tx, { repoId: 1 }, [runAt(11, 1)])
  await mirrorRuns(deps, tx, { repoId: 2 }, [runAt(21, 1)])
  await tx.execute(
    sql`update repositories set last_synced_at = ${minute(3).toISOString()}::timestamptz where host_id = 1`
  )
  await tx.execute(sql`insert into repo_configs (repo_id, overrides, version)
    values (1, '{"pillars": {"maintainer": {"stale": {"issues": {"days": 30}}}}}', 1)`)
  await tx.execute(sql`insert into config_history (repo_id, action, before, after, version, updated_by, created_at)
    values (1, 'set', '{}', '{}', 1, 'admin', now())`)
  await tx.execute(sql`insert into config_files (repo_id, path, content, fetched_at, checked_at)
    values (1, '.service.yml', '{}', now(), now()), (2, null, '{}', null, now())`)
})

const one = async (repo: string) =>
  (await client.GET('/api/readiness/{owner}/{repo}', { params: { path: { owner: 'octo-org', repo } } })).data
const list = async (query: ReadinessQuery = {}) =>
  (await client.GET('/api/readiness', { params: { query } })).data
const names = (repos: Readiness[] | undefined) => repos?.map(({ name, score }) => [name, score])

t.test('each check says what was found, and the score is what those that pass are worth', async (t) => {
  const ready = await one('Repo-1')
  t.match(ready, { repo: 'octo-org/repo-1', score: 89, earned: 80, possible: 90 })
  t.same(
    ready?.checks.filter(({ pass }) => !pass).map(({ id, status }) => [id, status]),
    [
      ['issues_triaged', 'failed'],
      ['branch_protection', 'not_measured']
    ]
  )
  t.match((await one('repo-3'))?.score, 0)
  t.match(
    (await one('repo-2'))?.checks.filter(({ pass }) => pass),
    [{ id: 'ci_runs_received', weight: 10 }]
  )
})

t.test(
  'the list says of every repository what its own page says, and sums up all that are there',
  async (t) => {
    const all = await list()
    t.same(names(all?.data), [
      ['repo-1', 89],
      ['repo-2', 11],
      ['repo-3', 0],
      ['repo-4', 0]
    ])
    for (const repo of all?.data ?? []) t.same(await one(repo.name), repo)
    t.match(all, {
      total_repos: 4,
      average_score: 25,
      meta: { page: 1, total: 4, total_pages: 1 },
      check_coverage: {
        ci_runs_received: { label: 'CI runs being tracked', passed: 2, total: 4 },
        branch_protection: { passed: 0, total: 0 }
      }
    })
    t.same(Object.keys(all?.check_coverage ?? {}).sort(), [...CHECK_IDS].sort())
  }
)

t.test('scores bound the list, and order it', async (t) => {
  t.same(names((await list({ min_score: 1 }))?.data), [
    ['repo-1', 89],
    ['repo-2', 11]
  ])
  t.same(names((await list({ max_score: 11, sort: 'score', order: 'desc' }))?.data)?.[0], ['repo-2', 11])
  const page = await list({ sort: 'score', per_page: 1, page: 4 })
  t.same(names(page?.data), [['repo-1', 89]])
  t.match(page, { total_repos: 4, meta: { total: 4, total_pages: 4 } })
  t.equal(
    (await client.GET('/api/readiness', { params: { query: { min_score: 101 } } })).response.status,
    400
  )
})

t.test('a repository that is unknown or gone is 404', async (t) => {
  for (const repo of ['nothing', 'repo-5']) {
    const path = { owner: 'octo-org', repo }
    t.equal((await client.GET('/api/readiness/{owner}/{repo}', { params: { path } })).response.status, 404)
  }
})

t.test('the metric of the gates is this very score', async (t) => {
  for (const repo of ['repo-1', 'repo-2', 'repo-3']) {
    const path = { owner: 'octo-org', repo }
    const { data } = await client.GET('/api/gates/{owner}/{repo}/metrics', { params: { path } })
    t.equal(data?.metrics.readiness_score, (await one(repo))?.score, repo)
  }
})

t.test(
  'stored settings are a stale policy, and protected branches count once the host has shown them',
  async (t) => {
    const passing = async () => (await one('repo-3'))?.checks.flatMap(({ id, pass }) => (pass ? id : []))
    await deps.db.insert(syncWalks).values({ repoId: 3, part: 'branch_rules', finishedAt: NOW })
    await deps.db.insert(maintenanceSettings).values({ repoId: 3, staleIssueDays: 90, updatedAt: NOW })
    t.match((await one('repo-3'))?.checks, [
      ...Array.from({ length: 7 }, Object),
      { id: 'branch_protection', status: 'failed', detail: '0 branches are protected.' }
    ])
    t.same(await passing(), ['stale_policy'])
    await deps.transaction((tx) =>
      replaceBranchRules(tx, {
        repoId: 3,
        items: [{ ...UNPROTECTED, pattern: 'main', hostRuleId: null }],
        at: NOW
      })
    )
    t.same(await passing(), ['stale_policy', 'branch_protection'])
  }
)

t.test('a repository that passes all that is measured has a score of 100', async (t) => {
  await deps.db.execute(sql`insert into tallies (repo_id, day, measure, lane, amount)
    values (1, '-infinity', 'issues.triages', 0, 1)`)
  t.match(await one('repo-1'), { score: 100, earned: 90, possible: 90 })
})
