// What keeps a rollback from its pull request, and what comes of it afterwards.
import t from 'tap'
import { refusal } from '#demo/world/faults.js'
import { type RollbackService, startRollbacks } from '#test/fixtures/rollback-service.js'

const REPO = 'octo-org/hello'
const PULLS = 'POST /repos/{owner}/{repo}/pulls'

/** A merge that a failed deployment follows, of which nobody has heard yet. */
async function broken(service: RollbackService) {
  await service.deploy('success')
  return service.land({ 'x.txt': 'broken\n' })
}

const retry = ({ client }: RollbackService, id: number) =>
  client.POST('/api/actions/{id}/retry', { params: { path: { id } } })

t.test('a waiver for the pull request keeps it from being taken back', async (t) => {
  const service = await startRollbacks(t)
  const { client, deploy, rollbacks, decisions } = service
  const { number } = await broken(service)
  await client.POST('/api/waivers', {
    body: {
      repo: REPO,
      pillar: 'merge_queue',
      scope: 'pr',
      scope_value: String(number),
      granted_by: 'maintainer',
      reason: 'It must stay.',
      expires_at: new Date(service.world.now().getTime() + 3_600_000).toISOString()
    }
  })
  await deploy('failure')
  t.same(await rollbacks(), [])
  t.match((await decisions())[0], { decision: 'skipped', reason: /^Waiver \d+ holds/ })
})

t.test('rollbacks that are turned off meanwhile open nothing', async (t) => {
  const service = await startRollbacks(t)
  const { git, world, repository, hear, work, settle, configure, rollbacks, reverts } = service
  const { number } = await broken(service)
  const { run, events } = world.createRun(repository, { workflow: 'ship', headSha: git.tip() ?? '' })
  await hear([...events, ...world.completeRun(repository, run.id, 'failure')])
  t.same(await work(['rollbacks']), [])
  await configure({ rollback_enabled: false })
  await settle()
  t.match(await rollbacks(), [{ status: 'failed', pr_number: number, error: /no longer turns rollbacks on/ }])
  t.same(reverts(), [])
})

t.test('what the host refuses fails, and is pending again with the retry of its action', async (t) => {
  const service = await startRollbacks(t)
  const { git, world, deploy, settle, rollbacks, reverts } = service
  const { number } = await broken(service)
  world.refuseNext(PULLS, 1, () => refusal(422, 'Validation Failed'))
  await deploy('failure')
  const [failed] = await rollbacks()
  t.match(failed, { status: 'failed', completed_at: /Z$/, revert_pr_number: null })
  t.match(git.comments(number).at(-1), /please revert this by hand/)
  t.same(git.branches('service-rollback'), [], 'no branch is left')
  t.match(await retry(service, failed?.action_id ?? 0), { response: { status: 202 } })
  t.match(await rollbacks(), [{ status: 'pending', error: null, completed_at: null }])
  await settle()
  t.match(await rollbacks(), [{ id: failed?.id, status: 'reverted', error: null }])
  t.equal(reverts().length, 1)
  t.match(git.comments(number).at(-1), /takes this back/, 'the comment is edited')
})

t.test('a branch that a rule forbids fails with the words of the rule', async (t) => {
  const service = await startRollbacks(t)
  const { world, deploy, rollbacks } = service
  await broken(service)
  const forbidden = () => refusal(422, 'Repository rule violations found')
  world.refuseNext('POST /repos/{owner}/{repo}/git/refs', 1, forbidden)
  await deploy('failure')
  t.match(await rollbacks(), [{ status: 'failed', error: /Repository rule violations found/ }])
})

t.test(
  'after a failure another rollback may be asked for, and the old action is not retried then',
  async (t) => {
    const service = await startRollbacks(t)
    const { world, deploy, ask, settle, rollbacks, reverts } = service
    const { number } = await broken(service)
    world.refuseNext(PULLS, 1, () => refusal(422, 'Validation Failed'))
    await deploy('failure')
    const [failed] = await rollbacks()
    t.match(await ask({ pr_number: number }), { response: { status: 202 } })
    t.match(await retry(service, failed?.action_id ?? 0), {
      response: { status: 409 },
      error: { code: 'rollback_exists' }
    })
    await settle()
    t.match(await rollbacks(), [{ status: 'reverted' }, { id: failed?.id, status: 'failed' }])
    t.equal(reverts().length, 1)
  }
)

t.test('a pull request whose reply was lost is found, and not opened again', async (t) => {
  const service = await startRollbacks(t)
  const { world, deploy, rollbacks, reverts } = service
  await broken(service)
  world.failNext(PULLS, 1, () => ({ status: 502, body: { message: 'Bad gateway' } }))
  await deploy('failure')
  t.match(await rollbacks(), [{ status: 'reverted', revert_pr_number: reverts()[0]?.number }])
  t.equal(reverts().length, 1)
})

t.test('rules of feedback hear of a rollback, with the pull request and the run', async (t) => {
  const service = await startRollbacks(t)
  const { client, git, deploy, settle, reverts } = service
  await client.POST('/api/phase2/feedback', {
    body: { name: 'Rollbacks', event_type: 'rollback', repo_filter: 'octo-org/*' }
  })
  const { number } = await broken(service)
  await deploy('failure')
  await settle()
  const said = git.comments(number).find((body) => body.includes('A merge is being rolled back'))
  t.match(said, new RegExp(`pull/${reverts()[0]?.number}`))
  t.match(said, /actions\/runs/)
})

t.test('whoever asks for the merge of a revert gives it the priority of one', async (t) => {
  const service = await startRollbacks(t, {}, { admit_on: [] })
  const { git, admit, deploy, hear, settle, reverts, queue } = service
  await broken(service)
  await deploy('failure')
  const [revert] = reverts()
  const number = revert?.number ?? 0
  t.match(revert?.body, /write `\/service merge`/)
  await hear(git.approve(number, 'reviewer'))
  await settle()
  t.notOk(
    (await queue()).entries.some(({ pr_number }) => pr_number === number),
    'nobody has asked yet'
  )
  t.match(await admit(number), { admitted: true, entry: { priority: 10 } })
  await settle()
  t.same(git.files(), { 'a.txt': 'a\n' })
  t.same(git.branches('service-rollback'), [], 'its branch goes with the merge')
})

t.test('a repository that replaces another takes its rollbacks over', async (t) => {
  const service = await startRollbacks(t)
  const { client, world, installation, git, ask, settle, rollbacks, sync } = service
  git.pushOutside({ 'x.txt': 'x\n' })
  await ask({ merge_commit: git.tip() ?? '' })
  await settle()
  world.createRepository('octo-org/renamed', { installation })
  t.same(await sync(), [])
  const merged = await client.POST('/api/transfers/reconcile/merge', {
    body: { orphan: REPO, live: 'octo-org/renamed', confirm_low_confidence: true }
  })
  t.match(merged.data, { reparented: { rollback_events: 1 } })
  t.match(await rollbacks(), [{ repo_full_name: 'octo-org/renamed', status: 'reverted' }])
})
