// The disk of the embedded database gets full: what lets the database grow waits, and goes on once there is room.
import { randomUUID } from 'node:crypto'
import t, { type Test } from 'tap'
import { jobs } from '#capabilities/index.js'
import type { Deps, JobName, JobPayload } from '#deps.js'
import type { JobTable } from '#queue/job.js'
import { KEY, startTestService, type TestOptions, type TestService } from '#test/harness/app.js'
import { until } from '#test/harness/until.js'

const MIB = 1024 * 1024
const RESERVE = 256 * MIB
const LOW = RESERVE - 1

async function startOn(t: Test, options: TestOptions = {}) {
  const room: { free: number | Error } = { free: RESERVE }
  const disk: Deps['disk'] = {
    reserveBytes: RESERVE,
    freeBytes: async () => {
      if (typeof room.free === 'number') return room.free
      throw room.free
    }
  }
  const service = await startTestService({ ...options, work: false, deps: { disk } })
  t.teardown(() => service.close())
  return { ...service, room }
}

t.test('before the disk is full no delivery is accepted, and health and metrics say why', async (t) => {
  const { room, deliver, client, inject } = await startOn(t)
  room.free = LOW
  const reply = await deliver({})
  t.equal(reply.statusCode, 507)
  t.equal(reply.headers['retry-after'], '60')
  t.match(reply.json(), {
    error: 'Insufficient Storage',
    message: /DISK_RESERVE_MIB.*Free some space on the disk of DATA_DIR/,
    status: 507,
    code: 'disk_low',
    retry_after_seconds: 60
  })
  const { data } = await client.GET('/health')
  t.match(data, { status: 'degraded', disk: { free_bytes: LOW, reserve_bytes: RESERVE, is_low: true } })
  const { body } = await inject({ url: '/metrics', headers: { authorization: `Bearer ${KEY}` } })
  t.match(body, new RegExp(`^automation_disk_free_bytes ${LOW}$`, 'm'))
  t.match(body, /^automation_disk_low 1$/m)
})

t.test('with enough room, or unknown room, deliveries are accepted', async (t) => {
  const { room, deliver } = await startOn(t)
  for (const free of [RESERVE, new Error('no such device')]) {
    room.free = free
    t.equal((await deliver({})).statusCode, 202)
  }
})

/** What writes next to nothing, stops work, or has something dropped. */
const ANSWERED = [
  'DELETE /api/auth/sessions/{id}',
  'POST /api/actions/{id}/cancel',
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/config/diff-impact',
  'POST /api/config/playground',
  'POST /api/config/recommendations',
  'POST /api/config/simulate',
  'POST /api/config/validate',
  'POST /api/decisions/{id}/replay',
  'POST /api/gates/{owner}/{repo}/backtest',
  'POST /api/transfers/reconcile/discard'
]

/** Every operation that writes, called without a body. */
async function writesOf({ inject }: TestService) {
  const { paths } = (await inject({ url: '/openapi.json' })).json()
  const all: { name: string; isDocumented: boolean; status: number }[] = []
  for (const [path, operations] of Object.entries<Record<string, { responses: object }>>(paths))
    for (const [verb, { responses }] of Object.entries(operations)) {
      const method = verb.toUpperCase()
      if (method !== 'POST' && method !== 'PUT' && method !== 'PATCH' && method !== 'DELETE') continue
      const url = path.replaceAll(/\{\w+\}/g, '1')
      const { statusCode } = await inject({ method, url, headers: { authorization: `Bearer ${KEY}` } })
      all.push({ name: `${method} ${path}`, isDocumented: '507' in responses, status: statusCode })
    }
  return all
}

t.test(
  'on low disk, API writes that need room are refused, and other writes and reads are answered',
  async (t) => {
    const service = await startOn(t)
    service.room.free = LOW
    const writes = await writesOf(service)
    t.ok(writes.length > 25)
    t.same(
      writes
        .filter(({ status }) => status !== 507)
        .map(({ name }) => name)
        .sort(),
      [...ANSWERED].sort()
    )
    t.same(
      writes.filter(({ status, isDocumented }) => isDocumented !== (status === 507)),
      []
    )
    t.equal((await service.client.GET('/api/repos')).response.status, 200)
    service.room.free = RESERVE
    t.same(
      (await writesOf(service)).filter(({ status }) => status === 507),
      []
    )
  }
)

t.test('without a key a write is 401, whatever room there is', async (t) => {
  const { room, inject } = await startOn(t)
  room.free = LOW
  t.equal((await inject({ method: 'POST', url: '/api/waivers' })).statusCode, 401)
})

async function enqueued<Name extends JobName>(
  { deps }: TestService,
  name: Name,
  payload: JobPayload<Name>
): Promise<string> {
  const id = randomUUID()
  await deps.transaction((tx) => deps.queue.enqueue(tx, name, [{ payload, id }]))
  return id
}

t.test(
  'on low disk, background work waits and resumes by itself; jobs that free room or finish writes on the host continue',
  async (t) => {
    const begun: string[] = []
    const noted = (name: 'action.execute' | 'retention.sweep' | 'sync.fleet') => ({
      ...jobs[name],
      handle: async () => void begun.push(name)
    })
    const table: JobTable = {
      ...jobs,
      'action.execute': noted('action.execute'),
      'retention.sweep': noted('retention.sweep'),
      'sync.fleet': noted('sync.fleet')
    }
    const service = await startOn(t, { jobs: table })
    const { room, queue, deps, deliver, client } = service
    const delivery = randomUUID()
    t.equal((await deliver({ id: delivery })).statusCode, 202)
    const sync = await enqueued(service, 'sync.fleet', {})
    room.free = LOW
    await queue.work(deps)
    await enqueued(service, 'retention.sweep', {})
    await enqueued(service, 'action.execute', { action_id: 1 })
    await until('what needs no room has begun', async () => begun.length === 2)
    t.same([...begun].sort(), ['action.execute', 'retention.sweep'])
    t.match(await queue.findJob('sync.fleet', sync), { state: 'created', attempts: 0 })
    const { data: held } = await client.GET('/api/deliveries')
    t.match(held?.data, [{ state: 'queued' }])
    room.free = RESERVE
    await until('the sync has begun', async () => begun.includes('sync.fleet'))
    await until('the delivery is processed', async () => {
      const { data } = await client.GET('/api/deliveries')
      return data?.data[0]?.state === 'processed'
    })
  }
)

t.test('exactly these jobs run while the disk is low', async (t) => {
  const going = Object.entries(jobs).filter(([, { needsDiskSpace }]) => needsDiskSpace === false)
  t.same(going.map(([name]) => name).sort(), [
    'action.execute',
    'action.execute-urgent',
    'action.follow',
    'action.give-up',
    'retention.sweep'
  ])
})
