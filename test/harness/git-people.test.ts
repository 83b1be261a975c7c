import t from 'tap'
import { type Delivery, fault, payloadOf } from '#demo/world/world.js'
import { hostWritesOf } from '#demo/world/writes/host-writes.js'
import { hostEventOf } from '#host/events/events.js'
import { objectAt, objectsAt } from '#host/payload.js'
import { clashingFiles, named, startGitWorld, statusOf } from '../fixtures/git-world.js'
import { startPeople } from '../fixtures/people-service.js'

const MERGES = 'POST /repos/{owner}/{repo}/merges'

t.test('checks wait until the test completes them, and are a verdict of the merged tree', async (t) => {
  const { git, read, write } = await startGitWorld(t, { ci: clashingFiles, finishes: 'when told' })
  const { number, events, pull } = git.openPull({ files: { 'x.txt': 'x\n' } })
  t.same(named(events), [
    'create',
    'push',
    'pull_request opened',
    'workflow_run requested',
    'check_run created'
  ])
  const checks = async (sha: string, more = {}) =>
    objectsAt(await read(`/commits/${sha}/check-runs`, more), 'check_runs').map(
      ({ status, conclusion, name }) => [name, conclusion ?? status].join(' ')
    )
  t.same(await checks(pull.headSha), ['build queued'])
  t.same(named(git.finishChecks(pull.headSha)), [
    'check_run completed',
    'check_suite completed',
    'workflow_run completed'
  ])
  t.same(await checks(pull.headSha), ['build success'])
  git.pushOutside({ 'y.txt': 'y\n' })
  git.pushToPull(number, { 'z.txt': 'z\n' })
  git.finishChecks()
  t.same(await checks(pull.headSha), ['build failure'], 'base and head do not go together')
  git.rerunChecks(pull.headSha)
  git.finishChecks(pull.headSha, { as: { build: 'success' } })
  t.same(await checks(pull.headSha), ['build success'])
  t.same(await checks(pull.headSha, { filter: 'all' }), ['build success', 'build failure'])
  const check = { name: 'queue', head_sha: pull.headSha, status: 'in_progress' }
  const { body } = await write('POST', '/check-runs', check)
  t.match(body, { app: { slug: 'service' }, conclusion: null })
  await write('PATCH', `/check-runs/${body['id']}`, {
    conclusion: 'neutral',
    output: { title: 'a', summary: 'b' }
  })
  t.match(await read(`/check-runs/${body['id']}`), {
    status: 'completed',
    conclusion: 'neutral',
    name: 'queue'
  })
  t.same(await checks(pull.headSha, { check_name: 'queue' }), ['queue neutral'])
})

t.test('checks and statuses have pages, and statuses one word', async (t) => {
  const names = Array.from({ length: 5 }, (_, index) => `check ${index}`)
  const { git, read, readAll } = await startGitWorld(t, {
    ci: () => Object.fromEntries(names.map((name) => [name, 'success' as const]))
  })
  const { pull } = git.openPull()
  const pages = await readAll(`/commits/${pull.headSha}/check-runs`, { per_page: 2 })
  const found = pages.flatMap((page) => objectsAt(page, 'check_runs').map((run) => run['name']))
  t.same([pages.length, found.sort()], [3, names])
  const word = async () => (await read(`/commits/${pull.headSha}/status`, { per_page: 1 }))['state']
  t.equal(await word(), 'pending', 'without any')
  t.same(named(git.setStatus({ sha: pull.headSha, context: 'other', state: 'pending' })), ['status'])
  git.setStatus({ sha: pull.headSha, context: 'other', state: 'success' })
  t.equal(await word(), 'success')
  git.setStatus({ sha: pull.headSha, context: 'third', state: 'error' })
  t.match(await read(`/commits/${pull.headSha}/status`), { state: 'failure', total_count: 2 })
})

t.test(
  'whether a pull request can be merged is unknown at first, after each change of either end',
  async (t) => {
    const { git, read } = await startGitWorld(t, { unknownReads: 1 })
    const { number } = git.openPull()
    const mergeable = async () => (await read(`/pulls/${number}`))['mergeable']
    t.same([await mergeable(), await mergeable()], [null, true])
    git.pushOutside({ 'c.txt': 'c\n' })
    t.same([await mergeable(), await mergeable()], [null, true])
  }
)

t.test('what people do is told in the shape of the host', async (t) => {
  const { git, read, world } = await startGitWorld(t)
  const { number, pull } = git.openPull({ author: 'hubot', title: 'Mend it' })
  const kinds = (events: Delivery[]) => events.map((one) => ({ ...hostEventOf(one.event, payloadOf(one)) }))
  t.match(kinds(git.label(number, 'auto-merge', 'boss')), [
    { kind: 'pull-request', labelling: { label: 'auto-merge', isOn: true, by: 'boss' } }
  ])
  t.same(git.label(number, 'auto-merge'), [], 'it has it')
  t.same(named(git.unlabel(number, 'auto-merge')), ['pull_request unlabeled'])
  const [approval] = git.approve(number)
  t.match(approval && payloadOf(approval), {
    action: 'submitted',
    review: { state: 'approved', user: { login: 'reviewer' }, commit_id: pull.headSha },
    pull_request: { number },
    sender: { login: 'reviewer' }
  })
  t.throws(() => git.approve(number, 'hubot'), 'their own')
  t.same(named(git.dismiss(number)), ['pull_request_review dismissed'])
  t.same(named(git.close(number)), ['pull_request closed'])
  t.same(named(git.reopen(number)), ['pull_request reopened'])
  t.match(kinds(git.pushToPull(number, { 'c.txt': 'c\n' })), [
    { kind: 'push' },
    { kind: 'pull-request', changeKind: 'synchronize', pullRequest: { headSha: pull.headSha } }
  ])
  git.createBranch('release')
  t.match(kinds(git.editPull(number, { base: 'release' })), [{ kind: 'pull-request', isRetargeted: true }])
  t.match(await read(`/pulls/${number}`), { base: { ref: 'release', sha: git.tip('release') } })
  t.same(named(git.deleteBranch('release')), ['delete', 'push', 'pull_request closed'])
  const fork = git.openPull({ fork: 77 })
  t.match(await read(`/pulls/${fork.number}`), { head: { repo: { id: 77 }, sha: fork.pull.headSha } })
  t.same(named(git.pushToPull(fork.number, { 'd.txt': 'd\n' })), ['pull_request synchronize'])
  t.same(world.takeEvents(), [], 'none of it was the service')
})

t.test('what the service does is told as well, in order', async (t) => {
  const { git, world, write, repository } = await startGitWorld(t)
  const { number, pull } = git.openPull()
  await write('POST', `/issues/${number}/labels`, { labels: ['queued'] })
  await write('POST', `/issues/${number}/comments`, { body: 'It waits.' })
  await write('DELETE', `/issues/${number}/labels/queued`)
  await write('POST', '/git/refs', { ref: 'refs/heads/queue/1', sha: pull.headSha })
  await write('PUT', `/pulls/${number}/merge`, { sha: pull.headSha, merge_method: 'squash' })
  const events = world.takeEvents()
  t.same(named(events), [
    'pull_request labeled',
    'issue_comment created',
    'pull_request unlabeled',
    'create',
    'push',
    'push',
    'pull_request closed'
  ])
  for (const one of events) t.match(payloadOf(one), { sender: { login: 'service[bot]', type: 'Bot' } })
  const closed = events.at(-1)
  t.match(closed && objectAt(payloadOf(closed), 'pull_request'), {
    merged: true,
    merge_commit_sha: git.tip()
  })
  t.same(world.takeEvents(), [])
  t.ok(hostWritesOf(repository).written.includes(`merge ${number}`))
})

t.test('a request fails before or after its effect, and people act right before it', async (t) => {
  const { git, world, write } = await startGitWorld(t)
  git.push('one', { 'c.txt': 'c\n' })
  const before = git.tip()
  const merge = () => write('POST', '/merges', { base: 'main', head: 'one' })
  world.refuseNext(MERGES, 1, fault.broken())
  await t.rejects(merge(), { code: 'host_unavailable' })
  t.equal(git.tip(), before, 'without an effect')
  world.failNext(MERGES, 1, fault.broken())
  await t.rejects(merge(), { code: 'host_unavailable' })
  t.not(git.tip(), before, 'it was done all the same')
  git.push('two', { 'a.txt': 'two\n' })
  world.before(MERGES, () => void git.pushOutside({ 'a.txt': 'one\n' }))
  t.equal(await statusOf(write('POST', '/merges', { base: 'main', head: 'two' })), 409)
})

t.test('what lands twice, or untested, is on record', async (t) => {
  const { git, write } = await startGitWorld(t, { ci: clashingFiles })
  const { number, pull } = git.openPull({ files: { 'x.txt': 'x\n' } })
  git.pushOutside({ 'y.txt': 'y\n' })
  await write('PUT', `/pulls/${number}/merge`, { sha: pull.headSha, merge_method: 'squash' })
  t.match(git.untested(), [{ branch: 'main', pull: number, viaService: true, wasGreen: false }])
  await write('POST', '/merges', { base: 'main', head: pull.headSha })
  t.same(git.mergedTwice(), [number])
  git.forcePush('main', git.landings[0]?.before ?? '')
  t.match(git.landings.at(-1), { isForward: false, viaService: false, by: 'maintainer' })
})

t.test('the service mirrors it, by its events and by syncs', async (t) => {
  const { world, repository, sync, hear, pullsOf, runsOf } = await startPeople(t)
  const git = world.enableGit(repository, { ci: clashingFiles })
  const first = git.openPull()
  t.same(await sync(), [])
  const second = git.openPull({ title: 'Mend it', author: 'hubot' })
  await hear([...second.events, ...git.label(second.number, 'auto-merge'), ...git.mergePull(first.number)])
  const mirrored = async () =>
    (await pullsOf(repository.id)).map(({ number, state, headSha }) => [number, state, headSha])
  const expected = [
    [first.number, 'merged', first.pull.headSha],
    [second.number, 'open', second.pull.headSha]
  ]
  t.same(await mirrored(), expected)
  t.same(
    (await runsOf(repository.id)).map(({ conclusion }) => conclusion),
    ['success', 'success', 'success'],
    'of both pull requests and of what was merged'
  )
  t.same(await sync(), [])
  t.same(await mirrored(), expected)
})
