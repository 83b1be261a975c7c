import t from 'tap'
import { repoConfigs } from '#tables/configuration/configs.js'
import { startPolicies } from '#test/fixtures/policy-service.js'

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
