// What the queue asks of the host: all that decides, when it decides, and nothing else.
import t from 'tap'
import { startQueue } from '#test/fixtures/queue-service.js'

const PULL = 'GET /repos/{owner}/{repo}/pulls/{pull_number}'
const REVIEWS = `${PULL}/reviews`
const RUNS = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs'

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
