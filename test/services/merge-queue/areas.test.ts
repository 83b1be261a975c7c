// Areas of a repository: what people declare, and which of them a pull request in the queue changes.
import t, { type Test } from 'tap'
import { assertSound, QUEUE_PATH, type QueueService, startQueue } from '#test/fixtures/queue-service.js'

const FRONTEND = { name: 'frontend', paths: ['web/**'] }
const BACKEND = { name: 'backend', paths: ['api/**', 'shared/*.sql'] }

t.test('areas are kept as they were declared, and none are declared at first', async (t) => {
  const { configure, queue } = await startQueue(t)
  t.same((await queue()).config?.areas, [])
  t.same((await configure({ areas: [FRONTEND, BACKEND] })).areas, [FRONTEND, BACKEND])
  t.same((await configure({ batch_size: 2 })).areas, [FRONTEND, BACKEND])
  t.same((await queue()).config?.areas, [FRONTEND, BACKEND])
  t.same((await configure({ areas: [] })).areas, [])
})

t.test('areas that cannot be told apart, or hold nothing, are refused in words', async (t) => {
  const { client } = await startQueue(t)
  const refused = async (areas: (typeof FRONTEND)[]) => {
    const { error, response } = await client.POST('/api/phase2/queue/{owner}/{repo}/config', {
      params: { path: QUEUE_PATH },
      body: { areas }
    })
    t.equal(response.status, 400)
    return error?.message
  }
  t.equal(await refused([FRONTEND, BACKEND, FRONTEND]), '/areas/2/name: must be the name of one area only')
  t.match(await refused([{ name: 'Front end', paths: ['web/**'] }]), /\/areas\/0\/name.*lower-case letters/)
  t.match(await refused([{ name: 'empty', paths: [] }]), /\/areas\/0\/paths/)
  t.match(await refused([{ name: 'twice', paths: ['a', 'a'] }]), /\/areas\/0\/paths/)
  const many = Array.from({ length: 51 }, (_, at) => ({ name: `area-${at}`, paths: ['a/**'] }))
  t.match(await refused(many), /\/areas/)
})

const WITH_AREAS = { areas: [FRONTEND, BACKEND] }
const FILES = 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files'

const entryOf = async ({ queue }: QueueService, number: number) =>
  (await queue()).entries.find(({ pr_number }) => pr_number === number)

/** In the queue, while its checks run. */
async function waiting(service: QueueService, files: Readonly<Record<string, string>>) {
  const number = await service.pull(files)
  await service.admit(number)
  await service.settle()
  return number
}

t.test('an entry shows the areas of the files that it changes, and people read them', async (t) => {
  const service = await startQueue(t, { finishes: 'when told' }, WITH_AREAS)
  const one = await waiting(service, { 'web/a.ts': 'a\n' })
  const both = await waiting(service, { 'web/b.ts': 'b\n', 'shared/b.sql': 'b\n' })
  const more = await waiting(service, { 'web/c.ts': 'c\n', 'package.json': '{}\n' })
  t.match(await entryOf(service, one), { areas: ['frontend'] })
  t.match(await entryOf(service, both), { areas: ['backend', 'frontend'] })
  t.match(await entryOf(service, more), { areas: null }, 'a file of no area may touch everything')
  t.match(service.git.comments(one), [/It changes the area `frontend`\./])
  t.match(service.git.comments(both), [/It changes the areas `backend`, `frontend`\./])
  t.notMatch(service.git.comments(more).join(), /the area/)
})

t.test('a file that was moved from one area to another belongs to both', async (t) => {
  const service = await startQueue(t, { finishes: 'when told' }, WITH_AREAS)
  const moved = { filename: 'web/a.ts', status: 'renamed', previous_filename: 'api/a.ts' }
  service.world.failNext(FILES, 1, (answer) => ({ ...answer, body: [moved] }))
  const number = await waiting(service, { 'web/a.ts': 'a\n' })
  t.match(await entryOf(service, number), { areas: ['backend', 'frontend'] })
})

t.test('files that the host does not tell may be anything', async (t) => {
  const service = await startQueue(t, { finishes: 'when told' }, WITH_AREAS)
  service.world.failNext(FILES, 1, (answer) => ({ ...answer, body: [] }))
  const number = await service.pull({ 'web/a.ts': 'a\n' })
  t.match(await service.admit(number), { admitted: true, entry: { areas: null } })
  await service.hear(service.git.approve(number, 'maintainer'))
  await service.settle()
  t.match(await entryOf(service, number), { areas: ['frontend'] }, 'the next look asks for them again')
})

t.test('a push changes the areas of an entry', async (t) => {
  const service = await startQueue(t, { finishes: 'when told' }, WITH_AREAS)
  const { git, hear, settle } = service
  const number = await waiting(service, { 'web/a.ts': 'a\n' })
  await hear(git.pushToPull(number, { 'api/a.ts': 'a\n' }))
  await settle()
  t.match(await entryOf(service, number), { areas: ['backend', 'frontend'] })
  await hear(git.pushToPull(number, { Makefile: 'all:\n' }))
  await settle()
  t.match(await entryOf(service, number), { areas: null })
})

t.test(
  'other areas are known of an entry once it was looked at; until then it may touch everything',
  async (t) => {
    const service = await startQueue(t, { finishes: 'when told' }, WITH_AREAS)
    const { configure, settle } = service
    const number = await waiting(service, { 'web/a.ts': 'a\n' })
    await configure({ areas: [{ name: 'all', paths: ['**'] }] })
    t.match(await entryOf(service, number), { areas: null })
    await settle()
    t.match(await entryOf(service, number), { areas: ['all'] })
    await configure({ areas: [] })
    const jobs = (await service.waiting(['merge-queue'])).map(({ name }) => name)
    t.notOk(jobs.includes('merge-queue.pull'), 'where none are declared nothing is looked up')
    t.match(await entryOf(service, number), { areas: null })
  }
)

t.test('without areas no files are asked for, and with them once for each head', async (t) => {
  for (const [patch, asked] of [
    [{}, 0],
    [WITH_AREAS, 1]
  ] as const) {
    const service = await startQueue(t, { finishes: 'when told' }, patch)
    const { git, hear, settle, world } = service
    const number = await waiting(service, { 'web/a.ts': 'a\n' })
    await hear(git.approve(number, 'maintainer'))
    await settle()
    t.equal(world.count(FILES), asked)
  }
})

/** The first in the queue is still being tested when the second lands. */
async function landSecondFirst(t: Test, service: QueueService, second: number) {
  const { git, hear, settle, queue } = service
  await hear(git.finishChecks())
  await settle()
  const candidates = (await queue()).entries.map(({ candidate_sha }) => candidate_sha ?? '')
  t.equal(new Set(candidates).size, 2, 'each has a candidate of its own')
  for (const sha of candidates.toReversed()) {
    await hear(git.finishChecks(sha))
    await settle()
  }
  const landings = (await service.decisions()).filter(
    ({ trigger_event }) => trigger_event === 'merge_queue.landed'
  )
  const events = await service.events()
  return {
    reason: landings.find(({ target_number }) => target_number !== second)?.reason,
    tests: events.filter(({ event_type }) => event_type === 'batch_started').length,
    merges: events.filter(({ event_type }) => event_type === 'pr_merged').map(({ metadata }) => metadata)
  }
}

t.test('pull requests of two areas are tested at once, and once each', async (t) => {
  const service = await startQueue(t, { finishes: 'when told' }, WITH_AREAS)
  const first = await waiting(service, { 'web/a.ts': 'a\n' })
  const second = await waiting(service, { 'api/deep/b.ts': 'b\n' })
  const { reason, tests, merges } = await landSecondFirst(t, service, second)
  assertSound(t, service, [second, first])
  t.equal(reason, 'It was merged as it was tested. It was tested for the area `frontend`.')
  t.equal(tests, 2)
  t.match(merges, [{ tested: true }, { tested: true }])
})

t.test('what differs within the areas of a landing was not tested', async (t) => {
  const service = await startQueue(t, { finishes: 'when told' }, WITH_AREAS)
  await waiting(service, { 'web/a.ts': 'a\n' })
  // The host names another file than the one that it changes.
  service.world.failNext(FILES, 1, (answer) => ({
    ...answer,
    body: [{ filename: 'api/b.ts', status: 'added' }]
  }))
  const second = await waiting(service, { 'web/deep/b.ts': 'b\n' })
  const { reason, merges } = await landSecondFirst(t, service, second)
  t.equal(reason, 'It was merged, and the base holds another tree than the one that was tested.')
  t.match(merges, [{ tested: false }, { tested: true }])
})
