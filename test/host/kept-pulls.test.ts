// A pull request that is kept current in place, on a host with real branches.
import t, { type Test } from 'tap'
import { fault } from '#demo/world/faults.js'
import { hostWritesOf } from '#demo/world/writes/host-writes.js'
import type { EffectOrder } from '#host/effects/index.js'
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import { startGitWorld } from '#test/fixtures/git-world.js'

const BRANCH = 'service/quarantine'
const PATH = '.service/quarantine.json'
const LABELS = [
  { name: 'quarantine', color: 'e11d48' },
  { name: 'bug', color: 'd73a4a' }
]

type Change = Partial<ArgumentsOf<'keep-patch-pr'>>

async function startKept(t: Test) {
  const world = await startGitWorld(t)
  const { git, host, place, repository } = world
  const { written } = hostWritesOf(repository)
  const first = git.tip() ?? ''

  const orderOf = (content: string | null, change: Change = {}): EffectOrder => ({
    actionType: 'keep-patch-pr',
    arguments: {
      branch: BRANCH,
      base: 'main',
      base_sha: first,
      files: content === null ? [] : [{ path: PATH, content }],
      title: `Quarantine ${content}`,
      body: 'These tests are flaky.',
      message: `Quarantine ${content}`,
      labels: LABELS,
      ...change
    },
    number: 0,
    branch: 'main',
    marker: 'mark-1',
    since: new Date(0)
  })
  const perform = (order: EffectOrder) => host.effects.perform(place, order, async () => {})
  const find = (order: EffectOrder) => host.effects.find(place, order)
  /** As an action does: looks, and writes only what is not there. */
  async function keep(content: string | null, change?: Change) {
    const order = orderOf(content, change)
    const seen = await find(order)
    return seen.is === 'absent' ? await perform(order) : seen
  }
  const pullAt = (number: number) => {
    const { issue, pull } = git.pull(number)
    return { ...issue, pull, labels: issue.labels.map(({ name }) => name) }
  }
  return {
    ...world,
    orderOf,
    perform,
    find,
    keep,
    pullAt,
    verify: (content: string | null) => host.effects.verify(place, orderOf(content)),
    file: () => git.files(git.tip(BRANCH))[PATH],
    /** What was written since the last call. */
    since: () => written.splice(0)
  }
}

t.test('it is opened once, with its labels, which are created where they are missing', async (t) => {
  const { git, keep, find, orderOf, pullAt, file, since, repository } = await startKept(t)
  repository.labels.push({ id: 1, name: 'bug', color: '000000' })
  const number = repository.lastNumber + 1
  t.match(await keep('a'), { evidence: { pr_number: number, url: /\/pull\//, head_sha: git.tip(BRANCH) } })
  t.same(since(), [
    `branch ${BRANCH}`,
    `pull of ${BRANCH}`,
    'new label quarantine',
    `label quarantine on ${number}`,
    `label bug on ${number}`
  ])
  t.match(pullAt(number), { title: 'Quarantine a', labels: ['quarantine', 'bug'], state: 'open' })
  t.equal(file(), 'a')
  t.match(await find(orderOf('a')), { is: 'done', done: { evidence: { pr_number: number } } })
  await keep('a')
  t.same(since(), [])
})

t.test('it is edited in place, and stays one commit on the base of that moment', async (t) => {
  const { git, keep, pullAt, file, since } = await startKept(t)
  await keep('a')
  since()
  git.pushOutside({ 'b.txt': 'newer\n' })
  const tip = git.tip() ?? ''
  t.match(await keep('b', { base_sha: tip }), { evidence: { pr_number: 1, head_sha: git.tip(BRANCH) } })
  t.same(since(), [`move ${BRANCH}`, 'edit pull 1'])
  t.match(pullAt(1), { title: 'Quarantine b', state: 'open' })
  t.equal(file(), 'b')
  t.same(git.commit(git.tip(BRANCH) ?? '').parents, [tip])
})

t.test('a base that has only moved changes nothing, but another text, label or message does', async (t) => {
  const { git, keep, since, pullAt } = await startKept(t)
  await keep('a')
  since()
  git.pushOutside({ 'b.txt': 'newer\n' })
  await keep('a', { base_sha: git.tip() ?? '' })
  t.same(since(), [])
  await keep('a', { title: 'Other' })
  t.same(since(), [`move ${BRANCH}`, 'edit pull 1'])
  await keep('a', { title: 'Other', labels: [...LABELS, { name: 'third', color: '000000' }] })
  t.same(since(), ['new label third', 'label third on 1'])
  await keep('a', { title: 'Other', message: 'Why' })
  t.same(since(), [`move ${BRANCH}`, 'edit pull 1'])
  t.equal(pullAt(1).title, 'Other')
})

t.test('what people have pushed to its branch is never overwritten, nor closed', async (t) => {
  const { git, keep, perform, orderOf, since } = await startKept(t)
  await keep('a')
  const message = git.commit(git.tip(BRANCH) ?? '').message
  since()
  const pushes = [
    () => git.push(BRANCH, { 'by-hand.txt': 'mine\n' }),
    // A person who amends the commit keeps its message with the marks.
    () => git.pushToPull(1, { [PATH]: 'by hand' }, { from: git.tip() ?? '', by: 'octocat', message })
  ]
  for (const push of pushes) {
    push()
    const tip = git.tip(BRANCH)
    for (const content of ['a', 'b', null]) {
      t.match(await keep(content), {
        is: 'blocked',
        reason: 'target_drifted',
        actual: `${tip} by somebody else`
      })
      await t.rejects(perform(orderOf(content)), { hostStatus: 409, message: /by somebody else/ })
    }
    t.equal(git.tip(BRANCH), tip)
    t.equal(git.pull(1).issue.state, 'open')
  }
  t.same(since(), [])
})

t.test('a push between the look and the write is seen', async (t) => {
  const { git, world, keep, since } = await startKept(t)
  await keep('a')
  since()
  world.failNext('POST /repos/{owner}/{repo}/git/commits', 1, (answer) => {
    git.push(BRANCH, { 'by-hand.txt': 'mine\n' })
    return answer
  })
  await t.rejects(keep('b'), { hostStatus: 409, message: /Somebody has pushed to service\/quarantine/ })
  t.match(git.files(git.tip(BRANCH)), { 'by-hand.txt': 'mine\n', [PATH]: 'a' })
  t.same(since(), [])
})

t.test('a branch and a pull request of somebody else are left alone', async (t) => {
  const { git, keep, since } = await startKept(t)
  git.push(BRANCH, { 'by-hand.txt': 'mine\n' })
  t.match(await keep('a'), { is: 'blocked', reason: 'marker_ambiguous' })
  t.match(await keep(null), { is: 'done' }, 'nothing of the service is left')
  git.deleteBranch(BRANCH)
  await keep('a')
  since()
  git.editPull(1, { body: 'All mine.' })
  t.match(await keep('b'), { is: 'blocked', reason: 'marker_ambiguous', actual: '#1 without it' })
  t.match(await keep(null), { is: 'blocked', reason: 'marker_ambiguous' })
  t.same(since(), [])
})

t.test('where somebody has copied its marker, nothing is written', async (t) => {
  const { git, keep, since, write } = await startKept(t)
  await keep('a')
  git.createBranch('release')
  const copy = { title: 'Copy', head: BRANCH, base: 'release', body: git.pull(1).issue.body }
  await write('POST', '/pulls', copy)
  since()
  for (const content of ['a', 'b', null])
    t.match(await keep(content), { is: 'blocked', reason: 'marker_ambiguous' })
  t.same(since(), [])
})

t.test('it is closed with its branch when nothing is wanted any more, and says why', async (t) => {
  const { git, keep, find, orderOf, pullAt, since, verify } = await startKept(t)
  t.match(await keep(null), { is: 'done', done: { evidence: { pr_number: null } } })
  await keep('a')
  since()
  const why = { body: 'No test is flaky any more.' }
  t.match(await keep(null, why), { evidence: { pr_number: 1, head_sha: null } })
  t.same(since(), ['close pull 1', `no branch ${BRANCH}`])
  t.match(pullAt(1), { state: 'closed', body: /No test is flaky any more/ })
  t.match(await find(orderOf(null, why)), { is: 'done' })
  await keep(null)
  t.same(since(), [])
  t.match(await verify('a'), { drifted: false }, 'the service has closed it itself')
  t.match(await keep('a'), { evidence: { pr_number: 2 } }, 'a new one is opened')
  t.equal(git.pull(1).issue.state, 'closed')
})

t.test('one that people have merged or closed is left alone, and a new one is opened', async (t) => {
  const { git, keep, pullAt, since, verify } = await startKept(t)
  await keep('a')
  git.mergePull(1, { method: 'squash' })
  t.match(await verify('a'), { actual: 'merged', outcome: 'merged', drifted: false })
  t.match(await keep('b', { base_sha: git.tip() ?? '' }), { evidence: { pr_number: 2 } })
  git.close(2)
  t.match(await verify('b'), { actual: 'closed', outcome: 'closed', drifted: true })
  t.match(await verify('a'), { actual: 'merged' })
  since()
  t.match(await keep('c', { base_sha: git.tip() ?? '' }), { evidence: { pr_number: 3 } })
  t.same(since(), [`move ${BRANCH}`, `pull of ${BRANCH}`, 'label quarantine on 3', 'label bug on 3'])
  t.match([pullAt(1), pullAt(2)], [{ title: 'Quarantine a' }, { title: 'Quarantine b', state: 'closed' }])
  git.mergePull(3, { method: 'squash' })
  t.match(await keep(null), { evidence: { pr_number: null } })
  t.same(git.branches('service'), [], 'the branch that the merge has left is deleted')
  t.equal(pullAt(3).title, 'Quarantine c')
})

t.test('an action that another one has replaced is not verified by what came after it', async (t) => {
  const { git, keep, verify } = await startKept(t)
  t.match(await verify('a'), { actual: 'gone', drifted: true })
  await keep('a')
  t.match(await verify('a'), { isOpen: true })
  await keep('b')
  t.match(await verify('a'), { actual: 'replaced', drifted: false })
  await keep(null)
  t.match(await verify(null), { actual: 'closed', drifted: false })
  git.push(BRANCH, { 'x.txt': 'x\n' })
  git.reopen(1)
  t.match(await verify(null), { actual: 'open', drifted: true })
})

const UNDER = '/repos/{owner}/{repo}'
const OPENING = [
  `POST ${UNDER}/git/trees`,
  `POST ${UNDER}/git/commits`,
  `POST ${UNDER}/git/refs`,
  `POST ${UNDER}/pulls`,
  `POST ${UNDER}/labels`,
  `POST ${UNDER}/issues/{issue_number}/labels`
]
const EDITING = [`PATCH ${UNDER}/git/refs/{ref}`, `PATCH ${UNDER}/pulls/{pull_number}`]
const CLOSING = [`PATCH ${UNDER}/pulls/{pull_number}`, `DELETE ${UNDER}/git/refs/{ref}`]

interface Unanswered {
  call: string
  before: string | null
  wanted: string | null
}

const UNANSWERED: readonly Unanswered[] = [
  ...OPENING.map((call) => ({ call, before: null, wanted: 'a' })),
  ...EDITING.map((call) => ({ call, before: 'a', wanted: 'b' })),
  ...CLOSING.map((call) => ({ call, before: 'a', wanted: null }))
]

for (const { call, before, wanted } of UNANSWERED)
  t.test(`nothing is done twice where the host does not answer ${call}`, async (t) => {
    for (const how of [fault.broken(), fault.cut()]) {
      const { world, git, keep, find, orderOf, since, file } = await startKept(t)
      await keep(before)
      since()
      world.failNext(call, 1, how)
      // The answer about a label is looked up at once.
      await keep(wanted).catch(() => {})
      await keep(wanted)
      const done = since()
      t.ok(done.length > 0)
      t.same(done, [...new Set(done)])
      t.match(await find(orderOf(wanted)), { is: 'done' })
      t.equal(git.tip(BRANCH) === undefined ? null : file(), wanted)
      t.match(git.pull(1).issue, { state: wanted === null ? 'closed' : 'open', labels: { length: 2 } })
    }
  })
