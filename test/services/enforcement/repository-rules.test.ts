import t from 'tap'
import { refusal } from '#demo/world/faults.js'
import { settingsOfRepository, workflowTokenOf } from '#demo/world/settings.js'
import { hostWritesOf } from '#demo/world/writes/host-writes.js'
import type { PolicyBody } from '#schemas/enforcement/policies.js'
import { loadConfig } from '#services/configuration/resolve.js'
import { loadWishes } from '#services/reconciler/wishes.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { repoConfigs } from '#tables/configuration/configs.js'
import { startPolicies } from '#test/fixtures/policy-service.js'

/** Nothing of branches. */
const NO_BRANCHES = {
  min_reviews: null,
  require_linear_history: null,
  block_force_pushes: null,
  block_deletions: null,
  enforce_admins: null
} satisfies Partial<PolicyBody>

async function startRules(t: Parameters<typeof startPolicies>[0]) {
  const service = await startPolicies(t)
  const { repository, policy, violations, written } = service
  hostWritesOf(repository).refs.set('main', 'a'.repeat(40))
  return {
    ...service,
    asked: (rules: Partial<PolicyBody>) => policy({ ...NO_BRANCHES, ...rules }),
    broken: async () =>
      (await violations()).map(({ branch, status, violations: breaches }) => ({ branch, status, breaches })),
    since: () => written.splice(0)
  }
}

t.test('a policy asks nothing of a repository unless it says so', async (t) => {
  const { policy, run, broken, since } = await startRules(t)
  const { required_files, repository_settings, allowed_actions } = await policy(NO_BRANCHES)
  t.same([required_files, repository_settings, allowed_actions], [[], {}, null])
  await run()
  t.same(await broken(), [])
  t.same(since(), [])
})

t.test('labels, settings and the token of workflows are corrected, and then found so', async (t) => {
  const { asked, run, broken, since, repository, violations } = await startRules(t)
  await asked({
    required_labels: { security: 'ff0000' },
    repository_settings: { delete_branch_on_merge: true, has_wiki: true },
    read_only_workflow_token: true
  })
  await run({ dry_run: true })
  t.same(since(), [], 'a preview writes nothing')
  await run()
  t.same(since().sort(), ['new label security', 'settings delete_branch_on_merge', 'workflow token read'])
  t.match(workflowTokenOf(repository), { permission: 'read', mayApprove: true })
  t.match(await broken(), [{ branch: '*', status: 'remediated' }])
  t.match(await violations(), [{ remediated_by: 'auto', action_id: Number }])
  await run()
  t.same(since(), [], 'nothing is written again')
})

t.test('what only people can mend has an issue that is closed once it is mended', async (t) => {
  const { asked, run, broken, since, repository, world } = await startRules(t)
  world.addCollaborator(repository, 'eve', 'admin')
  repository.files.set(
    '.github/workflows/ci.yml',
    'on: pull_request_target\njobs:\n  a:\n    steps:\n      - uses: evil/action@v1\n      - run: gh pr checkout 7\n'
  )
  await asked({
    required_files: ['SECURITY.md'],
    forbid_outside_admins: true,
    forbid_dangerous_workflows: true,
    allowed_actions: ['actions/*']
  })
  await run()
  t.match(await broken(), [
    {
      branch: '*',
      status: 'open',
      breaches: [
        { field: 'required_files', expected: ['SECURITY.md'], actual: [] },
        { field: 'forbid_outside_admins', expected: [], actual: ['eve'] },
        { field: 'forbid_dangerous_workflows', actual: [/ci\.yml:6 pull_request_target/] },
        { field: 'allowed_actions', actual: ['.github/workflows/ci.yml:5 evil/action@v1'] }
      ]
    }
  ])
  t.same(since(), ['new label service-policy-violation', 'issue 1'], 'nothing else is written')
  const [issue] = [...repository.issues.values()]
  t.match(issue, { title: 'This repository breaks the policy Protected', state: 'open' })
  t.match(issue?.body, /Only people can mend/)
  repository.files.set('.github/SECURITY.md', 'Write to us.')
  repository.files.delete('.github/workflows/ci.yml')
  world.addCollaborator(repository, 'eve', 'push')
  await run()
  t.match(await broken(), [{ status: 'remediated' }])
  t.same(since(), ['close issue 1'])
})

t.test('a policy in audit mode changes nothing', async (t) => {
  const { asked, run, since, repository } = await startRules(t)
  await asked({ mode: 'audit', repository_settings: { has_wiki: false } })
  await run()
  t.same(since(), ['new label service-policy-violation', 'issue 1'])
  t.equal(settingsOfRepository(repository).has_wiki, true)
})

t.test('what the host does not show is not taken for missing', async (t) => {
  const { asked, run, broken, since, world, decisions } = await startRules(t)
  await asked({ read_only_workflow_token: true })
  world.failNext('GET /repos/{owner}/{repo}/actions/permissions/workflow', 1, () =>
    refusal(403, 'Resource not accessible by integration')
  )
  await run()
  t.same(await broken(), [])
  t.same(since(), [])
  t.match(await decisions(), [{ decision: 'error', target_type: 'repo' }])
})

t.test('policies that contradict each other do not make the service write in turns', async (t) => {
  const { asked, run, since, fleet } = await startRules(t)
  await asked({ name: 'One', repository_settings: { has_wiki: false } })
  await asked({ name: 'Two', repository_settings: { has_wiki: true, has_projects: false } })
  await run()
  t.same(since(), ['settings has_projects'])
  await fleet()
  t.same(since(), [])
})

t.test('a push, a label, a setting and access that change are followed by a comparison', async (t) => {
  const { asked, run, broken, since, repository, world, hear, workAll } = await startRules(t)
  await asked({
    required_files: ['SECURITY.md'],
    required_labels: { security: 'ff0000' },
    repository_settings: { delete_branch_on_merge: true },
    forbid_outside_admins: true
  })
  await run()
  const fields = async () => (await broken())[0]?.breaches.map(({ field }) => String(field))
  const compared = async (events: Parameters<typeof hear>[0]) => {
    since()
    await hear(events)
    t.same(await workAll(), [])
  }
  await compared(world.push(repository, [{ 'SECURITY.md': 'Write to us.' }]))
  t.match(await broken(), [{ status: 'remediated' }])
  await compared(world.addCollaborator(repository, 'eve', 'admin'))
  t.same(await fields(), ['forbid_outside_admins'])
  await compared(world.removeCollaborator(repository, 'eve'))
  t.match(await broken(), [{ status: 'remediated' }])
  await compared(world.deleteLabel(repository, 'security'))
  t.ok(
    repository.labels.some(({ name }) => name === 'security'),
    'it is there again'
  )
  settingsOfRepository(repository).delete_branch_on_merge = false
  await compared(world.editRepository(repository, { language: 'TypeScript' }))
  t.equal(settingsOfRepository(repository).delete_branch_on_merge, true)
})

t.test('what policies ask is theirs: the baseline gives way, however it spells it', async (t) => {
  const { asked, run, deps, repository } = await startRules(t)
  await asked({ required_labels: { bug: 'cccccc' }, repository_settings: { has_wiki: false } })
  const baseline = { labels: { Bug: 'd73a4a' }, settings: { has_wiki: true, has_projects: false } }
  await deps.db.insert(repoConfigs).values({ repoId: repository.id, overrides: { baseline }, version: 1 })
  const known = await repositoryById(deps.db, repository.id)
  const wishes = await loadWishes(deps, deps.db, known, await loadConfig(deps, { repoId: repository.id }))
  t.match(wishes.on('main'), { labels: {}, settings: { has_projects: false } })
  t.notOk('has_wiki' in wishes.on('main').settings)
  await run()
  t.match(repository.labels, [{ name: 'bug', color: 'cccccc' }])
})

t.test('a policy that asks no more settles what it found', async (t) => {
  const { asked, run, broken, client, workAll } = await startRules(t)
  const { id } = await asked({ required_files: ['SECURITY.md'] })
  await run()
  t.match(await broken(), [{ status: 'open' }])
  const body = { required_files: [] }
  await client.PUT('/api/enforcement/policies/{id}', { params: { path: { id } }, body })
  t.same(await workAll(), [])
  t.match(await broken(), [{ status: 'remediated' }])
})

t.test('a part that the host does not show stops only the policies that ask about it', async (t) => {
  const { asked, run, broken, since, repository, world } = await startRules(t)
  await asked({ name: 'Token', read_only_workflow_token: true, required_labels: { bug: 'd73a4a' } })
  await asked({ name: 'Labels', required_labels: { security: 'ff0000' } })
  world.failNext('GET /repos/{owner}/{repo}/actions/permissions/workflow', 99, () =>
    refusal(403, 'Resource not accessible by integration')
  )
  await run()
  t.same(since(), ['new label security'])
  t.match(await broken(), [{ breaches: [{ field: 'required_labels' }], status: 'remediated' }])
  repository.files.set('.github/workflows/huge.yml', `on: push # ${'x'.repeat(300_000)}`)
  await asked({ name: 'Workflows', forbid_dangerous_workflows: true })
  await run()
  const [workflows] = (await broken()).filter(({ status }) => status === 'open')
  t.match(workflows?.breaches, [{ actual: ['.github/workflows/huge.yml:1 cannot be read'] }])
})

t.test('a correction that the host refuses is not tried every hour, and has its issue', async (t) => {
  const { asked, run, fleet, since, repository, decisions } = await startRules(t)
  // The host keeps one way to merge.
  settingsOfRepository(repository).allow_rebase_merge = false
  const repository_settings = { allow_squash_merge: false, allow_merge_commit: false }
  await asked({ repository_settings, read_only_workflow_token: true })
  await run()
  t.same(
    since().filter((what) => !what.includes('issue') && !what.includes('label')),
    ['workflow token read'],
    'the other one is written'
  )
  t.equal(repository.issues.size, 1)
  const { length } = await decisions()
  await fleet()
  await fleet()
  t.equal((await decisions()).length, length, 'nothing new is decided')
  t.same(since(), [])
})

t.test('what cannot be asked for is refused, with the rule that is wrong', async (t) => {
  const { client } = await startRules(t)
  const refusalOf = async (rules: Partial<PolicyBody>) => {
    const { error } = await client.POST('/api/enforcement/policies', { body: { name: 'Wrong', ...rules } })
    return error?.message ?? ''
  }
  for (const name of ['..', '.', '', ' x', 'x'.repeat(51)])
    t.match(await refusalOf({ required_labels: { [name]: 'ff0000' } }), /required_labels/, name)
  t.match(await refusalOf({ required_labels: { Bug: 'ff0000', bug: '000000' } }), /named twice/)
  for (const path of ['/README.md', './x', 'docs/', 'a//b', '../x', ' '])
    t.match(await refusalOf({ required_files: [path] }), /required_files/, path)
  t.match(await refusalOf({ allowed_actions: ['actions/ *'] }), /allowed_actions/)
  const merges = { allow_squash_merge: false, allow_merge_commit: false, allow_rebase_merge: false }
  t.match(await refusalOf({ repository_settings: merges }), /repository_settings/)
})
