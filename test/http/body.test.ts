import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import t, { type Test } from 'tap'
import { parseBoundedBodies } from '#http/body.js'
import { registerErrors } from '#http/plugins/errors.js'
import { mapRoutes } from '#http/plugins/route-map.js'
import type { App } from '#http/reply.js'
import { openLog } from '#logger.js'
import { until } from '../harness/until.js'

/** A server that answers with the length of the body, and says how much of bodies has arrived at it. */
async function start(t: Test) {
  const app = Fastify({ loggerInstance: openLog('silent') })
  t.teardown(() => app.close())
  registerErrors(app, mapRoutes(app))
  const seen = { bytes: 0, gone: 0 }
  app.addHook('preParsing', (request, _reply, payload, done) => {
    request.raw.once('close', () => {
      seen.gone += 1
    })
    payload.on('data', (chunk: Buffer) => {
      seen.bytes += chunk.length
    })
    done(null, payload)
  })
  await app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers()
    parseBoundedBodies(scope, { each: 100, all: 150, small: 10 })
    scope.post('/', async ({ body }) => ({ length: Buffer.isBuffer(body) ? body.length : -1 }))
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const begin = (length?: number) => {
    const headers = {
      'content-type': 'application/json',
      ...(length === undefined ? {} : { 'content-length': length })
    }
    const sent = request(address, { method: 'POST', headers })
    t.teardown(() => sent.destroy())
    sent.on('error', () => {})
    sent.flushHeaders()
    return sent
  }
  return { seen, begin }
}

async function replyTo(sent: ClientRequest) {
  const [reply]: IncomingMessage[] = await once(sent, 'response')
  if (!reply) throw new Error('a response is a message')
  return { status: reply.statusCode, headers: reply.headers, body: JSON.parse(await text(reply)) }
}

t.test('bodies keep no more than their common bound: the slowest gives way to the next', async (t) => {
  const { seen, begin } = await start(t)
  const slow = begin()
  slow.write('x'.repeat(60))
  await until('it is read', async () => seen.bytes === 60)
  const other = begin(100)
  other.write('x'.repeat(80))
  await until('both are read', async () => seen.bytes === 140)
  const refusal = replyTo(slow)
  const next = begin()
  next.end('x'.repeat(20))
  t.match(await replyTo(next), { status: 200, body: { length: 20 } })
  const refused = await refusal
  t.match(refused, { status: 503, headers: { 'retry-after': /^\d+$/ }, body: { code: 'busy', status: 503 } })
  t.equal(refused.body.retry_after_seconds, Number(refused.headers['retry-after']))
  other.end('x'.repeat(20))
  t.match(await replyTo(other), { status: 200, body: { length: 100 } }, 'the faster one goes on')
})

t.test('many slow bodies, small and large, keep no honest one out', async (t) => {
  const { seen, begin } = await start(t)
  for (const bytes of [40, 40, 40, 9, 9, 9]) begin().write('x'.repeat(bytes))
  await until('they are read', async () => seen.bytes === 147)
  for (let at = 0; at < 20; at += 1) {
    const honest = begin(10)
    honest.end('x'.repeat(10))
    t.match(await replyTo(honest), { status: 200, body: { length: 10 } })
  }
})

t.test('an answer and an abort make room again', async (t) => {
  const { seen, begin } = await start(t)
  for (let at = 0; at < 3; at += 1) {
    const answered = begin()
    answered.end('x'.repeat(100))
    t.match(await replyTo(answered), { status: 200, body: { length: 100 } })
    const [bytes, gone] = [seen.bytes, seen.gone]
    const aborted = begin(100)
    aborted.write('x'.repeat(90))
    await until('it is read', async () => seen.bytes === bytes + 90)
    aborted.destroy()
    await until('it is gone', async () => seen.gone === gone + 1)
  }
})

t.test('a body that is announced and does not come keeps nobody out', async (t) => {
  const { begin } = await start(t)
  for (let at = 0; at < 5; at += 1) begin(100)
  const sent = begin(100)
  sent.end('x'.repeat(100))
  t.equal((await replyTo(sent)).status, 200)
})

t.test('a body above its own bound is 413, announced or not', async (t) => {
  const { begin } = await start(t)
  t.equal((await replyTo(begin(101))).status, 413)
  const sent = begin()
  sent.write('x'.repeat(101))
  t.equal((await replyTo(sent)).status, 413)
})
