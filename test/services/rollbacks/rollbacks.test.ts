// A failed deployment takes back the merge that broke it, from the run to the merge of the revert.
import t from 'tap'
import { startRollbacks } from '#test/fixtures/rollback-service.js'

t.test(
  'the merge between the last good and the first bad deployment is taken back, and lands first',
  async (t) => {
    const service = await startRollbacks(t)
    const { git, deploy, land, rollbacks, reverts, hear, settle, queue, decisions, events } = service
    await deploy('success')
    const { number, sha } = await land({ 'x.txt': 'broken\n' })
    const run = await deploy('failure')
    const [rollback] = await rollbacks()
    const [revert] = reverts()
    t.match(rollback, {
      pr_number: number,
      merge_commit: sha,
      trigger_reason: 'deploy_check_failed',
      status: 'reverted',
      initiated_by: 'service[bot]',
      error: null,
      run_id: run.id,
      revert_pr_number: revert?.number,
      revert_commit: revert?.pull?.headSha,
      revert_merged_at: null
    })
    t.match(revert, { title: `Revert #${number}: Change ${number}` })
    t.match(revert?.pull?.head, new RegExp(`^service-rollback/pr-${number}-\\d+$`))
    t.same(revert?.labels.map(({ name }) => name).sort(), ['auto-merge', 'auto-rollback'])
    t.match(
      git.commit(rollback?.revert_commit ?? ''),
      { parents: [git.tip('main')] },
      'one commit on the tip'
    )
    t.match(git.comments(number).at(-1), new RegExp(`#${revert?.number} takes this back`))
    t.match((await decisions())[0], { decision: 'skipped', reason: /0 of 1 approvals/ })
    await hear(git.approve(revert?.number ?? 0, 'reviewer'))
    await settle()
    const entry = (await queue()).entries.find(({ pr_number }) => pr_number === revert?.number)
    t.match(entry, { status: 'merged', priority: 10 })
    t.match((await rollbacks())[0]?.revert_merged_at, /Z$/)
    t.same(git.files(), { 'a.txt': 'a\n' })
    const told = (await events()).filter(({ event_type }) => event_type.startsWith('rollback'))
    t.match(told, [
      { event_type: 'rollback_completed', success: true, metadata: { revert_pr: revert?.number } },
      { event_type: 'rollback_triggered', pr_number: number, metadata: { run_id: run.id } }
    ])
  }
)

t.test('a failed deployment of which only a sync tells begins a rollback as well', async (t) => {
  const { git, world, repository, deploy, land, settle, sync, rollbacks } = await startRollbacks(t)
  await deploy('success')
  const { number } = await land({ 'x.txt': 'broken\n' })
  const { run } = world.createRun(repository, { workflow: 'release', headSha: git.tip() ?? '' })
  world.completeRun(repository, run.id, 'failure')
  world.advance(3_600_000)
  t.same(await sync(), [])
  await settle()
  t.match(await rollbacks(), [{ status: 'reverted', pr_number: number, run_id: run.id }])
})

t.test('a second failure of the same deployment begins nothing', async (t) => {
  const { deploy, land, rollbacks, reverts } = await startRollbacks(t)
  await deploy('success')
  await land({ 'x.txt': 'broken\n' })
  await deploy('failure')
  await land({ 'y.txt': 'fine\n' })
  await deploy('failure')
  t.equal((await rollbacks()).length, 1)
  t.equal(reverts().length, 1)
})

t.test('several merges between the deployments are named, and none is taken back', async (t) => {
  const { deploy, land, rollbacks, reverts, git } = await startRollbacks(t)
  await deploy('success')
  const first = await land({ 'x.txt': 'x\n' })
  const second = await land({ 'y.txt': 'y\n' })
  const said = [git.comments(first.number).length, git.comments(second.number).length]
  await deploy('failure')
  await deploy('failure')
  const [rollback, ...others] = await rollbacks()
  t.same(others, [])
  t.match(rollback, { status: 'failed', pr_number: null, revert_pr_number: null })
  t.match(rollback?.error, new RegExp(`#${second.number}, #${first.number}\\. Find out what broke it`))
  t.same(reverts(), [])
  t.same([git.comments(first.number).length, git.comments(second.number).length], said)
})

t.test('a deployment that failed without a merge since the last good one is explained', async (t) => {
  const { deploy, land, rollbacks, reverts } = await startRollbacks(t)
  await land({ 'x.txt': 'x\n' })
  await deploy('success')
  await deploy('failure')
  t.match(await rollbacks(), [
    { status: 'failed', pr_number: null, error: /No merge of the queue lies between/ }
  ])
  t.same(reverts(), [])
})

t.test('what is no failed deployment of the default branch after a merge begins nothing', async (t) => {
  const { deploy, land, rollbacks, world, configure } = await startRollbacks(t)
  await deploy('success')
  await land({ 'x.txt': 'x\n' })
  await deploy('failure', { workflow: 'product-tests' })
  await deploy('cancelled')
  await deploy('failure', { branch: 'topic' })
  await deploy('failure', { fork: 99 })
  await configure({ rollback_enabled: false })
  await deploy('failure')
  await configure({ rollback_enabled: true })
  world.advance(31 * 60_000)
  await deploy('failure')
  t.same(await rollbacks(), [])
})

t.test('a conflict with later merges fails the rollback and asks people', async (t) => {
  const { git, deploy, land, rollbacks, reverts } = await startRollbacks(t)
  await deploy('success')
  const { number, sha } = await land({ 'a.txt': 'broken\n' })
  git.pushOutside({ 'a.txt': 'broken, and mended by hand\n' })
  await deploy('failure', { headSha: sha })
  t.match(await rollbacks(), [{ status: 'failed', pr_number: number, error: /conflict with the revert/ }])
  t.same(reverts(), [])
  t.same(git.branches('service-rollback'), [], 'nothing is left')
  t.match(git.comments(number).at(-1), /please revert this by hand[\s\S]*git revert/)
})

t.test('a repository in dry-run mode decides, and takes nothing back', async (t) => {
  const { client, deploy, land, rollbacks, reverts, decisions } = await startRollbacks(t)
  await deploy('success')
  await land({ 'x.txt': 'x\n' })
  await client.PATCH('/api/config/{owner}/{repo}', {
    params: { path: { owner: 'octo-org', repo: 'hello' } },
    body: { settings: { dry_run: true } }
  })
  await deploy('failure')
  t.same(await rollbacks(), [])
  t.same(reverts(), [])
  t.match((await decisions())[0], { decision: 'dry_run', trigger_event: 'workflow_run.completed' })
})

t.test('what landed with another tree than the tested one is proposed to be taken back', async (t) => {
  const service = await startRollbacks(t, {}, { rollback_enabled: false })
  const { git, world, pull, admit, settle, rollbacks, reverts } = service
  const number = await pull({ 'x.txt': 'x\n' })
  await admit(number)
  world.before('PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge', () => {
    git.pushOutside({ 'outside.txt': 'outside\n' })
  })
  await settle()
  t.match(await rollbacks(), [{ status: 'reverted', pr_number: number, trigger_reason: 'policy_violation' }])
  const [revert] = reverts()
  t.same(git.files(revert?.pull?.headSha), { 'a.txt': 'a\n', 'outside.txt': 'outside\n' })
})

t.test('all commits of a rebased pull request are taken back', async (t) => {
  const service = await startRollbacks(t, {}, { merge_method: 'rebase' })
  const { git, deploy, hear, settle, admit, reverts, rollbacks } = service
  await deploy('success')
  const { number, events } = git.openPull({ files: { 'x.txt': 'x\n' }, author: 'octocat' })
  await hear([...events, ...git.pushToPull(number, { 'y.txt': 'y\n' })])
  await hear(git.approve(number, 'reviewer'))
  await admit(number)
  await settle()
  t.same(Object.keys(git.files()), ['a.txt', 'x.txt', 'y.txt'])
  await deploy('failure')
  t.match(await rollbacks(), [{ status: 'reverted', pr_number: number }])
  t.same(git.files(reverts()[0]?.pull?.headSha), { 'a.txt': 'a\n' })
})
