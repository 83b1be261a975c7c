import { eq } from 'drizzle-orm'
import t from 'tap'
import { DAY_MS, HOUR_MS } from '#domain/time/durations.js'
import { auditEntries } from '#tables/audit/audit-entries.js'
import { decisions } from '#tables/decisions/decisions.js'
import { NETWORK, startHealService, TYPE_ERROR } from '../fixtures/heal-service.js'
import { checkSums } from '../fixtures/recount.js'

t.test('attempts are listed, filtered and counted, each with what was found', async (t) => {
  const healed = await startHealService(t)
  const { client, failed, send, ends, world } = healed
  const passed = failed([{ log: NETWORK }])
  await send(passed)
  await send(ends(passed.run.id, 'success'))
  world.advance(1_000)
  const types = failed([{ log: TYPE_ERROR }], { branch: 'fix/a' })
  await send(types)
  world.advance(1_000)
  const open = failed([{ log: NETWORK }], { branch: 'fix/b' })
  await send(open)
  const list = async (query: object) => {
    const { data } = await client.GET('/api/heal', { params: { query } })
    t.equal(data?.meta.total, data?.data.length, JSON.stringify(query))
    return data?.data.map(({ host_run_id }) => host_run_id)
  }
  const [first, second, third] = [passed.run.id, types.run.id, open.run.id]
  t.same(await list({}), [third, second, first])
  t.same(await list({ status: 'all' }), [third, second, first])
  t.same(await list({ status: 'all', failure_type: 'network' }), [third, first])
  t.same(await list({ status: 'skipped' }), [second])
  t.same(await list({ failure_type: 'network' }), [third, first])
  t.same(await list({ outcome: 'verified' }), [first])
  t.same(await list({ outcome: 'pending', failure_type: 'network' }), [third])
  t.same(await list({ trigger: 'retry' }), [])
  t.same(await list({ pr_status: 'open' }), [])
  t.same(await list({ repo: 'octo-org/hello', status: 'healed' }), [first])
  t.same(await list({ owner: 'nobody' }), [])
  const path = { owner: 'octo-org', repo: 'hello' }
  const { data: own } = await client.GET('/api/heal/{owner}/{repo}', { params: { path, query: {} } })
  t.match(own?.data[1], {
    failure_type: 'type_check',
    skip_reason: 'no_model',
    failing_file: 'src/store/users.ts',
    pr_number: null,
    failing_line: 12,
    files_changed: [],
    branch: 'fix/a',
    repo_full_name: 'octo-org/hello',
    outcome: null
  })
  const unknown = { path: { owner: 'octo-org', repo: 'none' }, query: {} }
  t.equal((await client.GET('/api/heal/{owner}/{repo}', { params: unknown })).response.status, 404)

  const { data: stats } = await client.GET('/api/heal/stats')
  t.match(stats, {
    total: 2,
    healed: 1,
    failed: 0,
    skipped: 1,
    success_rate: 0.5,
    pending: 0,
    attempted: 1,
    flakes: 1,
    prs: { open: 0, merged: 0, closed: 0 },
    repos_healed: 1,
    most_common_failure: 'network',
    by_type: [
      { failure_type: 'network', count: 2, healed: 1, merged: 0 },
      { failure_type: 'type_check', count: 1, healed: 0, merged: 0 }
    ]
  })
  t.equal(stats?.trend.length, 14)
  t.match(stats?.trend.at(-1), { attempts: 3, healed: 1 })
  const { data: lately } = await client.GET('/api/heal/stats', { params: { query: { days: 1 } } })
  t.same(lately, stats)
  world.advance(3 * DAY_MS)
  const { data: none } = await client.GET('/api/heal/stats', { params: { query: { days: 1 } } })
  t.match(none, { total: 0, success_rate: null, repos_healed: 0, most_common_failure: null })
})

t.test('the attempts of a run come in their order, with the run and the lines that matter', async (t) => {
  const { client, failed, send, inject, runOf, healsOf, deeds, deps } = await startHealService(t)
  const broken = failed([{ log: TYPE_ERROR }])
  await send(broken)
  const run = await runOf(broken.run.id)
  const path = { runId: run?.id ?? 0 }
  const asked = await client.POST('/api/ci/{runId}/retry', {
    params: { path },
    body: { reason: 'Once more.' }
  })
  t.equal(asked.response.status, 202)
  t.match(asked.data, { run_id: run?.id, host_run_id: broken.run.id, heal_status: 'pending', job_id: String })
  await send({ events: [] })
  const at = { path: { hostRunId: broken.run.id }, query: {} }
  const { data } = await client.GET('/api/heal/run/{hostRunId}', { params: at })
  t.match(data?.data, [
    { attempt: 1, trigger: 'webhook', requested_by: null },
    { attempt: 2, trigger: 'retry', requested_by: 'api', id: asked.data?.attempt_id, skip_reason: 'no_model' }
  ])
  t.match(data?.data[0]?.extract, [{ job: 'build', from: Number, to: Number, lines: Array }])
  t.match(data?.data[0]?.extract[0]?.lines.join('\n'), /TS2322/)
  t.match(data?.run, { host_run_id: broken.run.id, heal_status: 'skipped', heal_failure_type: 'type_check' })
  t.match(data?.meta, { total: 2, page: 1 })
  t.same(deeds.written, [], 'what was told once is not told again')
  t.equal((await healsOf(broken.run.id)).length, 2)
  const headers = { authorization: 'Bearer test-key-0123456789' }
  t.equal((await inject({ url: '/api/heal/run/nothing', headers })).statusCode, 400)
  t.equal((await inject({ url: '/api/heal/run/999999', headers })).statusCode, 404)
  await checkSums(t, deps)
})

t.test('an attempt that ended before a log was read counts for no type of failure', async (t) => {
  const healed = await startHealService(t)
  const { client, failed, send, configure, deps } = healed
  await configure({ pillars: { ci_healing: { enabled: false } } })
  for (const branch of ['a', 'b']) await send(failed([{ log: NETWORK }], { branch }))
  await configure({ pillars: { ci_healing: { enabled: true } } })
  await send(failed([{ log: NETWORK }], { branch: 'c' }))
  const { data: stats } = await client.GET('/api/heal/stats')
  t.match(stats, { skipped: 2, attempted: 1, most_common_failure: 'network' })
  t.same(stats?.by_type, [{ failure_type: 'network', count: 1, healed: 0, merged: 0 }])
  const { data: none } = await client.GET('/api/heal', { params: { query: { failure_type: 'unknown' } } })
  t.match(none, { data: [], meta: { total: 0 } })
  await checkSums(t, deps)
})

t.test('a run that nobody looked at has no attempts', async (t) => {
  const { client, world, repository, send } = await startHealService(t)
  const { run } = world.createRun(repository)
  await send({ events: world.completeRun(repository, run.id, 'success') })
  const { data } = await client.GET('/api/heal/run/{hostRunId}', {
    params: { path: { hostRunId: run.id }, query: {} }
  })
  t.match(data, { data: [], meta: { total: 0, total_pages: 0 }, run: { host_run_id: run.id } })
})

t.test(
  'a retry is never refused: a second one finds the first, and what stands in the way is told',
  async (t) => {
    const healed = await startHealService(t, { work: false })
    const { client, failed, arrive, world, repository, queue, deps, runOf, send, healsOf } = healed
    t.teardown(() => queue.drain(5_000))
    const broken = failed([{ log: NETWORK }])
    const { run: fine } = world.createRun(repository)
    await arrive([...broken.events, ...world.completeRun(repository, fine.id, 'success')])
    await queue.work(deps)
    await send({ events: [] })
    const retry = async (hostRunId: number) => {
      const path = { runId: (await runOf(hostRunId))?.id ?? 0 }
      return (await client.POST('/api/ci/{runId}/retry', { params: { path } })).data
    }
    const [one, other] = [await retry(broken.run.id), await retry(broken.run.id)]
    t.equal(one?.attempt_id, other?.attempt_id, 'its re-run is under way')
    t.equal(one?.job_id, other?.job_id)
    t.equal(one?.heal_status, 'attempted')
    await retry(fine.id)
    await send({ events: [] })
    t.match(await healsOf(fine.id), [{ trigger: 'retry', status: 'skipped', skipReason: 'run_not_failed' }])
    const path = { runId: 999_999 }
    t.equal((await client.POST('/api/ci/{runId}/retry', { params: { path } })).response.status, 404)
  }
)

t.test('who asks for healing is recorded, in the trail and among the decisions', async (t) => {
  const { client, failed, send, ends, runOf, deps, configure, healsOf } = await startHealService(t)
  await configure({ pillars: { ci_healing: { max_fix_attempts: 0 } } })
  const broken = failed([{ log: NETWORK }])
  await send(broken)
  t.match(await healsOf(broken.run.id), [{ skipReason: 'attempt_cap' }])
  const run = await runOf(broken.run.id)
  const path = { runId: run?.id ?? 0 }
  await client.POST('/api/ci/{runId}/retry', { params: { path }, body: { reason: 'Now.', force: true } })
  await send({ events: [] })
  t.match((await healsOf(broken.run.id))[1], { status: 'attempted', strategy: 'rerun', force: true })
  await send(ends(broken.run.id, 'success'))
  t.match(await runOf(broken.run.id), { healStatus: 'healed' })
  const made = await deps.db
    .select()
    .from(decisions)
    .where(eq(decisions.triggerEvent, 'api.retry'))
    .orderBy(decisions.id)
  t.match(
    made.map(({ source, decision, actor }) => ({ source, decision, actor })),
    [
      { source: 'api', decision: 'acted', actor: 'api' },
      { source: 'ci_heal', decision: 'acted', actor: 'service[bot]' }
    ]
  )
  const entries = await deps.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.category, 'heal'))
    .orderBy(auditEntries.seq)
  t.match(
    entries.map(({ eventType, actor, actorType }) => ({ eventType, actor, actorType })),
    [
      { eventType: 'retry_requested', actor: 'api', actorType: 'human' },
      { eventType: 'rerun', actorType: 'bot' }
    ]
  )
})

t.test('healing by hand is refused where there is nothing to heal or it is forbidden', async (t) => {
  const healed = await startHealService(t)
  const { client, failed, send, ends, runOf, configure, world, repository } = healed
  await configure({ pillars: { ci_healing: { max_fix_attempts: 0 } } })
  const broken = failed([{ log: NETWORK }])
  await send(broken)
  const heal = async (hostRunId: number, body: object = {}) => {
    const path = { runId: (await runOf(hostRunId))?.id ?? 999_999 }
    const { error, data, response } = await client.POST('/api/ci/{runId}/heal', { params: { path }, body })
    return [response.status, error?.code ?? data?.strategy]
  }
  t.same(await heal(1), [404, 'run_not_found'])
  const { run: fine } = world.createRun(repository)
  await send({ events: world.completeRun(repository, fine.id, 'success') })
  t.same(await heal(fine.id), [409, 'run_not_failed'])
  await configure({ pillars: { ci_healing: { enabled: false } } })
  t.same(await heal(broken.run.id), [409, 'pillar_disabled'])
  await configure({})
  const waiver = {
    repo: 'octo-org/hello',
    pillar: 'ci_healing',
    scope: 'repo',
    reason: 'No.',
    granted_by: 'octocat'
  } as const
  const { data: granted } = await client.POST('/api/waivers', { body: waiver })
  t.same(await heal(broken.run.id), [409, 'waived'])
  const id = granted?.data.id ?? 0
  await client.DELETE('/api/waivers/{id}', { params: { path: { id } }, body: { revoked_by: 'octocat' } })
  world.advance(25 * HOUR_MS)
  t.same(await heal(broken.run.id, { strategy: 'rerun' }), [202, 'rerun'])
  await send({ events: [] })
  t.same(await heal(broken.run.id), [409, 'attempt_open'])
  await send(ends(broken.run.id, 'success'))
  t.same(await heal(broken.run.id), [409, 'already_healed'])
})

t.test('somebody may ask for a diagnosis only, for a re-run, or for a dry run', async (t) => {
  const healed = await startHealService(t)
  const { client, failed, send, runOf, healsOf, deeds, configure } = healed
  await configure({ pillars: { ci_healing: { max_fix_attempts: 0 } } })
  const begun = async (log: string, branch: string) => {
    const broken = failed([{ log }], { branch })
    await send(broken)
    return broken.run
  }
  const runs = [await begun(NETWORK, 'a'), await begun(TYPE_ERROR, 'b'), await begun(NETWORK, 'c')]
  await configure({})
  healed.world.advance(25 * HOUR_MS)
  const ways = [{ strategy: 'diagnose' }, { strategy: 'rerun' }, { dry_run: true }] as const
  for (const [nth, body] of ways.entries()) {
    const run = runs[nth]
    const path = { runId: (await runOf(run?.id ?? 0))?.id ?? 0 }
    t.equal((await client.POST('/api/ci/{runId}/heal', { params: { path }, body })).response.status, 202)
    await send({ events: [] })
    const last = (await healsOf(run?.id ?? 0)).at(-1)
    const wanted = [
      { status: 'skipped', skipReason: 'diagnosis_only', failureType: 'network' },
      { status: 'attempted', strategy: 'rerun', failureType: 'type_check' },
      { status: 'skipped', skipReason: 'dry_run' }
    ]
    t.match(last, { trigger: 'manual', requestedBy: 'api', ...wanted[nth] })
    const written = [[`comment on ${run?.headSha}`], [`comment on ${run?.headSha}`, `rerun ${run?.id}`], []]
    t.same([...deeds.written].sort(), written[nth])
  }
})
