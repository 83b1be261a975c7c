import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import t from 'tap'
import { PACKAGE_FOLDER } from '#paths.js'
import { KEY } from './harness/app.js'
import { hearStream } from './harness/event-stream.js'
import { homeOf, type ServiceProcess, serviceProcess } from './harness/process.js'
import { SERVER } from './harness/server.js'
import { stallingProxy } from './harness/stalling-proxy.js'
import { until } from './harness/until.js'

const BODY = JSON.stringify({ password: KEY })

/** A login of which the second half of the body is still to come. */
async function halfARequest({ address }: ServiceProcess) {
  const { port, hostname } = new URL(address)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const head = [
    'POST /api/auth/login HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${BODY.length}`
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${BODY.slice(0, 10)}`)
  return { socket, finish: () => socket.write(BODY.slice(10)) }
}

async function received(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket) text += chunk
  return text
}

const refusesConnections = async ({ address }: ServiceProcess) =>
  fetch(`${address}/health`).then(
    () => false,
    () => true
  )

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  t.test(
    `on ${signal} a request that runs is answered, no new one is taken, and the exit code is 0`,
    async (t) => {
      const service = serviceProcess(t, await homeOf(t))
      await service.start()
      const { socket, finish } = await halfARequest(service)
      // Once another request is answered, the first half has arrived.
      t.equal((await service.client.GET('/api/auth/session')).response.status, 200)
      service.signal(signal)
      await until('no new connection is taken', () => refusesConnections(service))
      const reply = received(socket)
      finish()
      t.match(await reply, /^HTTP\/1\.1 200 OK\r\n(.+\r\n)*set-cookie: service-session=/)
      t.equal(await service.end(), 0)
    }
  )
}

t.test('whoever stops `npm start` stops the service too', async (t) => {
  const PATH = process.env['PATH'] ?? ''
  const service = serviceProcess(t, { ...(await homeOf(t)), PATH }, [
    'npm',
    'start',
    '--prefix',
    PACKAGE_FOLDER
  ])
  await service.start()
  service.signal('SIGTERM')
  await until('no new connection is taken', () => refusesConnections(service))
  await service.end()
})

t.test(
  'what arrives on an open connection while it stops is refused in the one shape of errors',
  async (t) => {
    const service = serviceProcess(t, await homeOf(t))
    await service.start()
    const asked = await Promise.all(
      ['/api/repos', '/health', '/docs', '/nowhere', '/%zz'].map(async (path) => {
        const { socket, finish } = await halfARequest(service)
        const next = () => socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
        return { path, finish, next, reply: received(socket) }
      })
    )
    t.equal((await service.client.GET('/api/auth/session')).response.status, 200)
    service.signal('SIGTERM')
    await until('no new connection is taken', () => refusesConnections(service))
    for (const { path, finish, next, reply } of asked) {
      finish()
      next()
      const [head = '', body = ''] = (await reply).split('HTTP/1.1')[2]?.split('\r\n\r\n') ?? []
      t.match(head, /^ 503 /, path)
      t.match(head, /\r\nconnection: close(\r|$)/i)
      t.match(head, /\r\nretry-after: 5(\r|$)/i)
      const { request_id, ...told } = JSON.parse(body)
      t.ok(request_id === undefined || head.includes(request_id), 'the request of the header')
      t.strictSame(told, {
        error: 'Service Unavailable',
        message: 'This process is shutting down. Try again shortly.',
        status: 503,
        code: 'stopping',
        retry_after_seconds: 5
      })
    }
    t.equal(await service.end(), 0)
  }
)

t.test('connections that idle do not hold up the end', async (t) => {
  const service = serviceProcess(t, await homeOf(t))
  await service.start()
  const { port, hostname } = new URL(service.address)
  const silent = connect(Number(port), hostname)
  const used = connect(Number(port), hostname)
  used.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(used, 'data')
  t.equal(await service.stop(), 0)
  for (const socket of [silent, used]) socket.destroy()
})

t.test('streams of changes end in order, and do not hold up the end', async (t) => {
  const service = serviceProcess(t, await homeOf(t))
  await service.start()
  const headers = { authorization: `Bearer ${KEY}` }
  const streams = await Promise.all([1, 2].map(() => hearStream(t, { address: service.address, headers })))
  for (const stream of streams) await until('it is open', async () => stream.events.length > 0)
  t.equal(await service.stop(), 0)
  for (const stream of streams) {
    await until('it ends', async () => stream.end !== undefined)
    t.equal(stream.end, 'ended', 'what is cut off after the time for the end would be cut')
  }
})

const skip = SERVER === undefined && 'the embedded database is part of the process'

t.test('a database that is silent does not hold up the end, and the exit code is 0', { skip }, async (t) => {
  const home = await homeOf(t)
  const way = await stallingProxy(t, home['DATABASE_URL'] ?? '')
  const service = serviceProcess(t, { ...home, DATABASE_URL: way.url })
  await service.start()
  t.equal((await service.client.GET('/api/deliveries')).response.status, 200, 'it holds tickets to return')
  const stream = await hearStream(t, {
    address: service.address,
    headers: { authorization: `Bearer ${KEY}` }
  })
  way.stall()
  t.equal(await service.stop(), 0)
  t.equal(stream.end, 'ended')
})

t.test('a request that never ends is cut off in time, and the exit code is still 0', async (t) => {
  const service = serviceProcess(t, await homeOf(t))
  await service.start()
  const { socket } = await halfARequest(service)
  t.teardown(() => socket.destroy())
  t.equal((await service.client.GET('/api/auth/session')).response.status, 200)
  t.equal(await service.stop(), 0, 'what hangs would have ended with 1')
})
