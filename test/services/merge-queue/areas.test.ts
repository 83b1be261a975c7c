// Areas of a repository: what people declare, and which of them a pull request in the queue changes.
import { eq, sql } from 'drizzle-orm'
import t from 'tap'
import { managedActions } from '#tables/actions/managed-actions.js'
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
  await service.settle()
  t.match(await entryOf(service, number), { areas: ['frontend'] }, 'they are asked for again')
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

/** Lands `web/a.ts` as though, for one area, another tree had been tested: one with these files besides. */
async function landedBeside(
  t: Parameters<typeof startQueue>[0],
  files: Readonly<Record<string, string>>,
  area: typeof FRONTEND
) {
  const service = await startQueue(t, {}, WITH_AREAS)
  const { git, deps, hear, work, settle, world } = service
  const number = await service.pull({ 'web/a.ts': 'a\n' })
  await service.admit(number)
  git.push('tested', { 'web/a.ts': 'a\n', ...files })
  const tested = { tested_tree: git.treeAt(git.tip('tested') ?? ''), tested_areas: [area] }
  const isLanding = eq(managedActions.actionType, 'merge-pr')
  for (let round = 0; round < 5 && (await deps.db.$count(managedActions, isLanding)) === 0; round += 1) {
    t.same([...(await work(['action'])), ...(await work(['merge-queue']))], [])
    await hear(world.takeEvents())
    t.same(await work(['merge-queue']), [])
  }
  const evidence = sql`${managedActions.evidence} || ${JSON.stringify(tested)}::jsonb`
  await deps.db.update(managedActions).set({ evidence }).where(isLanding)
  await settle()
  assertSound(t, service, [number])
  const decisions = await service.decisions()
  const decision = decisions.find(({ trigger_event }) => trigger_event === 'merge_queue.landed')
  const landing = (await service.events()).find(({ event_type }) => event_type === 'pr_merged')
  return { decision, landing }
}

t.test('what others landed outside the areas of a landing does not count against it', async (t) => {
  const { decision, landing } = await landedBeside(t, { 'api/deep/b.ts': 'b\n', 'c.txt': 'c\n' }, FRONTEND)
  t.match(decision, {
    reason: 'It was merged as it was tested. It was tested for the area `frontend`.'
  })
  t.match(landing?.metadata, { tested: true })
})

t.test('what differs within the areas of a landing was not tested', async (t) => {
  const { decision, landing } = await landedBeside(t, { 'web/deep/b.ts': 'b\n' }, FRONTEND)
  t.match(decision?.reason, /holds another tree than the one that was tested/)
  t.match(landing?.metadata, { tested: false })
})
