// Pull requests go through the queue, from their admission to their landing or their ejection.
import t from 'tap'
import { fault } from '#demo/world/faults.js'
import { clashingFiles } from '#test/fixtures/git-world.js'
import { assertSound, startQueue } from '#test/fixtures/queue-service.js'

const MERGE = 'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge'
const REVIEWS = 'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews'

t.test('an approved pull request with green checks is tested as it lands, and lands once', async (t) => {
  const service = await startQueue(t)
  const { git, pull, admit, settle, queue, decisions, events } = service
  const number = await pull({ 'x.txt': 'x\n' })
  t.match(await admit(number), { admitted: true, position: 1, reason: null, entry: { status: 'merging' } })
  await settle()
  assertSound(t, service, [number])
  t.same(git.untested(), [])
  const [entry] = (await queue()).entries
  t.match(entry, { status: 'merged', position: 0, merge_sha: git.tip('main'), merge_error: null })
  t.ok(git.pull(number)?.pull.mergedAt)
  t.match(
    (await decisions()).map(({ decision, trigger_event }) => `${trigger_event} ${decision}`).reverse(),
    ['merge_queue.api acted', 'merge_queue.landed acted']
  )
  t.match(
    (await events()).map(({ event_type }) => event_type).filter((type) => type.startsWith('pr_')),
    ['pr_merged', 'pr_admitted']
  )
})

t.test('a command puts a pull request into the queue with the priority that it names', async (t) => {
  const { world, repository, hear, pull, settle, queue } = await startQueue(t)
  world.addCollaborator(repository, 'maya', 'push')
  const number = await pull({ 'x.txt': 'x\n' })
  const by = { author: 'maya', association: 'COLLABORATOR' }
  await hear(world.commentOn(repository, number, { ...by, body: '/service merge -7' }))
  await settle()
  t.match((await queue()).entries, [{ pr_number: number, priority: -7, status: 'merged' }])
})

t.test('two pull requests that are green apart and red together do not both land', async (t) => {
  const service = await startQueue(t, { ci: clashingFiles }, { batch_size: 2, batch_max_wait_secs: 60 })
  const { pull, admit, settle, queue, events } = service
  const [first, second] = [await pull({ 'x.txt': 'x\n' }), await pull({ 'y.txt': 'y\n' })]
  await admit(first)
  await admit(second)
  await settle()
  assertSound(t, service, [first])
  t.match(
    (await events()).find(({ event_type }) => event_type === 'pr_blocked'),
    { pr_number: second, ref: service.git.pull(second).pull.headSha, metadata: { failed_checks: ['build'] } }
  )
  const told = (await events()).filter(({ event_type }) => event_type.startsWith('batch_'))
  t.match(told.at(-1), { event_type: 'batch_started', ref: 'main', metadata: { members: [first, second] } })
  t.match(
    told.findLast(({ event_type }) => event_type === 'batch_failed'),
    { success: false, metadata: { members: [first, second], reason: 'check_failed' } }
  )
  const blocked = (await queue()).entries.find(({ pr_number }) => pr_number === second)
  t.match(blocked, {
    status: 'blocked',
    blocked_reason: 'check_failed',
    checks_failed: ['build'],
    merge_error: /which holds what would land: build\. build passes on main \(\w+\)\. Push a fix/
  })
})

t.test('a pull request that conflicts with what landed before it is blocked and told so', async (t) => {
  const service = await startQueue(t, {}, { batch_size: 4 })
  const { pull, admit, settle, queue, git } = service
  const [first, second] = [await pull({ 'a.txt': 'one\n' }), await pull({ 'a.txt': 'two\n' })]
  await admit(first)
  await admit(second)
  await settle()
  assertSound(t, service, [first])
  const blocked = (await queue()).entries.find(({ pr_number }) => pr_number === second)
  t.match(blocked, { status: 'blocked', blocked_reason: 'conflict' })
  const bodies = git.comments(second)
  t.match(bodies, [/blocked\. It conflicts/], 'one comment says it')
})

t.test('a batch lands in the order of the queue, with one test for all', async (t) => {
  const service = await startQueue(t, {}, { batch_size: 3, batch_max_wait_secs: 60 })
  const { pull, admit, settle, git } = service
  const numbers = [await pull({ 'x.txt': 'x' }), await pull({ 'y.txt': 'y' }), await pull({ 'z.txt': 'z' })]
  for (const number of numbers) await admit(number)
  await settle()
  assertSound(t, service, numbers)
  t.ok(git.isGreen(git.treeAt(git.tip('main') ?? '')), 'what the base holds in the end was tested')
})

t.test('a base that moves between the test and the landing is tested anew', async (t) => {
  const service = await startQueue(t)
  const { git, world, pull, admit, settle } = service
  const number = await pull({ 'x.txt': 'x\n' })
  await admit(number)
  // After the candidate was tested, right before its landing is checked.
  world.before(REVIEWS, () => {
    git.pushOutside({ 'outside.txt': 'outside\n' })
  })
  await settle()
  assertSound(t, service, [number])
  t.same(git.untested(), [])
})

t.test('a base that moves while a landing waits to be sent is tested anew', async (t) => {
  const service = await startQueue(t)
  const { git, world, pull, admit, settle } = service
  const number = await pull({ 'x.txt': 'x\n' })
  await admit(number)
  world.before(REVIEWS, () => {
    // The next look at the pull request is the last before its merge is sent.
    world.before('GET /repos/{owner}/{repo}/pulls/{pull_number}', () => {
      git.pushOutside({ 'outside.txt': 'outside\n' })
    })
  })
  await settle()
  assertSound(t, service, [number])
  t.same(git.untested(), [])
})

t.test('a batch goes on landing where the host fails, before the merge or after it', async (t) => {
  const service = await startQueue(t, {}, { batch_size: 4, batch_max_wait_secs: 60 })
  const { pull, admit, settle, world } = service
  const numbers = []
  for (const name of ['w', 'x', 'y', 'z']) numbers.push(await pull({ [`${name}.txt`]: name }))
  for (const number of numbers) await admit(number)
  world.refuseNext(MERGE, 1, fault.broken(502))
  world.failNext(MERGE, 1, fault.broken(502))
  world.failNext(MERGE, 1, fault.cut())
  await settle()
  assertSound(t, service, numbers)
  t.equal(
    world.count('POST /repos/{owner}/{repo}/git/refs'),
    2,
    'one candidate, and the branch it was merged on'
  )
})

t.test(
  'what lands with another tree than the tested one stops the lane until somebody resumes it',
  async (t) => {
    const service = await startQueue(t)
    const { git, world, pull, admit, settle, queue, configure } = service
    const [first, second] = [await pull({ 'x.txt': 'x\n' }), await pull({ 'y.txt': 'y\n' })]
    await admit(first)
    await admit(second)
    world.before(MERGE, () => {
      git.pushOutside({ 'outside.txt': 'outside\n' })
    })
    await settle()
    t.match((await queue()).lanes, [{ stopped: /another tree/, depth: 1 }])
    await configure({ enabled: true })
    await settle()
    assertSound(t, service, [first, second])
  }
)

t.test('one comment tells where a pull request stands, from its admission to its end', async (t) => {
  const service = await startQueue(t, { finishes: 'when told' })
  const { git, pull, admit, hear, settle, configure, world } = service
  const number = await pull({ 'x.txt': 'x\n' })
  await admit(number)
  await settle()
  t.match(git.comments(number), [/number 1 for[\s\S]*waits for:\n- `build`/])
  await hear(git.finishChecks())
  await settle()
  t.match(git.comments(number), [/being tested/])
  const [from, to] = [world.now(), new Date(world.now().getTime() + 3_600_000)]
  await configure({ freezes: [{ from: from.toISOString(), to: to.toISOString(), reason: 'Release' }] })
  await hear(git.finishChecks())
  await settle()
  await configure({ freezes: [] })
  await settle()
  t.match(git.comments(number), [/merged into/])
})

t.test('an admission is answered with the median wait of those that have landed', async (t) => {
  const { pull, admit, settle, world } = await startQueue(t)
  const [first, second] = [await pull({ 'x.txt': 'x\n' }), await pull({ 'y.txt': 'y\n' })]
  t.match(await admit(first), { ahead: 0, expected_wait_s: null })
  world.advance(90_000)
  await settle()
  const { expected_wait_s: expected } = await admit(second)
  t.ok((expected ?? 0) >= 90 * 0.9 && (expected ?? 0) <= 120, String(expected))
})
