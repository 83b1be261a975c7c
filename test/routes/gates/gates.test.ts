import { sql } from 'drizzle-orm'
import t from 'tap'
import { open, SHA, startGated } from '../fixtures/gated.js'

const service = await startGated()
t.teardown(() => service.close())
service.test.leaveWrongSums('a waiver is made up, without what it counts for')
const { client, deps, inject, repository, save, evaluate, shown, history, fleet, rows, pathOf } = service

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
  const cases: [object, string][] = [
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
      headers: { authorization: 'Bearer test-key-0123456789' },
      payload
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
      headers: { authorization: 'Bearer test-key-0123456789' },
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
  const params = { path: pathOf(repo) }
  const { response } = await client.POST('/api/gates/{owner}/{repo}/evaluate', { params })
  t.equal(response.status, 200, 'also without a body')
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
  await save(repo, { name: 'z', conditions: [open(5)] })
  await save(repo, { name: 'y', conditions: [open(5)], is_default: true })
  t.same(
    (await shown(repo))?.gates.map(({ name }) => name),
    ['y', 'a', 'c', 'z'],
    'wherever they were made'
  )
  for (const name of ['y', 'z'])
    await client.DELETE('/api/gates/{owner}/{repo}/{name}', { params: { path: { ...pathOf(repo), name } } })
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
  await deps.transaction((tx) =>
    tx.execute(sql`update config_files set content = '{}' where repo_id = ${repoId}`)
  )
  await evaluate(repo)
  t.same(await rows(sql`select 1 from gate_standings where repo_id = ${repoId}`), [], 'the last has gone')
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
    error: /of 40 or 64 hexadecimal digits/
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
