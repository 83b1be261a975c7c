// What the API shows of the queue of a repository.
import t from 'tap'
import { startPeople } from '#test/fixtures/people-service.js'
import { QUEUE_PATH, startQueue } from '#test/fixtures/queue-service.js'

const SHOWN = '/api/phase2/queue/{owner}/{repo}'

t.test('what waits comes first, in its order, and what has ended after it, the latest first', async (t) => {
  const service = await startQueue(t, {}, { batch_size: 1 })
  const { client, pull, admit, settle, configure, world } = service
  const landed = [await pull({ 'v.txt': 'v\n' }), await pull({ 'w.txt': 'w\n' })]
  for (const number of landed) {
    world.advance(1_000)
    await admit(number)
    await settle()
  }
  const [from, to] = [world.now(), new Date(world.now().getTime() + 3_600_000)]
  await configure({ freezes: [{ from: from.toISOString(), to: to.toISOString(), reason: 'Release' }] })
  const waiting = [await pull({ 'x.txt': 'x\n' }), await pull({ 'y.txt': 'y\n' })]
  for (const number of waiting) await admit(number)
  await settle()
  const { entries, config, lanes } = await service.queue()
  t.same(
    entries.map(({ pr_number }) => pr_number),
    [...waiting, ...landed.reverse()]
  )
  t.match(config, { enabled: true, required_checks: ['build'], freezes: [{ reason: 'Release' }] })
  t.same(lanes, [{ base_branch: 'main', depth: 2, head_pr: waiting[0], frozen: 'Release', stopped: null }])
  const active = await client.GET(SHOWN, {
    params: { path: QUEUE_PATH, query: { include_inactive: false } }
  })
  t.same(
    active.data?.entries.map(({ pr_number }) => pr_number),
    waiting
  )
})

t.test('a queue that nobody has configured is empty, and an unknown repository has none', async (t) => {
  const { client, sync } = await startPeople(t)
  t.same(await sync(), [])
  const shown = (repo: string) => client.GET(SHOWN, { params: { path: { owner: 'octo-org', repo } } })
  t.same((await shown('Hello')).data, { entries: [], config: null, lanes: [] })
  t.match(await shown('unknown'), { response: { status: 404 }, error: { code: 'repo_not_found' } })
})
