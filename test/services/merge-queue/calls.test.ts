// What the queue asks of the host: all that decides, when it decides, and nothing else.
import t from 'tap'
import { assertSound, startQueue } from '#test/fixtures/queue-service.js'

const PULL = 'GET /repos/{owner}/{repo}/pulls/{pull_number}'
const REVIEWS = `${PULL}/reviews`
const PERMISSION = 'GET /repos/{owner}/{repo}/collaborators/{username}/permission'
const RUNS = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs'
const BASE = 'GET /repos/{owner}/{repo}/branches/{branch}'
const DELETION = 'DELETE /repos/{owner}/{repo}/git/refs/{ref}'

t.test('everything that lets a pull request land is read right before it lands, and once', async (t) => {
  const service = await startQueue(t, { finishes: 'when told' })
  const { git, world, pull, admit, settle, hear } = service
  const number = await pull({ 'x.txt': 'x\n' })
  await admit(number)
  await hear(git.finishChecks())
  await settle()
  await hear(git.finishChecks())
  world.forgetCounts()
  await settle()
  assertSound(t, service, [number])
  const counts = world.counts()
  t.same(
    [PULL, REVIEWS, PERMISSION].map((route) => counts[route]),
    [1, 1, 1]
  )
  t.ok(world.count(BASE) > 0)
})

t.test('a head that moves right before its landing does not land untested', async (t) => {
  const service = await startQueue(t)
  const { git, world, pull, admit, settle } = service
  const number = await pull({ 'x.txt': 'x\n' })
  await admit(number)
  world.before(BASE, () => {
    world.before(PULL, () => void git.pushToPull(number, { 'y.txt': 'y\n' }))
  })
  await settle()
  t.same(git.untested(), [])
  assertSound(t, service, [number])
  t.equal(git.files()['y.txt'], 'y\n', 'the new head landed')
})

t.test('whoever loses write access after the admission no longer approves the landing', async (t) => {
  const { git, world, repository, pull, admit, settle, hear, queue } = await startQueue(t, {
    finishes: 'when told'
  })
  const number = await pull({ 'x.txt': 'x\n' })
  t.match(await admit(number), { admitted: true })
  await hear(git.finishChecks())
  await settle()
  world.addCollaborator(repository, 'reviewer', 'pull')
  await hear(git.finishChecks())
  await settle()
  t.match((await queue()).entries, [{ status: 'blocked' }])
  t.same(git.landingsOfService(), [])
})

t.test('a review of what nobody wants to merge is no reason to ask the host', async (t) => {
  const { git, world, pull, settle, hear } = await startQueue(t)
  const number = await pull({ 'x.txt': 'x\n' })
  await settle()
  world.forgetCounts()
  await hear(git.approve(number, 'maintainer'))
  await settle()
  t.same(world.counts(), {})
})

t.test('a review of an entry is read without its checks, until they have to be awaited again', async (t) => {
  const { git, world, pull, admit, settle, hear } = await startQueue(t, { finishes: 'when told' })
  const number = await pull({ 'x.txt': 'x\n' })
  await admit(number)
  await hear(git.finishChecks())
  await settle()
  world.forgetCounts()
  await hear(git.commentReview(number, 'maintainer'))
  await settle()
  t.same([world.count(REVIEWS), world.count(RUNS)], [1, 0])
  await hear(git.pushToPull(number, { 'y.txt': 'y\n' }))
  await settle()
  t.ok(world.count(RUNS) > 0)
})

t.test('a success is read by who waits for it, and a failure by everybody in the queue', async (t) => {
  const { git, world, pull, admit, settle, hear } = await startQueue(t, { finishes: 'when told' })
  const number = await pull({ 'x.txt': 'x\n' })
  const sha = git.pull(number).pull.headSha
  await admit(number)
  await settle()
  async function readsAfter(events: Parameters<typeof hear>[0]): Promise<boolean> {
    world.forgetCounts()
    await hear(events)
    await settle()
    return world.count(RUNS) > 0
  }
  t.ok(await readsAfter(git.finishChecks()), 'it waits for the checks of its head')
  t.notOk(await readsAfter(git.setStatus({ sha, context: 'build', state: 'success' })), 'they have passed')
  t.ok(await readsAfter(git.setStatus({ sha, context: 'build', state: 'failure' })))
})

t.test('of a candidate whose building had not begun nothing is removed', async (t) => {
  const { git, world, pull, admit, remove, settle } = await startQueue(t)
  const number = await pull({ 'x.txt': 'x\n' })
  await admit(number)
  await remove(number)
  await settle()
  t.equal(world.count(DELETION), 0)
  t.same(git.branches('service-queue'), [])
})
