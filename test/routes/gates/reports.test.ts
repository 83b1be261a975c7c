import { sql } from 'drizzle-orm'
import t from 'tap'
import { METRICS } from '#schemas/configuration/gate-metrics.js'
import { mirrorIssues, mirrorPullRequests, mirrorRuns } from '#services/mirror/mirror.js'
import { setIssueTriage, setRunHealing } from '#test/fixtures/findings.js'
import { issueAt, minute, pullAt, runAt } from '#test/fixtures/seed.js'
import { seedDeliveries } from '#test/fixtures/seed-deliveries.js'
import { DAY, open, startGated } from '../fixtures/gated.js'

const service = await startGated()
t.teardown(() => service.close())
service.test.leaveWrongSums('deliveries are made up, without their counts')
const { client, deps, repository, save, evaluate, history, rows, pathOf, pass } = service

t.test('the figures are those of the mirror, all of them numbers', async (t) => {
  const { repo, repoId } = await repository()
  await setIssueTriage(deps, repoId * 100 + 1, { triageType: 'bug', triagedAt: minute(120) })
  await setIssueTriage(deps, repoId * 100 + 3, { duplicateOf: 1 })
  await seedDeliveries(deps, { repoId, repo: `octo-org/${repo}`, count: 3, last: 19 * DAY })
  const run = (id: number, at: number, conclusion: 'success' | 'failure' | 'timed_out' | 'cancelled') =>
    runAt(repoId * 100 + id, at, { conclusion, createdAt: minute(at) })
  await deps.transaction(async (tx) => {
    await mirrorRuns(deps, tx, { repoId }, [run(1, 19 * DAY, 'failure'), run(2, 19 * DAY, 'timed_out')])
    await mirrorRuns(deps, tx, { repoId }, [
      run(3, 19 * DAY, 'success'),
      run(4, 19 * DAY, 'cancelled'),
      run(5, 9 * DAY, 'success')
    ])
    await mirrorPullRequests(deps, tx, { repoId }, [
      pullAt(repoId * 100 + 8, 1, { number: 8, state: 'merged', createdAt: minute(18 * DAY) }),
      pullAt(repoId * 100 + 9, 1, { number: 9, createdAt: minute(5 * DAY) })
    ])
  })
  await setRunHealing(deps, repoId * 100 + 1, { healPrNumber: 8, healedAt: minute(19 * DAY + 180) })
  await setRunHealing(deps, repoId * 100 + 5, { healPrNumber: 9 })
  const { data } = await client.GET('/api/gates/{owner}/{repo}/metrics', { params: { path: pathOf(repo) } })
  t.same(Object.keys(data?.metrics ?? {}).sort(), [...METRICS].sort())
  t.match(data?.metrics, {
    ci_failure_rate_7d: 0.5,
    ci_failure_rate_30d: 0.4,
    triage_coverage: 0.333333,
    open_issues: 2,
    open_security_issues: 1,
    stale_issues_7d: 1,
    heal_success_rate_7d: 1,
    heal_success_rate_30d: 0.5,
    fix_success_rate_7d: 0,
    duplicate_rate: 0.333333,
    avg_triage_time_hours: 2,
    avg_heal_time_hours: 3,
    webhook_events_7d: 3
  })
  t.same(data?.no_data, ['fix_success_rate_7d'])
})

t.test('history is paged and filtered, and its total is of all that match', async (t) => {
  const { repo } = await repository()
  await save(repo, { name: 'a', conditions: [open(5)] })
  await save(repo, { name: 'b', conditions: [open(5)] })
  for (const pr_number of [1, 2, 2]) await evaluate(repo, { pr_number })
  t.match(await history(repo, { limit: 4 }), { total: 6, evaluations: { length: 4 } })
  t.match(await history(repo, { limit: 4, page: 2 }), { total: 6, evaluations: { length: 2 } })
  t.match(await history(repo, { pr: 2, gate: 'a' }), {
    total: 2,
    evaluations: [{ gate_name: 'a', pr_number: 2 }, {}]
  })
  const path = pathOf(repo)
  const wrong = await client.GET('/api/gates/{owner}/{repo}/history', {
    params: { path, query: { limit: 101 } }
  })
  t.equal(wrong.response.status, 400)
})

t.test('trends sum up each day, and a gate is tried on the days of which figures are kept', async (t) => {
  const { repo, repoId } = await repository()
  await save(repo, { name: 'a', conditions: [open(3)] })
  await evaluate(repo)
  pass(DAY)
  await evaluate(repo)
  await deps.transaction((tx) =>
    mirrorIssues(deps, tx, { repoId }, [issueAt(repoId * 100 + 9, 20 * DAY, { number: 9 })])
  )
  await evaluate(repo)
  const { data: trends } = await client.GET('/api/gates/{owner}/{repo}/trends', {
    params: { path: pathOf(repo) }
  })
  t.match(trends, {
    days: 30,
    gate_trends: [
      { gate_name: 'a', result: 'passed', eval_count: 1, avg_score: 100 },
      {
        result: 'failed',
        eval_count: 2,
        avg_score: 50,
        min_score: 0,
        max_score: 100,
        passed_count: 1,
        failed_count: 1
      }
    ],
    metric_trends: [
      { metric: 'open_issues', actual: 2, threshold: 3, passed: true },
      { actual: 3, passed: false }
    ]
  })
  pass(DAY)
  const body = { conditions: [open(3)], days: 5 }
  const { data } = await client.POST('/api/gates/{owner}/{repo}/backtest', {
    params: { path: pathOf(repo) },
    body
  })
  t.match(data, { days: 5, snapshots: 3, passed: 1, failed: 2, blocked: 2 })
  t.same(
    data?.results.map(({ result }) => result),
    ['passed', 'failed', 'failed']
  )
  const contradiction = { conditions: [open(3), { ...open(3), operator: '>=' as const }] }
  const refused = await client.POST('/api/gates/{owner}/{repo}/backtest', {
    params: { path: pathOf(repo) },
    body: contradiction
  })
  t.equal(refused.response.status, 400)
})

t.test('evaluations at once leave one standing per gate, that of the last of them', async (t) => {
  const { repo, repoId } = await repository()
  await save(repo, { name: 'a', conditions: [open(5)] })
  await Promise.all(Array.from({ length: 8 }, () => evaluate(repo)))
  t.equal((await history(repo))?.total, 8)
  t.equal((await rows(sql`select 1 from gate_standings where repo_id = ${repoId}`)).length, 1)
})
