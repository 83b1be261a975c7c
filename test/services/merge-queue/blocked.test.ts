// What the queue has blocked comes back once it is repaired, and leaves when nobody wants it any more.
import t from 'tap'
import type { CiVerdict } from '#demo/world/git/git-state.js'
import { clashingFiles } from '#test/fixtures/git-world.js'
import { assertSound, type QueueService, startQueue } from '#test/fixtures/queue-service.js'

const redFiles: CiVerdict = (files) => ({ build: files.has('red.txt') ? 'failure' : 'success' })

const entryOf = async ({ queue }: QueueService, number: number) =>
  (await queue()).entries.find(({ pr_number }) => pr_number === number)

/** Blocked by its checks, after it was admitted by name. */
async function blocked(t: Parameters<typeof startQueue>[0]) {
  const service = await startQueue(t, { ci: redFiles })
  const number = await service.pull({ 'red.txt': 'red\n' })
  await service.admit(number, { priority: 3 })
  await service.settle()
  t.match(await entryOf(service, number), { status: 'blocked', blocked_reason: 'check_failed' })
  return { service, number }
}

t.test('a repaired pull request returns as it was admitted, without being asked for again', async (t) => {
  const { service, number } = await blocked(t)
  const { git, hear, settle } = service
  await hear(git.pushToPull(number, { 'red.txt': null, 'green.txt': 'green\n' }))
  await hear(git.approve(number, 'reviewer'))
  await settle()
  t.match(await entryOf(service, number), { status: 'merged', priority: 3, blocked_reason: null })
  assertSound(t, service, [number])
})

const RERUN = 'POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun-failed-jobs'

/** Twice: the candidate, and the one that confirms it. */
function redByChance(): CiVerdict {
  let failures = 2
  return (_, { branch }) => {
    const isRed = branch.startsWith('service-queue/') && failures-- > 0
    return { build: isRed ? 'failure' : 'success' }
  }
}

t.test('what was red by chance, twice, is run again and lands', async (t) => {
  const service = await startQueue(t, { ci: redByChance() })
  const { git, world, pull, hear, settle } = service
  const number = await pull({ 'x.txt': 'x\n' })
  await hear(git.label(number, 'auto-merge'))
  await settle()
  t.equal(world.count(RERUN), 1)
  t.match(await entryOf(service, number), { status: 'merged', blocked_reason: null })
  assertSound(t, service, [number])
  t.same(git.untested(), [])
})

t.test('what was admitted by name returns as it was admitted, once its checks pass', async (t) => {
  const service = await startQueue(t, { ci: redByChance() })
  const number = await service.pull({ 'x.txt': 'x\n' })
  await service.admit(number, { priority: 3 })
  await service.settle()
  t.match(await entryOf(service, number), { status: 'merged', priority: 3, blocked_reason: null })
  assertSound(t, service, [number])
})

t.test('what stays red on the base is run again only so often, and stays blocked', async (t) => {
  const service = await startQueue(t, { ci: clashingFiles }, { max_attempts: 4 })
  const { world, pull, admit, settle } = service
  const [first, second] = [await pull({ 'x.txt': 'x\n' }), await pull({ 'y.txt': 'y\n' })]
  for (const number of [first, second]) await admit(number)
  await settle()
  t.equal(world.count(RERUN), 3)
  t.match(await entryOf(service, second), { status: 'blocked', blocked_reason: 'check_failed' })
  assertSound(t, service, [first])
})

t.test('runs that have nothing against what is blocked are not run again', async (t) => {
  const service = await startQueue(t, { ci: clashingFiles, finishes: 'when told' }, { max_attempts: 2 })
  const { git, world, repository, pull, admit, hear, settle } = service
  const [first, second] = [await pull({ 'x.txt': 'x\n' }), await pull({ 'y.txt': 'y\n' })]
  for (const number of [first, second]) await admit(number)
  for (let round = 0; round < 8; round += 1) {
    const headSha = (await entryOf(service, second))?.candidate_sha
    if (headSha)
      await hear(world.createRun(repository, { headSha, status: 'completed', conclusion: 'skipped' }).events)
    await hear(git.finishChecks())
    await settle()
  }
  t.match(await entryOf(service, second), { status: 'blocked', blocked_reason: 'check_failed' })
  t.equal(world.count(RERUN), 1)
})

t.test('people take out by name what is blocked, and it stays out', async (t) => {
  const { service, number } = await blocked(t)
  t.match((await service.remove(number, 'It is not wanted.')).data, { removed: true })
  t.match((await service.remove(number)).data, { removed: false })
  const log = await service.client.GET('/api/maintainer/audit', {
    params: { query: { target_type: 'queue_entry' } }
  })
  const target = { target_type: 'queue_entry', target_id: `octo-org/hello#${number}` }
  t.match(log.data?.data, [
    { ...target, action: 'queue.remove', payload: { removed: false } },
    { ...target, action: 'queue.remove', payload: { removed: true } }
  ])
  await service.settle()
  t.match(await entryOf(service, number), {
    status: 'removed',
    blocked_reason: null,
    merge_error: 'It is not wanted.'
  })
  t.match(service.git.comments(number), [/no longer queued[\s\S]*It is not wanted\./])
  t.match(
    (await service.decisions()).map(({ trigger_event }) => trigger_event),
    ['merge_queue.removed', 'merge_queue.check_failed', 'merge_queue.api']
  )
})

t.test('what is blocked leaves when it is closed or merged by others', async (t) => {
  const ends = {
    closed: ({ git }: QueueService, number: number) => git.close(number),
    merged: ({ git }: QueueService, number: number) => git.mergePull(number)
  }
  for (const [end, act] of Object.entries(ends)) {
    const { service, number } = await blocked(t)
    await service.hear(act(service, number))
    await service.settle()
    const status = end === 'closed' ? 'removed' : 'merged'
    t.match(await entryOf(service, number), { status, position: 0, blocked_reason: null }, end)
    const ejected = (await service.events()).filter(({ event_type }) => event_type === 'pr_dequeued')
    t.same(ejected, [], 'it was counted when it was blocked')
  }
})

t.test('what is blocked leaves when its label is removed', async (t) => {
  const service = await startQueue(t, { ci: redFiles })
  const { git, hear, settle } = service
  const number = await service.pull({ 'red.txt': 'red\n' })
  await hear(git.label(number, 'auto-merge'))
  await settle()
  t.match(await entryOf(service, number), { status: 'blocked' })
  await hear(git.unlabel(number, 'auto-merge'))
  await settle()
  t.match(await entryOf(service, number), { status: 'removed', position: 0 })
})

t.test('whoever adds the label is told why the pull request is not admitted', async (t) => {
  const service = await startQueue(t)
  const { git, hear, settle } = service
  const { number, events } = git.openPull({ files: { 'x.txt': 'x\n' }, author: 'octocat' })
  await hear(events)
  await hear(git.label(number, 'auto-merge'))
  await settle()
  t.match(git.comments(number), [/not admitted[\s\S]*0 of 1 approvals/])
  await hear(git.approve(number, 'reviewer'))
  await settle()
  t.match(git.comments(number), [/merged into/], 'the same comment tells how it went on')
})

t.test('a full queue says so on the pull request, and admits it when there is room', async (t) => {
  const service = await startQueue(t, { finishes: 'when told' }, { max_queue_depth: 1 })
  const { git, hear, settle, pull } = service
  const [first, second] = [await pull({ 'x.txt': 'x\n' }), await pull({ 'y.txt': 'y\n' })]
  await service.admit(first)
  await hear(git.label(second, 'auto-merge'))
  await settle()
  t.match(git.comments(second), [/holds 1 pull requests[\s\S]*Add the label auto-merge/])
  for (let round = 0; round < 4; round += 1) {
    await hear(git.finishChecks())
    await settle()
  }
  assertSound(t, service, [first, second])
})

t.test('new settings apply to what waits', async (t) => {
  const service = await startQueue(t, { finishes: 'when told' })
  const { git, hear, settle, pull, configure } = service
  const number = await pull({ 'x.txt': 'x\n' })
  await service.admit(number)
  await configure({ required_checks: ['lint'], merge_method: 'rebase' })
  await settle()
  t.match(await entryOf(service, number), {
    required_checks: ['lint'],
    merge_method: 'rebase',
    waiting_on: ['lint']
  })
  await hear(git.finishChecks())
  await configure({ base_branch: 'release' })
  await settle()
  t.match(await entryOf(service, number), { status: 'removed' })
  t.match(git.comments(number), [/does not go to the branch[\s\S]*merges into release/])
})

t.test('a check that people require anew blocks what is ready and has failed it', async (t) => {
  const ci: CiVerdict = () => ({ build: 'success', lint: 'failure' })
  const service = await startQueue(t, { ci }, { batch_size: 2, batch_max_wait_secs: 600 })
  const number = await service.pull({ 'x.txt': 'x\n' })
  await service.admit(number)
  t.match(await entryOf(service, number), { status: 'ready' })
  await service.configure({ required_checks: ['build', 'lint'] })
  await service.settle()
  t.match(await entryOf(service, number), { status: 'blocked', checks_failed: ['lint'] })
})

t.test(
  'a conflict that the host learns of after the admission blocks what has no checks because of it',
  async (t) => {
    const service = await startQueue(t, { finishes: 'when told', unknownReads: 1 })
    const { git, world, pull, admit, hear, settle, queue } = service
    const [conflicting, fine] = [await pull({ 'a.txt': 'mine\n' }), await pull({ 'x.txt': 'x\n' })]
    await hear(git.pushOutside({ 'a.txt': 'theirs\n' }))
    for (const number of [conflicting, fine]) t.match(await admit(number), { admitted: true })
    await settle()
    world.advance(60_000)
    await settle()
    t.match((await queue()).entries, [
      { pr_number: fine, status: 'pending' },
      { pr_number: conflicting, status: 'blocked', blocked_reason: 'conflict' }
    ])
    t.match(git.comments(conflicting).at(-1), /conflicts[\s\S]*resolve the conflict, and push/)
    await hear(git.finishChecks())
    await settle()
    await hear(git.finishChecks())
    await settle()
    assertSound(t, service, [fine])
  }
)
