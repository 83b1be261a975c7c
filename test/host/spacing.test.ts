import t, { type Test } from 'tap'
import { startFakeHost } from '#demo/world/http.js'
import type { WriteOptions } from '#host/api/client.js'
import { APP, connect } from '../harness/host.js'

const REPO = '/repos/octo-org/hello'
const WORK: WriteOptions = { installationId: 7, priority: 'work' }
const URGENT: WriteOptions = { ...WORK, priority: 'interactive' }

async function started(t: Test, options: Parameters<typeof connect>[1] = {}) {
  const fake = await startFakeHost()
  t.teardown(() => fake.close())
  fake.on(`GET ${REPO}`, { body: { id: 42 } })
  fake.otherwise = async ({ path }) => (path.startsWith(REPO) ? { status: 201, body: {} } : undefined)
  const connected = connect(fake, { ...options, limits: { spacedWrites: true } })
  const { client } = connected
  return {
    fake,
    ...connected,
    write: (path: string, options = WORK) =>
      client.write({ method: 'POST', path: `${REPO}/${path}`, body: {} }, options),
    read: (options = WORK) => client.read({ path: REPO }, { ...options, fresh: true }),
    asked: () => fake.asked.map(({ path }) => path.replace(`${REPO}/`, ''))
  }
}

t.test('a write is sent when the one before it has been answered, and a pause has passed', async (t) => {
  const { fake, write, read, asked, slept } = await started(t)
  const { arrived, release } = fake.hold(`POST ${REPO}/issues`)
  const first = write('issues')
  await arrived
  const second = write('labels')
  await read()
  t.same(asked(), ['issues', REPO], 'reads do not wait for it')
  t.same(slept, [], 'nor does the pause begin before the answer')
  release()
  await Promise.all([first, second])
  t.same(asked(), ['issues', REPO, 'labels'])
  t.equal(slept[0], 1_000)
})

t.test(
  'what people are told of is followed by a second, commits and branches by a third of one',
  async (t) => {
    const { write, slept } = await started(t)
    const paths = [
      'issues/1/comments',
      'git/refs',
      'git/commits',
      'merges',
      'merges/others',
      'pulls',
      'labels'
    ]
    for (const path of paths) await write(path)
    t.same(slept.slice(0, 6), [1_000, 340, 340, 340, 1_000, 1_000])
  }
)

t.test('urgent writes go first, and otherwise the oldest', async (t) => {
  const { fake, write, asked } = await started(t)
  const { arrived, release } = fake.hold(`POST ${REPO}/first`)
  const first = write('first')
  await arrived
  const others = [
    write('late', { ...WORK, priority: 'backfill' }),
    write('work-1'),
    write('work-2'),
    write('urgent-1', URGENT),
    write('urgent-2', URGENT)
  ]
  release()
  await Promise.all([first, ...others])
  t.same(asked(), ['first', 'urgent-1', 'urgent-2', 'work-1', 'work-2', 'late'])
})

t.test('writes that wait for their turn take no place from reads', async (t) => {
  const { fake, write, read, asked } = await started(t)
  const { arrived, release } = fake.hold(`POST ${REPO}/first`)
  const writes = [write('first'), ...Array.from({ length: 12 }, (_, at) => write(`more-${at}`))]
  await arrived
  await read()
  t.same(asked(), ['first', REPO])
  release()
  await Promise.all(writes)
})

t.test('installations do not wait for one another', async (t) => {
  const { fake, write, asked } = await started(t, { credential: APP })
  const { arrived, release } = fake.hold(`POST ${REPO}/first`)
  const first = write('first')
  await arrived
  await write('second', { ...WORK, installationId: 8 })
  t.same(asked(), ['first', 'second'])
  release()
  await first
})

t.test('a write that fails gives its turn on; one that was not sent, at once', async (t) => {
  const { fake, write, asked, slept } = await started(t)
  fake.failNext(`POST ${REPO}/issues`, { status: 429, headers: { 'retry-after': '3600' } })
  await t.rejects(write('issues'), { code: 'host_rate_limited' })
  await t.rejects(write('labels'), { name: 'HostError' }, 'the host has asked for a pause')
  await t.rejects(write('labels'), { name: 'HostError' })
  t.same(slept, [1_000])
  fake.advance(3_600_000)
  await write('pulls')
  t.same(asked(), ['issues', 'pulls'])
})

t.test('a write that waits for its budget leaves its turn to others', async (t) => {
  const { fake, write, read, asked } = await started(t)
  // Work leaves the last tenth to urgent calls.
  fake.rate = { limit: 100, remaining: 5, resetInSeconds: 20 }
  await read(URGENT)
  const waiting = write('work')
  await write('urgent', URGENT)
  t.same(asked(), [REPO, 'urgent'])
  await waiting
  t.same(asked(), [REPO, 'urgent', 'work'])
})

t.test('tokens for installations are issued without a pause between them', async (t) => {
  const { write, slept } = await started(t, { credential: APP })
  for (const installationId of [7, 8, 9]) await write('issues', { ...WORK, installationId })
  t.same(slept, [1_000, 1_000, 1_000])
})

t.test('whether a write may still be sent is asked when its turn has come, and not before', async (t) => {
  const { fake, write, asked } = await started(t)
  const { arrived, release } = fake.hold(`POST ${REPO}/first`)
  const first = write('first')
  await arrived
  let isAllowed = true
  const mayWrite = () => (isAllowed ? Promise.resolve() : Promise.reject(new Error('the lease is lost')))
  const second = write('second', { ...WORK, mayWrite })
  isAllowed = false
  release()
  await first
  await t.rejects(second, { message: 'the lease is lost' })
  await write('third')
  t.same(asked(), ['first', 'third'])
})
