import t from 'tap'
import { refusal } from '#demo/world/faults.js'
import { HOUR_MS } from '#domain/time/durations.js'
import { repoConfigs } from '#tables/configuration/configs.js'
import { startPolicies } from '#test/fixtures/policy-service.js'
import { startReconciler } from '#test/fixtures/reconcile-service.js'

async function startTracked(t: Parameters<typeof startPolicies>[0]) {
  const service = await startPolicies(t)
  const { repository, written } = service
  return {
    ...service,
    /** State and text of the issues of the repository. */
    tracked: () =>
      [...repository.issues.values()].map(({ state, title, body }) => ({ state, title, body: body ?? '' })),
    /** What was written since the last call. */
    since: () => written.splice(0)
  }
}

t.test('a violation of a policy that only reports has one issue, until the branch complies', async (t) => {
  const { policy, run, world, repository, tracked, since } = await startTracked(t)
  await policy({ mode: 'audit', name: 'Two | eyes', min_reviews: 2 })
  await run()
  t.same(since(), ['new label service-policy-violation', 'issue 1'])
  const [issue] = tracked()
  t.match(issue, { state: 'open', title: 'Branch main breaks the policy Two | eyes' })
  t.match(issue?.body, /\| `required_reviews` \| `2` \| `0` \|/)
  t.match(issue?.body, /This policy only reports/)
  await run()
  t.same(since(), [], 'nothing is new')
  world.protectBranch(repository, 'main', {
    required_pull_request_reviews: { required_approving_review_count: 1 }
  })
  await run()
  t.same(since(), ['edit issue 1'])
  t.match(tracked(), [{ body: /\| `required_reviews` \| `2` \| `1` \|/ }])
  world.protectBranch(repository, 'main', {
    required_pull_request_reviews: { required_approving_review_count: 2 },
    enforce_admins: true,
    required_linear_history: true
  })
  await run()
  t.same(since(), ['close issue 1'])
  world.unprotectBranch(repository, 'main')
  await run()
  t.same(since(), ['edit issue 1'], 'it is opened again, and there is no second one')
  t.match(tracked(), [{ state: 'open' }])
})

t.test('a violation that is corrected has no issue', async (t) => {
  const { policy, run, tracked } = await startTracked(t)
  await policy()
  await run()
  t.same(tracked(), [])
})

t.test('where the correction is not possible, the issue says why', async (t) => {
  const { policy, run, world, repository, tracked, workAll } = await startTracked(t)
  await policy()
  repository.private = true
  world.changePlan(repository)
  await run()
  t.same(await workAll(), [])
  t.match(tracked(), [{ state: 'open', body: /The service could not correct it: .+/ }])
})

t.test('accepting a violation, and narrowing or deleting its policy, closes the issue', async (t) => {
  const { policy, run, violations, tracked, workAll, client } = await startTracked(t)
  const { id } = await policy({ mode: 'audit' })
  await run()
  const [violation] = await violations()
  const path = { id: violation?.id ?? 0 }
  const suppress = (suppressed: boolean) =>
    client.POST('/api/enforcement/violations/{id}/suppress', { params: { path }, body: { suppressed } })
  await suppress(true)
  t.same(await workAll(), [])
  t.match(tracked(), [{ state: 'closed' }])
  await suppress(false)
  t.same(await workAll(), [])
  t.match(tracked(), [{ state: 'open' }])
  await client.PUT('/api/enforcement/policies/{id}', { params: { path: { id } }, body: { enabled: false } })
  t.same(await workAll(), [])
  t.match(tracked(), [{ state: 'closed' }])
  await client.PUT('/api/enforcement/policies/{id}', { params: { path: { id } }, body: { enabled: true } })
  await run()
  t.match(tracked(), [{ state: 'open' }])
  await client.DELETE('/api/enforcement/policies/{id}', { params: { path: { id } } })
  t.same(await workAll(), [])
  t.match(tracked(), [{ state: 'closed' }])
})

t.test('a dry run, and a repository that has turned enforcement off, open no issue', async (t) => {
  const { policy, run, tracked, deps, repository } = await startTracked(t)
  await policy({ mode: 'audit' })
  await run({ dry_run: true })
  t.same(tracked(), [])
  await deps.db.insert(repoConfigs).values({
    repoId: repository.id,
    overrides: { pillars: { enforcement: { enabled: false } } },
    version: 1
  })
  await run()
  t.same(tracked(), [])
})

t.test('each branch that a pattern reaches has its own issue, and all of them are closed', async (t) => {
  const { policy, run, world, repository, tracked, workAll, client } = await startTracked(t)
  for (const name of ['release/1', 'release/2']) world.addBranch(repository, name)
  const { id } = await policy({ mode: 'audit', branch_pattern: 'release/*' })
  await run()
  t.same(
    tracked().map(({ state, title }) => `${state} ${title}`),
    ['1', '2'].map((name) => `open Branch release/${name} breaks the policy Protected`)
  )
  await client.DELETE('/api/enforcement/policies/{id}', { params: { path: { id } } })
  t.same(await workAll(), [])
  t.match(tracked(), [{ state: 'closed' }, { state: 'closed' }])
})

t.test('an issue that is not possible is asked for once a day', async (t) => {
  const { policy, run, world, repository, client } = await startTracked(t)
  const asked = async () => {
    const { data } = await client.GET('/api/actions', { params: { query: { action_type: 'track-issue' } } })
    return data?.data.map(({ status }) => status)
  }
  world.failNext('GET /repos/{owner}/{repo}/issues', 1_000, () => ({
    status: 410,
    body: { message: 'Issues are disabled for this repo' }
  }))
  await policy({ mode: 'audit' })
  await run()
  t.same(await asked(), ['blocked'])
  await run()
  t.same(await asked(), ['blocked'])
  world.advance(25 * HOUR_MS)
  await run()
  t.same(await asked(), ['blocked', 'blocked'])
  world.mend()
  t.equal(repository.issues.size, 0)
})

t.test('an issue that a person has closed stays so while a correction is tried again', async (t) => {
  const { policy, run, world, repository, since, tracked } = await startTracked(t)
  await policy()
  repository.private = true
  world.changePlan(repository)
  await run()
  t.same(since(), ['new label service-policy-violation', 'issue 1'])
  for (const issue of repository.issues.values()) issue.state = 'closed'
  world.advance(8 * 24 * HOUR_MS)
  await run()
  t.same(since(), [])
  t.match(tracked(), [{ state: 'closed' }])
})

t.test('a correction that another action makes has no issue', async (t) => {
  const { configure, policy, ask, client, workReconciler, written, repository } = await startReconciler(t)
  await policy({ min_reviews: 2 })
  await configure({ baseline: { protection: { require_status_checks: true } } })
  await ask({ repo: 'octo-org/hello' })
  t.same(await workReconciler(['reconciler']), [])
  await client.POST('/api/enforcement/run', { body: {} })
  t.same(await workReconciler(['enforcement']), [])
  t.same(await workReconciler(['reconciler', 'enforcement', 'action']), [])
  t.same([written, repository.issues.size], [['protection of main'], 0])
})

t.test('an issue that a dry run left open is closed after it', async (t) => {
  const { policy, run, violations, tracked, workAll, client, deps, repository, world } = await startTracked(t)
  await policy({ mode: 'audit' })
  await run()
  const overrides = { settings: { dry_run: true } }
  await deps.db.insert(repoConfigs).values({ repoId: repository.id, overrides, version: 1 })
  const [violation] = await violations()
  await client.POST('/api/enforcement/violations/{id}/suppress', {
    params: { path: { id: violation?.id ?? 0 } },
    body: { suppressed: true }
  })
  t.same(await workAll(), [])
  t.match(tracked(), [{ state: 'open' }])
  await deps.db.delete(repoConfigs)
  world.advance(25 * HOUR_MS)
  await run()
  t.match(tracked(), [{ state: 'closed' }])
})

t.test(
  'two violations that are tracked at the same time share the label that one of them creates',
  async (t) => {
    const { policy, run, world, tracked } = await startTracked(t)
    await policy({ mode: 'audit' })
    // The host has the label by the time it refuses to create it.
    world.failNext('POST /repos/{owner}/{repo}/labels', 1, () => refusal(422, 'Validation Failed'))
    await run()
    t.match(tracked(), [{ state: 'open' }])
  }
)

t.test(
  "the issue of a violation is nobody's report: it is not triaged, nor compared with others",
  async (t) => {
    const { world, repository, hear, waiting, client } = await startTracked(t)
    // Once the file is known to have no rules, nothing waits for them.
    await client.GET('/api/config/{owner}/{repo}', { params: { path: { owner: 'octo-org', repo: 'hello' } } })
    const label = { id: 900, name: 'service-policy-violation', color: 'e11d48' }
    const about = () => waiting(['triage', 'duplicates'])
    await hear(world.createIssue(repository, { title: 'Broken', labels: [label] }).events)
    t.same(await about(), [])
    await hear(world.createIssue(repository, { title: 'Broken' }).events)
    t.equal((await about()).length, 2, 'as those of people are')
  }
)
