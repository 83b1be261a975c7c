import t from 'tap'
import { hostWritesOf } from '#demo/world/writes/host-writes.js'
import { loadConfig } from '#services/configuration/resolve.js'
import { branchSubject } from '#services/enforcement/branch-subject.js'
import { judgeSubject } from '#services/enforcement/judge.js'
import { readBranch } from '#services/enforcement/protections.js'
import { repositoryAccessOf } from '#services/mirror/repository-access.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { repoConfigs } from '#tables/configuration/configs.js'
import { startPolicies } from '#test/fixtures/policy-service.js'

t.test('without a policy nothing is written, and nobody is blamed', async (t) => {
  const { run, violations, decisions, written } = await startPolicies(t)
  await run()
  t.same([written, await violations(), await decisions()], [[], [], []])
})

t.test('a branch that falls short is corrected, and counts as mended once the host shows it', async (t) => {
  const { policy, run, violations, decisions, classic, written, client } = await startPolicies(t)
  const { id } = await policy({ required_status_check_contexts: ['build'] })
  t.match(await run(), { message: /all repositories/, scope: 'all', job_id: String, deduplicated: false })
  t.same(written, ['protection of main'])
  t.match(classic(), {
    required_pull_request_reviews: { required_approving_review_count: 1 },
    required_status_checks: { checks: [{ context: 'build' }] },
    enforce_admins: true,
    required_linear_history: true
  })
  t.match(await violations(), [
    {
      policy_id: id,
      repo_full_name: 'octo-org/hello',
      branch: 'main',
      status: 'remediated',
      remediated_by: 'auto',
      action_id: Number,
      violations: [
        { field: 'required_reviews', expected: 1, actual: 0 },
        { field: 'required_status_check_contexts', expected: ['build'], actual: [] },
        { field: 'enforce_admins', expected: true, actual: false },
        { field: 'allow_force_pushes', expected: false, actual: true },
        { field: 'allow_deletions', expected: false, actual: true },
        { field: 'require_linear_history', expected: true, actual: false }
      ]
    }
  ])
  t.match(await decisions(), [
    { decision: 'acted', target_type: 'branch', target_branch: 'main', pillar: 'enforcement' }
  ])
  const rules = await client.GET('/api/maintainer/branch-rules', { params: { query: { compliant: 'true' } } })
  t.match(rules.data?.data, [{ pattern: 'main', compliant: true, violation_ids: [] }])
  await run()
  t.equal(written.length, 1, 'what satisfies the policy is left alone')
})

t.test('what is stricter already stays, and a weaker value of another policy changes nothing', async (t) => {
  const { world, repository, policy, run, classic } = await startPolicies(t)
  world.protectBranch(repository, 'main', {
    required_pull_request_reviews: { required_approving_review_count: 3, require_last_push_approval: true },
    required_status_checks: { strict: true, contexts: ['lint'] },
    required_conversation_resolution: true
  })
  await policy({ name: 'One', min_reviews: 1, enforce_admins: false })
  await policy({ name: 'Two', min_reviews: 2, required_status_check_contexts: ['build'] })
  await run()
  t.match(classic(), {
    required_pull_request_reviews: { required_approving_review_count: 3, require_last_push_approval: true },
    required_status_checks: { strict: true, checks: [{ context: 'lint' }, { context: 'build' }] },
    required_conversation_resolution: true,
    enforce_admins: true
  })
})

t.test('a policy that only reports leaves the protection alone, and opens an issue', async (t) => {
  const { policy, run, violations, decisions, written, client } = await startPolicies(t)
  const { id } = await policy({ mode: 'audit' })
  await run()
  t.same(written, ['new label service-policy-violation', 'issue 1'])
  t.match(await violations({}), [{ status: 'open', policy_mode: 'audit', action_id: null }])
  t.match(await decisions(), [{ decision: 'skipped', reason: /report/ }])
  const shown = await client.GET('/api/enforcement/policies/{id}', { params: { path: { id } } })
  t.match(shown.data, { open_violation_count: 1, matched_repos: 1, matched_branches: [{ branch: 'main' }] })
})

t.test('a dry run, a disabled pillar and a waiver write nothing, and say why', async (t) => {
  const { policy, run, decisions, written, deps, repository, client } = await startPolicies(t)
  await policy()
  await run({ dry_run: true })
  await client.POST('/api/waivers', {
    body: { repo: 'octo-org/hello', pillar: 'enforcement', reason: 'Moving', granted_by: 'mona' }
  })
  await run()
  const overrides = { pillars: { enforcement: { enabled: false } } }
  await deps.db.insert(repoConfigs).values({ repoId: repository.id, overrides, version: 1 })
  await run({ repo: 'octo-org/hello' })
  t.same(written, [])
  t.same(
    (await decisions()).map(({ decision }) => decision),
    ['skipped', 'skipped', 'dry_run']
  )
})

t.test('a suppressed violation stays so until it is lifted or expires', async (t) => {
  const { policy, run, violations, written, client, world } = await startPolicies(t)
  await policy()
  await run({ dry_run: true })
  const [{ id = 0 } = {}] = await violations()
  const suppress = (body: { reason?: string; until?: string; suppressed?: boolean }) =>
    client.POST('/api/enforcement/violations/{id}/suppress', { params: { path: { id } }, body })
  t.match((await suppress({ until: '2001-01-01' })).error, { status: 400, message: /until/ })
  t.match((await suppress({ reason: 'Later' })).data, {
    suppressed: true,
    violation: { status: 'suppressed', suppressed_reason: 'Later' }
  })
  await run()
  t.same(written, [])
  t.match(await violations(), [{ status: 'suppressed' }])
  t.match((await suppress({ suppressed: false })).data, { violation: { status: 'open' } })
  const until = new Date(world.now().getTime() + 86_400_000).toISOString()
  t.match((await suppress({ until })).data, { violation: { suppressed_until: until } })
  world.advance(2 * 86_400_000)
  await run()
  t.same(written, ['protection of main'])
  t.match(await violations(), [{ status: 'remediated', remediated_by: 'auto', suppressed_until: null }])
  t.match((await suppress({})).error, { status: 409, code: 'violation_settled' })
})

t.test('drift is corrected when the host tells of it', async (t) => {
  const { policy, run, violations, world, repository, hear, workAll, written } = await startPolicies(t)
  await policy()
  await run()
  await hear(world.unprotectBranch(repository, 'main'))
  t.same(await workAll(), [])
  t.equal(written.length, 2)
  t.match(await violations(), [{ status: 'remediated', reopen_count: 1, remediated_by: 'auto' }])
})

t.test('what somebody else has mended is not ours', async (t) => {
  const { policy, run, violations, world, repository, hear, workAll, written } = await startPolicies(t)
  await policy({ min_reviews: 1, enforce_admins: false, require_linear_history: false })
  await run({ dry_run: true })
  const reviews = { required_approving_review_count: 1 }
  await hear(world.protectBranch(repository, 'main', { required_pull_request_reviews: reviews }))
  t.same(await workAll(), [])
  t.same(written, [])
  t.match(await violations(), [{ status: 'remediated', remediated_by: 'external' }])
})

t.test('what somebody else mends later is theirs, though the service has mended it before', async (t) => {
  const { policy, run, violations, world, repository, hear, workAll } = await startPolicies(t)
  await policy({ enforce_admins: false })
  await run()
  t.match(await violations(), [{ remediated_by: 'auto' }])
  world.advance(60_000)
  world.unprotectBranch(repository, 'main')
  await run({ dry_run: true })
  t.match(await violations(), [{ status: 'open', reopen_count: 1 }])
  const reviews = { required_approving_review_count: 1 }
  const body = { required_pull_request_reviews: reviews, required_linear_history: true }
  world.advance(60_000)
  await hear(world.protectBranch(repository, 'main', body))
  t.same(await workAll(), [])
  t.match(await violations(), [{ status: 'remediated', remediated_by: 'external' }])
})

t.test('an earlier reading that is judged late changes nothing', async (t) => {
  const { policy, run, violations, world, repository, deps } = await startPolicies(t)
  await policy({ enforce_admins: false, mode: 'audit' })
  const known = await repositoryById(deps.db, repository.id)
  const early = await readBranch(deps, repositoryAccessOf(known), ['main', null])
  if (known.installationId === null || !early || 'failure' in early) throw new Error('the branch is shown')
  world.advance(60_000)
  world.protectBranch(repository, 'main', {
    required_pull_request_reviews: { required_approving_review_count: 1 },
    required_linear_history: true
  })
  await run()
  t.same(await violations(), [])
  const config = await loadConfig(deps, { repoId: repository.id })
  const place = { ...known, installationId: known.installationId }
  const late = { repository: place, config, triggerEvent: 'schedule', isDry: false }
  await deps.transaction((tx) => judgeSubject(deps, tx, late, branchSubject(late, early)))
  t.same(await violations(), [])
})

t.test('a refusal of the host is recorded, and not asked again every hour', async (t) => {
  const { policy, run, violations, decisions, world, repository, fleet, written, client } =
    await startPolicies(t)
  repository.private = true
  world.changePlan(repository)
  await policy()
  await run()
  t.same(written, ['new label service-policy-violation', 'issue 1'], 'the issue says why')
  t.match(await violations(), [{ status: 'open', action_id: Number }])
  const [{ action_id = 0 } = {}] = await violations()
  const action = await client.GET('/api/actions/{id}', { params: { path: { id: action_id ?? 0 } } })
  t.match(action.data, { status: 'blocked', blocked_reason: 'permission_denied' })
  await fleet()
  t.equal((await decisions()).length, 1)
  world.changePlan(repository)
  await run()
  t.match(await violations(), [{ status: 'remediated', remediated_by: 'auto' }])
})

t.test('a correction that waits is dropped once nobody asks for it', async (t) => {
  const { policy, run, violations, world, written, client, workAll } = await startPolicies(t)
  const GET = 'GET /repos/{owner}/{repo}/branches/{branch}/protection'
  const path = { path: { id: (await policy()).id } }
  // Longer than the first retries.
  world.failNext(GET, 20, () => ({ status: 502, body: { message: 'Bad gateway' } }))
  await run()
  t.match(await violations(), [{ status: 'open', action_id: Number }])
  await client.DELETE('/api/enforcement/policies/{id}', { params: path })
  world.advance(3_600_000)
  t.same(await workAll(), [])
  t.same([written, await violations()], [[], []])
})

t.test('somebody who changes it back again and again is not fought', async (t) => {
  const { policy, run, violations, decisions, world, repository, hear, workAll, written } =
    await startPolicies(t)
  await policy()
  await run()
  for (let again = 0; again < 5; again += 1) {
    await hear(world.unprotectBranch(repository, 'main'))
    t.same(await workAll(), [])
  }
  t.equal(written.length, 3)
  t.match(await violations(), [{ status: 'open' }])
  t.match((await decisions())[0], { decision: 'blocked', reason: /somebody else/ })
})

t.test('a branch that is gone has no violation', async (t) => {
  const { policy, run, violations, world, repository } = await startPolicies(t)
  world.addBranch(repository, 'release/1')
  await policy({ branch_pattern: 'release/*', mode: 'audit' })
  await run()
  world.removeBranch(repository, 'release/1')
  await run()
  t.match(await violations(), [{ status: 'remediated', remediated_by: 'external' }])
})

t.test('a repository that is renamed out of reach has no violation', async (t) => {
  const { policy, run, violations, fleet, world, repository, hear } = await startPolicies(t)
  await policy({ repo_filter: 'octo-org/he*', mode: 'audit' })
  await run()
  await hear([world.renameRepository(repository, 'other')].flat())
  await fleet()
  t.match(await violations(), [{ status: 'remediated', remediated_by: 'policy_change' }])
})

t.test('administrators are bound by the protection of the branch itself', async (t) => {
  const { policy, run, world, repository, classic } = await startPolicies(t)
  const reviews = { type: 'pull_request', parameters: { required_approving_review_count: 2 } }
  world.addRuleset(repository, { rules: [reviews] })
  await policy({ min_reviews: 1 })
  await run()
  t.match(classic(), {
    enforce_admins: true,
    required_pull_request_reviews: { required_approving_review_count: 1 }
  })
})

t.test('a branch whose protection the host hides is an error, and not unprotected', async (t) => {
  const { policy, run, violations, decisions, world, repository, written } = await startPolicies(t)
  world.protectBranch(repository, 'main', {})
  world.addBranch(repository, 'next')
  const GET = 'GET /repos/{owner}/{repo}/branches/{branch}/protection'
  world.failNext(GET, 1, () => ({ status: 403, body: { message: 'Upgrade to GitHub Pro' } }))
  await policy()
  await run()
  t.same([written, await violations()], [[], []])
  t.match(await decisions(), [{ decision: 'error', reason: /does not show how main is protected.*Upgrade/ }])
})

t.test('a policy that is narrowed, disabled or deleted leaves nothing open', async (t) => {
  const { policy, run, violations, workAll, client } = await startPolicies(t)
  const { id } = await policy({ mode: 'audit' })
  await run()
  const path = { path: { id } }
  await client.PUT('/api/enforcement/policies/{id}', { params: path, body: { branch_pattern: 'release/*' } })
  t.same(await workAll(), [])
  t.match(await violations(), [{ status: 'remediated', remediated_by: 'policy_change' }])
  t.match((await client.DELETE('/api/enforcement/policies/{id}', { params: path })).data, { deleted: true })
  t.same(await workAll(), [])
  t.same(await violations(), [])
  t.match((await client.GET('/api/enforcement/policies/{id}', { params: path })).error, { status: 404 })
})

t.test('a pattern reaches all branches that it matches, protected or not', async (t) => {
  const { policy, run, violations, world, repository } = await startPolicies(t)
  for (const name of ['release/1', 'release/2', 'topic']) world.addBranch(repository, name)
  await policy({ branch_pattern: 'release/*', mode: 'audit' })
  await policy({ name: 'Gone', branch_pattern: 'nowhere', mode: 'audit' })
  await run()
  t.same((await violations()).map(({ branch }) => branch).sort(), ['release/1', 'release/2'])
})

t.test('people cannot make a branch weaker than an enforced policy', async (t) => {
  const { policy, run, client, classic } = await startPolicies(t)
  await policy({ name: 'Two eyes', min_reviews: 2 })
  await run()
  const put = (body: { required_reviews?: number; allow_force_pushes?: boolean }) =>
    client.PUT('/api/maintainer/branch-rules/{owner}/{repo}/{pattern}', {
      params: { path: { owner: 'octo-org', repo: 'hello', pattern: 'main' } },
      body
    })
  t.match((await put({ required_reviews: 1 })).error, { status: 409, message: /Two eyes.*required_reviews/ })
  t.match((await put({ allow_force_pushes: true })).error, { status: 409 })
  t.match((await put({ required_reviews: 3 })).data, { required_reviews: 3 })
  t.match(classic(), { required_pull_request_reviews: { required_approving_review_count: 3 } })
})

t.test('the figures say what stands, what was mended, and which default branches comply', async (t) => {
  const names = ['octo-org/hello', 'octo-org/open', 'octo-org/free']
  const { policy, run, client } = await startPolicies(t, names)
  await policy({ repo_filter: 'octo-org/hello' })
  await policy({ name: 'Report', repo_filter: 'octo-org/open', mode: 'audit' })
  await policy({ name: 'Off', enabled: false })
  await run()
  t.match((await client.GET('/api/enforcement/stats')).data, {
    violations: {
      total_violations: 2,
      open: 1,
      remediated: 1,
      suppressed: 0,
      auto_remediated: 1,
      repos_affected: 2
    },
    policies: { total: 3, active: 2 },
    config: { total_runs: 0, failed: 0, passed: 0, commits_checked: 0 },
    compliance: { total_repos: 3, compliant: 1, non_compliant: 1, unchecked: 1 }
  })
})

t.test('only repositories that a policy reaches are looked at', async (t) => {
  const names = ['octo-org/hello', 'octo-org/other']
  const { policy, run, repositories } = await startPolicies(t, names)
  await policy({ repo_filter: 'Octo-Org/he*' })
  await run()
  t.same(
    repositories.map((one) => hostWritesOf(one).written),
    [['protection of main'], []]
  )
})

t.test('a branch that a policy names is not asked for where the list of branches tells of it', async (t) => {
  const { policy, run, violations, world } = await startPolicies(t)
  await policy({ name: 'Missing', branch_pattern: 'develop', mode: 'audit' })
  await policy({ name: 'All', branch_pattern: '*', mode: 'audit' })
  world.forgetCounts()
  await run()
  t.match(await violations(), [{ branch: 'main', policy_name: 'All' }])
  t.notOk(world.counts()['GET /repos/{owner}/{repo}/branches/{branch}'])
})
