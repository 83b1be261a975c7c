import t from 'tap'
import type { Deps } from '#deps.js'
import { startTestService } from '#test/harness/app.js'

const MIB = 1024 * 1024
let free: number | Error = 0
const disk: Deps['disk'] = {
  reserveBytes: 256 * MIB,
  freeBytes: async () => {
    if (typeof free === 'number') return free
    throw free
  }
}
const service = await startTestService({ work: false, deps: { disk } })
t.teardown(() => service.close())

t.test('before the disk is full no delivery is taken in, and health says why', async (t) => {
  free = 256 * MIB - 1
  const reply = await service.deliver({})
  t.equal(reply.statusCode, 507)
  t.equal(reply.headers['retry-after'], '60')
  t.match(reply.json(), {
    error: 'Insufficient Storage',
    message: /DISK_RESERVE_MIB/,
    status: 507,
    code: 'disk_low',
    retry_after_seconds: 60
  })
  const { data } = await service.client.GET('/health')
  t.match(data, { status: 'degraded', disk: { free_bytes: free, reserve_bytes: 256 * MIB, is_low: true } })
})

t.test('with room enough, and where the room cannot be told, deliveries are taken in', async (t) => {
  for (const room of [256 * MIB, new Error('no such device')]) {
    free = room
    t.equal((await service.deliver({})).statusCode, 202)
  }
})
