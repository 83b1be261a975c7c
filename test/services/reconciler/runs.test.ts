import t from 'tap'
import { fault } from '#demo/world/faults.js'
import { startReconciler } from '#test/fixtures/reconcile-service.js'

const shared = await startReconciler(t)
const PROTECTION = 'GET /repos/{owner}/{repo}/branches/{branch}/protection'
const SETUP = {
  protection: { min_reviews: 1, block_force_pushes: true },
  labels: { bug: 'd73a4a', docs: '0075ca' },
  settings: { has_wiki: false, delete_branch_on_merge: true }
}
const ALL_MISSING = [
  'branch_protection.missing',
  'label.missing.bug',
  'label.missing.docs',
  'settings.has_wiki',
  'settings.delete_branch_on_merge'
]

t.test('with nothing configured nothing is desired, asked of the host or written', async (t) => {
  const { reconcile, tick, stateOf, written, decided, world } = shared
  await shared.fresh()
  world.forgetCounts()
  t.match(await reconcile(), { status: 'completed', repos_checked: 1, repos_synced: 1, writes_planned: 0 })
  await tick()
  t.match(await stateOf(), { in_sync: true, drift_fields: [], desired_state: { protection: [] } })
  t.same([written, await decided()], [[], []])
  const asked = Object.keys(world.counts()).filter((route) => /branches|labels|rules/.test(route))
  t.same(asked, [])
})

t.test('a repository is brought to the baseline, and in sync once the host shows it', async (t) => {
  const service = shared
  await shared.fresh()
  const { configure, reconcile, stateOf, written, classic, settings, repository, decided, client } = service
  await configure({ baseline: SETUP })
  t.match(await reconcile(), {
    triggered_by: 'manual',
    scope: 'fleet',
    status: 'completed',
    repos_checked: 1,
    repos_drifted: 1,
    repos_corrected: 1,
    repos_failed: 0,
    writes_planned: 4,
    duration_ms: Number
  })
  t.same([...written].sort(), [
    'new label bug',
    'new label docs',
    'protection of main',
    'settings has_wiki delete_branch_on_merge'
  ])
  t.match(classic(), { required_pull_request_reviews: { required_approving_review_count: 1 } })
  t.match(settings, { has_wiki: false, delete_branch_on_merge: true, has_projects: true })
  t.same(repository.labels.map(({ name, color }) => [name, color]).sort(), Object.entries(SETUP.labels))
  t.match(await stateOf(), { id: Number, in_sync: true, drift_fields: [], diff: [], last_error: null })
  const [decision] = await decided()
  t.match(decision, { decision: 'acted', source: 'trust', target_type: 'repo', action_ids: { length: 3 } })
  const replayed = await client.POST('/api/decisions/{id}/replay', {
    params: { path: { id: decision?.id ?? 0 } }
  })
  t.match(replayed.data, { same: true })
  await reconcile({ repo: 'octo-org/hello' })
  t.equal(written.length, 4, 'what is as desired is left alone')
})

t.test('what is stricter already stays, and what nobody names is not touched', async (t) => {
  const { configure, reconcile, stateOf, world, repository, written, settings, classic } = shared
  await shared.fresh()
  const strict = {
    required_pull_request_reviews: { required_approving_review_count: 3 },
    required_status_checks: { strict: true, contexts: ['lint'] },
    restrictions: { users: ['mona'], teams: [], apps: [] },
    allow_deletions: true
  }
  world.protectBranch(repository, 'main', strict)
  repository.labels.push({ id: 1, name: 'Bug', color: 'D73A4A' }, { id: 2, name: 'old', color: 'ffffff' })
  settings.has_issues = false
  const baseline = {
    protection: { min_reviews: 1, require_status_checks: false, enforce_admins: false },
    labels: { bug: 'd73a4a' }
  }
  await configure({ baseline })
  t.match(await reconcile(), { repos_synced: 1, repos_drifted: 0 })
  t.same(written, [])
  await configure({ baseline: { ...baseline, protection: { block_deletions: true } } })
  t.match(await reconcile(), { repos_corrected: 1 })
  t.same(written, ['protection of main'])
  t.match(classic(), {
    required_pull_request_reviews: { required_approving_review_count: 3 },
    required_status_checks: { strict: true, checks: [{ context: 'lint' }] },
    restrictions: { users: ['mona'] },
    allow_deletions: false
  })
  t.match(await stateOf(), { in_sync: true })
})

t.test('a read that fails is no missing protection: nothing is written, and the run says so', async (t) => {
  const { configure, reconcile, stateOf, states, world, repository, written, decided } = shared
  await shared.fresh()
  world.protectBranch(repository, 'main', { required_status_checks: { strict: true, contexts: ['lint'] } })
  await configure({ baseline: SETUP })
  world.failNext(PROTECTION, 1, () => ({ status: 403, body: { message: 'Resource not accessible' } }))
  t.match(await reconcile(), { status: 'completed', repos_checked: 1, repos_failed: 1, repos_drifted: 0 })
  t.match(await stateOf(), { last_error: /does not show how main is protected/ })
  world.failNext('GET /repos/{owner}/{repo}/labels', 20, fault.broken())
  t.match(await reconcile(), { repos_failed: 1 })
  t.same(written, [])
  t.match((await states()).data, [{ last_error: String }])
  t.match(await decided(), [{ decision: 'error' }, { decision: 'error' }])
  world.mend()
  t.match(await reconcile(), { repos_corrected: 1 })
  t.match(await stateOf(), { in_sync: true, last_error: null })
})

t.test('policies that only report, and suppressed violations, are drift and are not corrected', async (t) => {
  const { policy, reconcile, run, stateOf, written, client, decided, violations } = await startReconciler(t)
  const rules = { enforce_admins: false, block_force_pushes: false, block_deletions: false }
  const audit = await policy({ ...rules, name: 'Report', mode: 'audit', min_reviews: 2 })
  t.match(await reconcile(), { repos_drifted: 1, repos_corrected: 0, writes_planned: 0 })
  t.match(await stateOf(), { in_sync: false, drift_fields: ['branch_protection.missing'] })
  t.match(await decided(), [{ decision: 'skipped', reason: /report/ }])
  await policy({ ...rules, name: 'Elsewhere', branch_pattern: 'release/**', require_signed_commits: true })
  const { id } = await policy({ ...rules, name: 'Accepted', min_reviews: 3 })
  await run({ dry_run: true })
  const open = (await violations()).find(({ policy_id }) => policy_id === id)
  await client.POST('/api/enforcement/violations/{id}/suppress', {
    params: { path: { id: open?.id ?? 0 } },
    body: { reason: 'Later' }
  })
  await reconcile()
  t.same(written, [])
  await policy({ ...rules, name: 'Enforced', min_reviews: 1, require_linear_history: false })
  t.match(await reconcile(), { repos_drifted: 1, repos_corrected: 0, writes_planned: 1 })
  t.same(written, ['protection of main'])
  t.match(await stateOf(), {
    drift_fields: ['branch_protection.required_reviews', 'branch_protection.require_linear_history'],
    diff: [
      { field: 'branch_protection.required_reviews', desired: 3, observed: 1, policy_ids: [id] },
      { desired: true, observed: false, policy_ids: [audit.id, id] }
    ]
  })
})

t.test('a preview, an excluded repository, a waiver and a disabled pillar write nothing', async (t) => {
  const { configure, reconcile, stateOf, skip, written, decided, client } = await startReconciler(t)
  await configure({ baseline: SETUP })
  t.match(await reconcile({ dry_run: true }), {
    dry_run: true,
    repos_drifted: 1,
    repos_corrected: 0,
    writes_planned: 4
  })
  t.match(await stateOf(), { in_sync: false, drift_fields: ALL_MISSING })
  await configure({ baseline: SETUP, settings: { dry_run: true } })
  t.match(await reconcile(), { dry_run: false, writes_planned: 4, repos_corrected: 0 })
  t.match((await skip(true)).data, { reconcile_skip: true, in_sync: false })
  await configure({ baseline: SETUP })
  t.match(await reconcile(), { repos_drifted: 1, writes_planned: 0 })
  await skip(false)
  await client.POST('/api/waivers', {
    body: { repo: 'octo-org/hello', pillar: 'enforcement', reason: 'Moving', granted_by: 'mona' }
  })
  await reconcile()
  await configure({ baseline: SETUP, pillars: { enforcement: { enabled: false } } })
  await reconcile()
  t.same(written, [])
  t.same(
    (await decided()).map(({ decision }) => decision),
    ['skipped', 'skipped', 'skipped', 'dry_run', 'dry_run']
  )
})

t.test(
  'one correction that fails leaves the repository out of sync, whatever else was corrected',
  async (t) => {
    const { configure, reconcile, stateOf, settings, written } = shared
    await shared.fresh()
    const wished = { allow_merge_commit: false, allow_squash_merge: false }
    await configure({ baseline: { ...SETUP, settings: wished } })
    settings.allow_rebase_merge = false
    t.match(await reconcile(), { status: 'completed', repos_drifted: 1, repos_corrected: 0, repos_failed: 1 })
    t.same([...written].sort(), ['new label bug', 'new label docs', 'protection of main'])
    t.match(await stateOf(), {
      in_sync: false,
      drift_fields: ['settings.allow_squash_merge', 'settings.allow_merge_commit'],
      last_error: /at least one merge strategy/
    })
    settings.allow_rebase_merge = true
    t.match(await reconcile(), { repos_corrected: 1, repos_failed: 0 })
    t.match(await stateOf(), { in_sync: true, last_error: null })
  }
)

t.test('what the plan does not include is no drift, and is not tried at each run', async (t) => {
  const { configure, reconcile, stateOf, world, repository, written } = shared
  await shared.fresh()
  await configure({ baseline: { protection: { min_reviews: 1 }, labels: { bug: 'd73a4a' } } })
  repository.private = true
  world.changePlan(repository)
  t.match(await reconcile(), { repos_drifted: 1, repos_corrected: 1, repos_failed: 0 })
  t.same(written, ['new label bug'])
  const unsupported = { in_sync: true, drift_fields: [], unsupported_fields: ['branch_protection.missing'] }
  t.match(await stateOf(), unsupported)
  world.changePlan(repository)
  t.match(await reconcile(), { repos_synced: 1 })
  t.match(await stateOf(), unsupported)
  t.match(await reconcile({ repo: 'octo-org/hello' }), { repos_corrected: 1 })
  t.match(await stateOf(), { in_sync: true, unsupported_fields: [] })
  t.same(written, ['new label bug', 'protection of main'])
  repository.private = false
})

t.test('a label of another color is reported, and corrected; no label is deleted', async (t) => {
  const { configure, reconcile, stateOf, repository, written } = shared
  await shared.fresh()
  repository.labels.push({ id: 1, name: 'Bug', color: '000000' }, { id: 2, name: 'mine', color: 'ffffff' })
  await configure({ baseline: { labels: { bug: 'd73a4a' } } })
  await reconcile({ dry_run: true })
  t.match(await stateOf(), {
    drift_fields: ['label.color.bug'],
    diff: [{ desired: 'd73a4a', observed: '000000', policy_ids: [] }]
  })
  await reconcile()
  t.same(written, ['color of label Bug'])
  t.same(
    repository.labels.map(({ name, color }) => `${name} ${color}`),
    ['Bug d73a4a', 'mine ffffff']
  )
})

t.test('the host tells of a change, and the repository is reconciled within a minute', async (t) => {
  const { configure, reconcile, tell, hear, waiting, world, repository, written, settings } = shared
  await shared.fresh()
  await hear(world.renameRepository(repository, 'hello'))
  t.same(await waiting(['reconciler']), [], 'nothing is desired')
  await configure({ baseline: SETUP })
  await reconcile()
  written.length = 0
  await tell([...world.unprotectBranch(repository, 'main'), ...world.deleteLabel(repository, 'bug')])
  t.same([...written].sort(), ['new label bug', 'protection of main'])
  settings.has_wiki = true
  await hear(world.editRepository(repository, { language: 'C' }))
  await hear(world.editRepository(repository, { language: 'Go' }))
  t.equal((await waiting(['reconciler'])).length, 1, 'several events, one reading')
  await tell([])
  t.equal(written.at(-1), 'settings has_wiki')
  await tell(world.starRepository(repository))
  t.equal(written.length, 3)
})

t.test('somebody who changes it back again and again is not fought', async (t) => {
  const { configure, reconcile, tell, world, repository, written, decided } = shared
  await shared.fresh()
  await configure({ baseline: { labels: { bug: 'd73a4a' } } })
  await reconcile()
  for (let again = 0; again < 3; again += 1) await tell(world.deleteLabel(repository, 'bug'))
  t.equal(written.length, 3)
  t.match((await decided())[0], { decision: 'blocked', reason: /somebody else/ })
})

t.test(
  'a correction that waits is dropped once nobody asks for it, or the repository is excluded',
  async (t) => {
    const { configure, ask, work, workReconciler, skip, stateOf, written, runs } = shared
    await shared.fresh()
    await configure({ baseline: { settings: { has_wiki: false } } })
    await ask()
    t.same(await work(['reconciler']), [])
    t.match((await runs())[0], { status: 'running', repos_checked: 1, repos_drifted: 1 })
    await configure({ baseline: { labels: { bug: 'd73a4a' } } })
    t.same(await workReconciler(), [])
    t.match((await runs())[0], { status: 'completed', repos_corrected: 0 })
    await ask()
    t.same(await work(['reconciler']), [])
    await skip(true)
    t.same(await workReconciler(), [])
    t.same(written, [])
    t.match(await stateOf(), { in_sync: false, drift_fields: ['label.missing.bug'], last_error: null })
  }
)

t.test('an archived repository is compared and not written; one that is away fails', async (t) => {
  const {
    configure,
    reconcile,
    stateOf,
    hear,
    world,
    repository,
    installation,
    written,
    ask,
    workReconciler
  } = shared
  await shared.fresh()
  await configure({ baseline: SETUP })
  await hear(world.archiveRepository(repository))
  t.match(await reconcile(), { repos_checked: 0, status: 'completed' })
  t.match(await reconcile({ repo: 'octo-org/hello' }), { repos_drifted: 1, writes_planned: 0 })
  t.match(await stateOf(), { in_sync: false })
  await hear(world.archiveRepository(repository))
  await hear(world.suspendInstallation(installation))
  t.match(await reconcile({ repo: 'octo-org/hello' }), { repos_failed: 1, status: 'completed' })
  t.match(await stateOf(), { last_error: /suspended/ })
  await hear(world.unsuspendInstallation(installation))
  await ask({ repo: 'octo-org/hello' })
  await hear(world.deleteRepository(repository))
  t.same(await workReconciler(), [])
  t.same(written, [])
})

t.test('a preview does not put off the next correction', async (t) => {
  const { configure, reconcile, tick, world, stateOf, written } = await startReconciler(t)
  await configure({ baseline: { labels: { bug: 'd73a4a' } } })
  await reconcile({ dry_run: true })
  t.match(await stateOf(), { in_sync: false, next_reconcile_at: null })
  world.failNext('GET /repos/{owner}/{repo}/labels', 1, fault.broken(403))
  await reconcile({ dry_run: true })
  await tick()
  t.same(written, ['new label bug'])
})
