import { and, eq } from 'drizzle-orm'
import t, { type Test } from 'tap'
import { fault, refusal } from '#demo/world/faults.js'
import { type Delivery, payloadOf, type WorldOptions } from '#demo/world/world.js'
import { tallyDifference } from '#domain/counters/tally.js'
import { talliesOfBranchRule } from '#domain/mirror/tallies.js'
import { DAY_MS } from '#domain/time/durations.js'
import { applyEvent } from '#services/deliveries/handle.js'
import { changeTallied } from '#store/counters/tallies.js'
import { branchRules } from '#tables/mirror/branch-rules.js'
import { startSyncService } from '#test/fixtures/sync-service.js'

const PROTECTION = 'GET /repos/{owner}/{repo}/branches/{branch}/protection'
const RULES = 'GET /repos/{owner}/{repo}/rules/branches/{branch}'

async function begin(t: Test, options: WorldOptions = {}) {
  const synced = await startSyncService(t, options)
  const { world, client, deps } = synced
  const { installation } = world.createInstallation('octo-org')
  const { repository } = world.createRepository('octo-org/hello', { installation })
  const listed = async (query: Record<string, string> = {}) => {
    const { data } = await client.GET('/api/maintainer/branch-rules', { params: { query } })
    t.equal(data?.meta.total, data?.data.length, `the total of ${JSON.stringify(query)}`)
    return data?.data ?? []
  }
  const params = { params: { path: { owner: 'octo-org', repo: 'hello' } } }
  const partNow = async () => {
    const { data } = await client.GET('/api/repos/{owner}/{repo}', params)
    return data?.sync.parts.find(({ part }) => part === 'branch_rules')
  }
  /** Handles events, and runs the syncs that they ask for. */
  async function hear(deliveries: readonly Delivery[]): Promise<string[]> {
    for (const delivery of deliveries) {
      const event = deps.host.eventOf(delivery.event, payloadOf(delivery))
      if (!event) throw new Error(`${delivery.event} means nothing`)
      const context = { deps, at: world.now(), isOvertaken: false }
      const about = { delivery: { row: 0, event: delivery.event } }
      await deps.transaction((tx) => applyEvent({ ...context, ...about, tx }, event))
    }
    return synced.work()
  }
  return { ...synced, installation, repository, listed, partNow, hear }
}

const names = (rules: readonly { pattern: string }[]) => rules.map(({ pattern }) => pattern)

t.test(
  'the protection of a branch and its rulesets hold together, the strictest in each field',
  async (t) => {
    const { world, repository, sync, listed } = await begin(t)
    world.protectBranch(repository, 'main', {
      required_status_checks: { strict: true, contexts: ['build'] },
      required_pull_request_reviews: { required_approving_review_count: 1, dismiss_stale_reviews: true },
      restrictions: { users: ['octocat'], teams: ['core'], apps: ['ship'] },
      enforce_admins: true,
      required_signatures: true,
      allow_force_pushes: true,
      allow_deletions: true
    })
    world.addRuleset(repository, {
      rules: [
        { type: 'deletion' },
        { type: 'required_linear_history' },
        {
          type: 'pull_request',
          parameters: { required_approving_review_count: 2, require_code_owner_review: true }
        },
        {
          type: 'required_status_checks',
          parameters: { required_status_checks: [{ context: 'audit', integration_id: 15368 }] }
        }
      ]
    })
    world.addRuleset(repository, { rules: [{ type: 'non_fast_forward' }], enforcement: 'evaluate' })
    t.same(await sync(), [])
    const [rule] = await listed()
    t.match(rule, {
      repo_id: repository.id,
      pattern: 'main',
      required_reviews: 2,
      dismiss_stale_reviews: true,
      require_code_owner_reviews: true,
      require_status_checks: true,
      required_status_checks: ['audit', 'build'],
      require_up_to_date_branch: true,
      enforce_admins: true,
      restrict_pushes: true,
      push_allowlist: ['app:ship', 'octocat', 'team:core'],
      allow_force_pushes: true,
      allow_deletions: false,
      require_signed_commits: true,
      require_linear_history: true,
      compliant: null,
      last_checked_at: null,
      violation_ids: null,
      host_rule_id: null,
      synced_at: world.now().toISOString(),
      repo_full_name: 'octo-org/hello',
      repo_owner: 'octo-org',
      repo_name: 'hello'
    })
  }
)

t.test(
  'a branch that only a ruleset protects has its id, and nothing says that it binds admins',
  async (t) => {
    const { world, repository, sync, listed } = await begin(t)
    const rules = [{ type: 'update' }, { type: 'non_fast_forward' }]
    const { ruleset } = world.addRuleset(repository, { rules })
    t.same(await sync(), [])
    t.match(await listed(), [
      {
        pattern: 'main',
        host_rule_id: ruleset.id,
        required_reviews: 0,
        require_status_checks: false,
        enforce_admins: false,
        restrict_pushes: true,
        push_allowlist: [],
        allow_force_pushes: false,
        allow_deletions: true
      }
    ])
  }
)

t.test('any name of a branch reaches the host as it is, and all pages are read', async (t) => {
  const { world, repository, sync, listed } = await begin(t, { mostPerPage: 2 })
  const branches = ['a/b/c', 'release/1?x=1', 'fix#12', '50%25', 'größe/ü', 'Zeta', 'alpha']
  for (const branch of branches) {
    world.addBranch(repository, branch)
    const contexts = [branch]
    world.addRuleset(repository, {
      include: [`refs/heads/${branch}`],
      rules: [
        { type: 'deletion' },
        { type: 'required_linear_history' },
        {
          type: 'required_status_checks',
          parameters: { required_status_checks: contexts.map((context) => ({ context })) }
        }
      ]
    })
  }
  for (const branch of branches.slice(0, 5)) world.protectBranch(repository, branch)
  world.addBranch(repository, 'open')
  t.same(await sync(), [])
  const rules = await listed()
  t.same(names(rules), [...branches].sort())
  for (const rule of rules) t.same(rule.required_status_checks, [rule.pattern])
})

t.test('a rule that is removed on the host is gone within a day, without an event', async (t) => {
  const { world, repository, sync, listed, partNow } = await begin(t)
  world.protectBranch(repository, 'main')
  world.protectBranch(repository, 'next')
  world.protectBranch(repository, 'old')
  t.same(await sync(), [])
  t.same(names(await listed()), ['main', 'next', 'old'])
  world.unprotectBranch(repository, 'next')
  world.removeBranch(repository, 'old')
  t.same(await sync(), [])
  t.equal((await listed()).length, 3, 'once a day is enough')
  world.advance(DAY_MS)
  t.same(await sync(), [])
  t.same(names(await listed()), ['main'])
  t.match(await partNow(), { seen: 1, changed: 0, gone: 2, refusal: null })
})

t.test('each event about protections brings the change at once', async (t) => {
  const { world, repository, sync, listed, hear } = await begin(t)
  world.protectBranch(repository, 'main', { required_linear_history: true })
  t.same(await sync(), [])
  const [before] = await listed()
  const reviews = { required_approving_review_count: 3 }
  t.same(await hear(world.protectBranch(repository, 'main', { required_pull_request_reviews: reviews })), [])
  t.match(await listed(), [{ id: before?.id, required_reviews: 3, require_linear_history: false }])
  const { ruleset, events } = world.addRuleset(repository, { rules: [{ type: 'required_linear_history' }] })
  t.same(await hear(events), [])
  t.match(await listed(), [{ required_reviews: 3, require_linear_history: true }])
  t.same(await hear(world.switchProtections(repository)), [])
  t.match(await listed(), [{ required_reviews: 0, host_rule_id: ruleset.id }])
  t.same(await hear(world.removeRuleset(repository, ruleset)), [])
  t.same(await listed(), [])
})

t.test('reading an unchanged repository again transfers nothing', async (t) => {
  const { world, repository, sync, listed, hear, partNow } = await begin(t)
  const events = ['main', 'release/1'].flatMap((branch) => world.protectBranch(repository, branch))
  world.addRuleset(repository, { rules: [{ type: 'deletion' }] })
  t.same(await sync(), [])
  const before = await listed()
  const { asked, confirmed } = world.fake
  const from = asked.length
  world.advance(60_000)
  t.same(await hear(events.slice(0, 1)), [])
  const again = asked.slice(from).filter(({ path }) => path.includes('/branches'))
  t.equal(again.length, 5, 'the list, and two of each branch')
  t.same(
    again.filter((one) => !confirmed.includes(one)),
    []
  )
  t.match(await partNow(), { seen: 2, changed: 0, gone: 0 })
  const after = await listed()
  t.same(
    after,
    before.map((rule) => ({ ...rule, synced_at: world.now().toISOString() }))
  )
})

t.test('a plan without protections is told as a refusal, and keeps what was known', async (t) => {
  const { world, repository, sync, listed, partNow, stateOf } = await begin(t)
  world.fill(repository, { issues: 2 })
  world.protectBranch(repository, 'main', { required_linear_history: true })
  t.same(await sync(), [])
  world.privatiseRepository(repository)
  world.changePlan(repository)
  world.advance(DAY_MS)
  t.same(await sync(), [])
  t.match(await stateOf(repository.id), { status: 'idle', lastError: null })
  t.match(await partNow(), { refusal: /Upgrade to GitHub Pro or make this repository public/ })
  t.match(await listed(), [{ pattern: 'main', require_linear_history: true }])
  world.forgetCounts()
  t.same(await sync(), [])
  t.equal(world.count(PROTECTION), 0, 'it is not asked again on the same day')
  world.changePlan(repository)
  world.unprotectBranch(repository, 'main')
  world.advance(DAY_MS)
  t.same(await sync(), [])
  t.match(await partNow(), { refusal: null })
  t.same(await listed(), [])
})

t.test('an error is never read as a branch without protection', async (t) => {
  const { world, repository, sync, listed, partNow, stateOf } = await begin(t)
  world.protectBranch(repository, 'main')
  world.addRuleset(repository, { rules: [{ type: 'required_linear_history' }] })
  t.same(await sync(), [])
  const failing = [
    [PROTECTION, fault.broken(500)],
    [PROTECTION, () => refusal(404, 'Branch not found')],
    [PROTECTION, () => ({ body: [] })],
    [RULES, fault.broken(502)],
    [RULES, () => ({ body: { message: 'soon' } })]
  ] as const
  for (const [route, fail] of failing) {
    world.advance(DAY_MS)
    world.failNext(route, 20, fail)
    t.equal((await sync()).length, 1, route)
    t.match(await stateOf(repository.id), { status: 'failed', lastError: /^branch_rules: / })
    t.match(await listed(), [{ pattern: 'main', require_linear_history: true }])
    world.mend()
    t.same(await sync(), [])
  }
  world.advance(DAY_MS)
  world.failNext(PROTECTION, 1, () => refusal(404, 'Not Found'))
  t.same(await sync(), [], 'a resource that is hidden is a refusal')
  t.match(await partNow(), { refusal: /404/ })
  t.equal((await listed()).length, 1)
})

t.test('what enforcement found about a rule survives the next reading', async (t) => {
  const { world, deps, repository, sync, listed, hear } = await begin(t)
  const events = ['main', 'next'].flatMap((branch) => world.protectBranch(repository, branch))
  t.same(await sync(), [])
  const lastCheckedAt = world.now()
  await deps.transaction((tx) =>
    changeTallied(tx, async (tallied) => {
      await tallied
        .update(branchRules)
        .set({ compliant: false, lastCheckedAt, violationIds: [7, 9] })
        .where(and(eq(branchRules.repoId, repository.id), eq(branchRules.pattern, 'main')))
      const [from, to] = [{ compliant: null }, { compliant: false }]
      const tallies = tallyDifference(talliesOfBranchRule(from), talliesOfBranchRule(to))
      return [{ repoId: repository.id, tallies }]
    })
  )
  world.protectBranch(repository, 'main', { enforce_admins: true })
  t.same(await hear(events.slice(0, 1)), [])
  const found = {
    pattern: 'main',
    enforce_admins: true,
    compliant: false,
    violation_ids: [7, 9],
    last_checked_at: lastCheckedAt.toISOString()
  }
  t.match(await listed({ compliant: 'false' }), [found])
  t.same(names(await listed({ compliant: 'unknown' })), ['next'])
  t.same(await listed({ compliant: 'true' }), [])
  world.unprotectBranch(repository, 'main')
  t.same(await hear(events.slice(0, 1)), [])
  t.same(await listed({ compliant: 'false' }), [])
})

t.test('more branches than one lease covers are read in one turn', async (t) => {
  const { world, repository, sync, listed } = await begin(t)
  for (let at = 0; at < 45; at += 1) world.protectBranch(repository, `b${at}`)
  t.same(await sync(), [])
  t.equal((await listed({ per_page: '100' })).length, 45)
})

t.test('a renamed repository has its new place in the list, and a deleted one none', async (t) => {
  const { world, installation, repository, sync, listed, hear } = await begin(t)
  const { repository: other } = world.createRepository('octo-org/MIDDLE', { installation })
  for (const one of [repository, other]) world.protectBranch(one, 'main')
  t.same(await sync(), [])
  const repos = async () => (await listed()).map(({ repo_full_name }) => repo_full_name)
  t.same(await repos(), ['octo-org/hello', 'octo-org/MIDDLE'])
  t.same(await hear(world.renameRepository(repository, 'Zeta')), [])
  t.same(await repos(), ['octo-org/MIDDLE', 'octo-org/Zeta'])
  t.same(await hear(world.deleteRepository(other)), [])
  t.same(await repos(), ['octo-org/Zeta'])
})

t.test('a repository that another replaces leaves no rules behind', async (t) => {
  const { world, client, installation, repository, sync, listed } = await begin(t)
  const { repository: orphan } = world.createRepository('octo-org/old', { installation })
  world.protectBranch(orphan, 'main')
  world.protectBranch(orphan, 'old')
  world.protectBranch(repository, 'main', { enforce_admins: true })
  t.same(await sync(), [])
  t.equal((await listed()).length, 3)
  world.deleteRepository(orphan)
  const body = { orphan: 'octo-org/old', live: 'octo-org/hello', confirm_low_confidence: true }
  const { data } = await client.POST('/api/transfers/reconcile/merge', { body })
  t.match(data, { status: 'merged' })
  t.match(await listed(), [{ repo_full_name: 'octo-org/hello', pattern: 'main', enforce_admins: true }])
})
