import { sql } from 'drizzle-orm'
import t from 'tap'
import { METRICS } from '../../schemas/gate-conditions.js'
import type { GateBody } from '../../schemas/gates.js'
import { mirrorIssues, mirrorPullRequests, mirrorRuns } from '../../src/services/mirror.js'
import { rowsOf } from '../../src/store/database.js'
import { startTestService } from '../app.js'
import { issueAt, minute, pullAt, runAt, see } from '../services/fixtures/accounts.js'
import { healRun, judgeIssue } from '../services/fixtures/findings.js'
import { received } from '../services/fixtures/received.js'

const DAY = 60 * 24
let now = minute(20 * DAY)
const service = await startTestService({ work: false, deps: { now: () => now } })
t.teardown(() => service.close())
const { client, deps, inject } = service

const SHA = 'a'.repeat(40)
const pathOf = (repo: string) => ({ owner: 'octo-org', repo })
const open = (at: number): GateBody['conditions'][number] => ({
  metric: 'open_issues',
  operator: '<',
  threshold: at
})

async function save(repo: string, body: GateBody) {
  const { data, error } = await client.POST('/api/gates/{owner}/{repo}', {
    params: { path: pathOf(repo) },
    body
  })
  if (!data) throw new Error(JSON.stringify(error))
  return data
}

async function evaluate(repo: string, body: { head_sha?: string; pr_number?: number } = {}) {
  const { data, error } = await client.POST('/api/gates/{owner}/{repo}/evaluate', {
    params: { path: pathOf(repo) },
    body
  })
  if (!data) throw new Error(JSON.stringify(error))
  return data
}

const shown = async (repo: string) =>
  (await client.GET('/api/gates/{owner}/{repo}', { params: { path: pathOf(repo) } })).data
const history = async (repo: string, query = {}) =>
  (await client.GET('/api/gates/{owner}/{repo}/history', { params: { path: pathOf(repo), query } })).data
const fleet = async (query = {}) => (await client.GET('/api/gates', { params: { query } })).data
const rows = (query: ReturnType<typeof sql>) => rowsOf<Record<string, unknown>>(deps.db, query)

let last = 0
/** A repository of its own for each test, with two open issues. */
async function repository(): Promise<{ repo: string; repoId: number }> {
  last += 1
  const hostId = last
  await see(deps, { hostId })
  await deps.transaction((tx) =>
    mirrorIssues(tx, { repoId: hostId }, [
      issueAt(hostId * 100 + 1, 1, { number: 1 }),
      issueAt(hostId * 100 + 2, 18 * DAY, { number: 2, labels: ['Security'] }),
      issueAt(hostId * 100 + 3, 18 * DAY, { number: 3, state: 'closed' })
    ])
  )
  return { repo: `repo-${hostId}`, repoId: hostId }
}

t.test('a gate is made and replaced by its name, and one at most is the default', async (t) => {
  const { repo } = await repository()
  const made = await save(repo, { name: 'b', conditions: [open(5)], is_default: true })
  t.match(made, {
    name: 'b',
    source: 'database',
    is_default: true,
    block_on_fail: true,
    latest_evaluation: null
  })
  await save(repo, { name: 'a', conditions: [open(4)], block_on_fail: false })
  t.same(
    (await shown(repo))?.gates.map(({ name }) => name),
    ['b', 'a']
  )
  await save(repo, { name: 'a', conditions: [open(3)], is_default: true })
  const list = await shown(repo)
  t.match(list, {
    overall: 'passed',
    total: 2,
    gates: [
      { name: 'a', is_default: true },
      { name: 'b', is_default: false }
    ]
  })
  t.same(list?.gates[0]?.conditions, [open(3)])
  t.equal(list?.gates[1]?.id, made.id)
  t.same(
    (
      await rows(
        sql`select event_type, actor from audit_entries where repo_full_name = ${`octo-org/${repo}`} order by seq`
      )
    ).map(({ event_type, actor }) => [event_type, actor]),
    [
      ['gate_created', 'api'],
      ['gate_created', 'api'],
      ['gate_replaced', 'api']
    ]
  )
})

t.test('what cannot be a gate is 400, with the path and what is allowed', async (t) => {
  const { repo } = await repository()
  const valid = { name: 'a', conditions: [open(1)] }
  const cases: [unknown, string][] = [
    [{ ...valid, conditions: [{ ...open(1), metric: 'open_issue' }] }, '/conditions/0/metric'],
    [{ ...valid, conditions: [{ ...open(1), operator: '=' }] }, '/conditions/0/operator'],
    [{ ...valid, conditions: [{ ...open(1), threshold: '1' }] }, '/conditions/0/threshold'],
    [{ ...valid, conditions: [] }, '/conditions'],
    [{ ...valid, conditions: [open(3), { ...open(3), operator: '>' }] }, '/conditions/1'],
    [{ ...valid, conditions: [{ metric: 'triage_coverage', operator: '>', threshold: 1 }] }, '/conditions/0'],
    [{ ...valid, block_on_fail: 'yes' }, '/block_on_fail'],
    [{ ...valid, name: '__proto__' }, '/name'],
    [{ ...valid, name: '..' }, '/name'],
    [{ ...valid, nam: 'a' }, '/nam']
  ]
  for (const [payload, path] of cases) {
    const reply = await inject({
      method: 'POST',
      url: `/api/gates/octo-org/${repo}`,
      headers: { authorization: 'Bearer test-key' },
      payload: payload as object
    })
    t.equal(reply.statusCode, 400, path)
    t.equal(reply.json().details?.[0]?.path, path, reply.body)
  }
  t.match((await shown(repo))?.total, 0)
})

t.test('what an unknown repository is asked for is 404', async (t) => {
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/history'],
    ['GET', '/metrics'],
    ['GET', '/trends'],
    ['DELETE', '/a'],
    ['POST', '/evaluate'],
    ['POST', '']
  ] as const) {
    const payload = path === '' ? { name: 'a', conditions: [open(1)] } : {}
    const reply = await inject({
      method,
      url: `/api/gates/octo-org/unheard-of${path}`,
      headers: { authorization: 'Bearer test-key' },
      ...(method === 'POST' ? { payload } : {})
    })
    t.equal(reply.statusCode, 404, `${method} ${path}`)
  }
})

t.test('an evaluation is kept with its decision, its evidence and its place in the feed', async (t) => {
  const { repo, repoId } = await repository()
  await save(repo, {
    name: 'strict',
    conditions: [open(2), { metric: 'triage_coverage', operator: '>=', threshold: 0 }]
  })
  await save(repo, { name: 'note', conditions: [open(1)], block_on_fail: false })
  const evaluation = await evaluate(repo, { pr_number: 7 })
  t.match(evaluation, {
    repo: `octo-org/${repo}`,
    overall: 'failed',
    waiver_id: null,
    results: [
      { name: 'note', result: 'failed', score: 0, block_on_fail: false },
      { name: 'strict', result: 'failed', score: 50, passed_count: 1, failed_count: 1, total_count: 2 }
    ]
  })
  t.notOk(evaluation.check, 'no commit, no check')
  const [decision] = await rows(sql`select * from decisions where id = ${evaluation.decision_id}`)
  t.match(decision, {
    source: 'quality_gate',
    decision: 'blocked',
    target_type: 'pr',
    target_number: 7,
    actor: 'api'
  })
  const entries = await rows(
    sql`select event_type, pr_number from audit_entries where category = 'review_gate' and repo_full_name = ${`octo-org/${repo}`}`
  )
  t.same(entries, [{ event_type: 'merge_blocked', pr_number: 7 }])
  const feed = await client.GET('/api/activity', {
    params: { query: { source: 'quality_gate', repo: `octo-org/${repo}` } }
  })
  t.match(feed.data?.data, [{ status: 'failed', target_number: 7, detail: '0 of 2 gates passed' }])
  const past = await history(repo)
  t.match(past, { total: 2, evaluations: [{ gate_name: String, pr_number: 7, head_sha: null }, {}] })
  t.equal(new Set(past?.evaluations.map(({ evaluated_at }) => evaluated_at)).size, 1)
  t.match((await shown(repo))?.gates[1]?.latest_evaluation, { result: 'failed', score: 50 })
  t.match(
    (await fleet())?.repos.find((one) => one.repoId === repoId),
    {
      overall: 'failed',
      gates: [{ name: 'note' }, { name: 'strict', score: 50 }]
    }
  )
})

t.test('a gate that does not block makes a warning, in the fleet as in the repository', async (t) => {
  const { repo, repoId } = await repository()
  await save(repo, { name: 'note', conditions: [open(1)], block_on_fail: false })
  t.equal((await evaluate(repo)).overall, 'warning')
  t.equal((await shown(repo))?.overall, 'warning')
  const only = await fleet({ overall: 'warning' })
  t.same(
    only?.repos.map((one) => one.repoId),
    [repoId]
  )
  const all = await fleet()
  t.equal(all?.total_repos, (all?.passed ?? 0) + (all?.failed ?? 0) + (all?.warning ?? 0))
  t.equal(only?.total_repos, all?.total_repos)
})

t.test('a deleted gate leaves the fleet, and its evaluations stay', async (t) => {
  const { repo, repoId } = await repository()
  await save(repo, { name: 'a', conditions: [open(1)] })
  await evaluate(repo)
  const params = { path: { ...pathOf(repo), name: 'a' } }
  t.same((await client.DELETE('/api/gates/{owner}/{repo}/{name}', { params })).data, { deleted: true })
  t.equal((await client.DELETE('/api/gates/{owner}/{repo}/{name}', { params })).response.status, 404)
  t.match(await shown(repo), { overall: 'passed', total: 0 })
  t.notOk((await fleet())?.repos.some((one) => one.repoId === repoId))
  t.equal((await history(repo))?.total, 1)
})

t.test('a repository without gates passes, and nothing is kept of it', async (t) => {
  const { repo } = await repository()
  t.match(await evaluate(repo), { results: [], overall: 'passed', decision_id: null })
  t.same((await history(repo))?.evaluations, [])
})

t.test('gates of the file are evaluated as they stand there, behind those of the API', async (t) => {
  const { repo, repoId } = await repository()
  const content = {
    quality_gates: { a: { conditions: [open(1)] }, c: { conditions: [open(9)], block_on_fail: false } }
  }
  await deps.transaction((tx) =>
    tx.execute(sql`insert into config_files (repo_id, path, content, fetched_at, checked_at)
      values (${repoId}, '.service.yml', ${JSON.stringify(content)}::json, now(), now())`)
  )
  await save(repo, { name: 'a', conditions: [open(5)] })
  t.same(
    (await shown(repo))?.gates.map(({ name, source, id }) => [name, source, id === null]),
    [
      ['a', 'database', false],
      ['c', 'file', true]
    ]
  )
  t.match((await evaluate(repo)).results, [
    { name: 'a', result: 'passed' },
    { name: 'c', result: 'passed', block_on_fail: false }
  ])
  t.same(
    await rows(sql`select name from quality_gates where repo_id = ${repoId}`),
    [{ name: 'a' }],
    'nothing is copied into the database'
  )
  await client.DELETE('/api/gates/{owner}/{repo}/{name}', {
    params: { path: { ...pathOf(repo), name: 'a' } }
  })
  t.match((await evaluate(repo)).results, [{ name: 'a', result: 'failed' }, { name: 'c' }])
})

t.test('a waiver lets the result pass without hiding it, and is counted', async (t) => {
  const { repo, repoId } = await repository()
  await save(repo, { name: 'a', conditions: [open(1)] })
  const [waiver] =
    await rows(sql`insert into waivers (repo_id, pillar, scope, reason, granted_by, granted_principal, source,
      created_at, active, live)
    values (${repoId}, 'quality_gates', 'repo', 'a release', 'admin', 'admin', 'api', '2026-01-01', true, true) returning id::int as id`)
  const evaluation = await evaluate(repo, { head_sha: SHA })
  t.match(evaluation, { overall: 'failed', waiver_id: waiver?.['id'], check: { conclusion: 'neutral' } })
  t.match(
    await rows(
      sql`select decision, waiver_id::int as waiver_id from decisions where id = ${evaluation.decision_id}`
    ),
    [{ decision: 'skipped', waiver_id: waiver?.['id'] }]
  )
})

t.test('a check that cannot be posted fails nothing, and says why', async (t) => {
  const { repo, repoId } = await repository()
  await save(repo, { name: 'a', conditions: [open(5)] })
  const { check, overall } = await evaluate(repo, { head_sha: SHA })
  t.equal(overall, 'passed')
  t.match(check, { posted: false, conclusion: 'success', action_id: Number, error: String })
  t.match(await rows(sql`select action_type, source from managed_actions where repo_id = ${repoId}`), [
    { action_type: 'create-check', source: 'quality_gate' }
  ])
  t.match((await evaluate(repo, { head_sha: 'abcdef1' })).check, {
    posted: false,
    action_id: null,
    error: /40 digits/
  })
  for (const head_sha of ['xyz1234', 'abc']) {
    const body = { head_sha }
    const reply = await client.POST('/api/gates/{owner}/{repo}/evaluate', {
      params: { path: pathOf(repo) },
      body
    })
    t.equal(reply.response.status, 400)
  }
})

t.test('the figures are those of the mirror, all of them numbers', async (t) => {
  const { repo, repoId } = await repository()
  await judgeIssue(deps, repoId * 100 + 1, { triageType: 'bug', triagedAt: minute(120) })
  await judgeIssue(deps, repoId * 100 + 3, { duplicateOf: 1 })
  await received(deps, { repoId, repo: `octo-org/${repo}`, count: 3, last: 19 * DAY })
  const run = (id: number, at: number, conclusion: 'success' | 'failure' | 'timed_out' | 'cancelled') =>
    runAt(repoId * 100 + id, at, { conclusion, createdAt: minute(at) })
  await deps.transaction(async (tx) => {
    await mirrorRuns(tx, { repoId }, [run(1, 19 * DAY, 'failure'), run(2, 19 * DAY, 'timed_out')])
    await mirrorRuns(tx, { repoId }, [
      run(3, 19 * DAY, 'success'),
      run(4, 19 * DAY, 'cancelled'),
      run(5, 9 * DAY, 'success')
    ])
    await mirrorPullRequests(tx, { repoId }, [
      pullAt(repoId * 100 + 8, 1, { number: 8, state: 'merged', createdAt: minute(18 * DAY) }),
      pullAt(repoId * 100 + 9, 1, { number: 9, createdAt: minute(5 * DAY) })
    ])
  })
  await healRun(deps, repoId * 100 + 1, { healPrNumber: 8, healedAt: minute(19 * DAY + 180) })
  await healRun(deps, repoId * 100 + 5, { healPrNumber: 9 })
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
  const began = now
  await evaluate(repo)
  now = new Date(now.getTime() + DAY * 60_000)
  await evaluate(repo)
  await deps.transaction((tx) =>
    mirrorIssues(tx, { repoId }, [issueAt(repoId * 100 + 9, 20 * DAY, { number: 9 })])
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
  now = new Date(now.getTime() + DAY * 60_000)
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
  now = began
})

t.test('evaluations at once leave one standing per gate, that of the last of them', async (t) => {
  const { repo, repoId } = await repository()
  await save(repo, { name: 'a', conditions: [open(5)] })
  await Promise.all(Array.from({ length: 8 }, () => evaluate(repo)))
  t.equal((await history(repo))?.total, 8)
  t.equal((await rows(sql`select 1 from gate_standings where repo_id = ${repoId}`)).length, 1)
})
