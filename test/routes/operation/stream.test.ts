import t, { type Test } from 'tap'
import { ADMIN_KEY, KEY, startTestService } from '#test/harness/app.js'
import { type HeardStream, hearStream, type StreamRequest, topicsIn } from '#test/harness/event-stream.js'
import { login, OWN_PAGE } from '#test/harness/sessions.js'
import { until } from '#test/harness/until.js'

const service = await startTestService({ ownApp: true, work: false })
const address = await service.app.listen({ host: '127.0.0.1', port: 0 })
/** Another service on the same database. */
const other = await startTestService({ ownApp: true, work: false, database: service.test })
t.teardown(async () => {
  await other.close()
  await service.close()
})

const BY_KEY = { authorization: `Bearer ${KEY}` }

async function open(t: Test, request: Partial<StreamRequest> = {}): Promise<HeardStream> {
  const stream = await hearStream(t, { address, headers: BY_KEY, ...request })
  if (stream.status === 200) await until('the first event', async () => stream.events.length > 0)
  return stream
}

const lastIdOf = ({ events }: HeardStream) => events.at(-1)?.id ?? ''

t.test('a change by another service is told, by name alone', async (t) => {
  const stream = await open(t)
  t.match(stream.headers.get('content-type'), /^text\/event-stream\b/)
  t.match(stream.headers.get('cache-control'), /no-transform/)
  t.equal(stream.headers.get('etag'), null)
  t.match(stream.text, /^retry: \d+\n/)
  await other.deliver({})
  await until('the delivery is told', async () => topicsIn(stream).has('deliveries'))
  for (const { name, id, data } of stream.events) {
    t.match(name, /^(changed|reset)$/)
    t.match(id, /^[0-9a-f]{8}-\d+$/)
    t.same(Object.keys(data), ['topics'])
  }
  t.notMatch(stream.text, /octo-org/)
})

t.test('what changes at once is one event, and each topic is named once', async (t) => {
  const stream = await open(t)
  const before = stream.events.length
  await Promise.all(Array.from({ length: 40 }, () => other.deliver({})))
  await until('the deliveries are told', async () => stream.events.length > before)
  t.ok(stream.events.length - before < 20, `${stream.events.length - before} events for 40 deliveries`)
  for (const { data } of stream.events) t.equal(new Set(data.topics).size, data.topics.length)
})

t.test('a stream continues where another one ended', async (t) => {
  const first = await open(t)
  const known = lastIdOf(first)
  first.close()
  await other.deliver({})
  const witness = await open(t, { headers: { authorization: `Bearer ${ADMIN_KEY}`, 'last-event-id': known } })
  await until('the delivery is told', async () => topicsIn(witness).has('deliveries'))
  witness.close()
  for (const request of [
    { headers: { ...BY_KEY, 'last-event-id': known } },
    { query: `?last_event_id=${known}` },
    { headers: { ...BY_KEY, 'last-event-id': known }, query: '?last_event_id=unknown' }
  ]) {
    const [event] = (await open(t, request)).events
    t.equal(event?.name, 'changed')
    t.ok(event?.data.topics.includes('deliveries'))
  }
  const [event] = (await open(t, { headers: { ...BY_KEY, 'last-event-id': lastIdOf(witness) } })).events
  t.notOk(event?.data.topics.includes('deliveries'), 'what was told is not told again')
})

t.test('whoever comes with an id of another process, or of none, is to load everything anew', async (t) => {
  const later = lastIdOf(await open(t)).replace(/\d+$/, '999999999')
  for (const id of ['00000000-1', 'nonsense', '-1', later]) {
    const stream = await open(t, { headers: { ...BY_KEY, 'last-event-id': id } })
    t.match(stream.events, [{ name: 'reset', data: { topics: [] } }], id)
    stream.close()
  }
})

t.test('the stream of a session ends with it', async (t) => {
  const cookie = await login(service)
  const stream = await open(t, { headers: { cookie } })
  const headers = { ...OWN_PAGE, cookie }
  t.equal((await other.inject({ method: 'POST', url: '/api/auth/logout', headers })).statusCode, 200)
  await until('the stream ends', async () => stream.end !== undefined)
  t.equal(stream.end, 'ended')
  t.equal((await hearStream(t, { address, headers: { cookie } })).status, 401)
})

t.test('the stream of a session that expires ends as well', async (t) => {
  const cookie = await login(service)
  const stream = await open(t, { headers: { cookie } })
  const others = await open(t)
  service.advance(31 * 24 * 3_600_000)
  t.teardown(() => service.advance(-31 * 24 * 3_600_000))
  await until('the stream ends', async () => stream.end !== undefined)
  t.equal(stream.end, 'ended')
  t.equal(others.end, undefined, 'that of a key goes on')
})

t.test('a comment keeps a stream open of which nothing is told', async (t) => {
  const stream = await open(t)
  await until('a comment', async () => stream.beats > 0)
  t.equal(stream.end, undefined)
})

t.test('a session or key may have six streams, and each that is closed makes room', async (t) => {
  const headers = { authorization: `Bearer ${ADMIN_KEY}` }
  const request = { address, headers }
  const streams: HeardStream[] = []
  await until('all former streams are gone', async () => {
    const stream = await hearStream(t, request)
    if (stream.status === 200) streams.push(stream)
    return streams.length === 6
  })
  const refused = await fetch(`${address}/api/stream`, { headers })
  t.equal(refused.status, 429)
  t.match(Number(refused.headers.get('retry-after')), Number)
  t.match(await refused.json(), { error: 'Too Many Requests', status: 429, code: 'rate_limited' })
  t.equal((await open(t, { headers: { cookie: await login(service) } })).status, 200, 'others still may')
  streams[0]?.close()
  await until('there is room again', async () => (await hearStream(t, request)).status === 200)
})

t.test('only the head is sent to whoever asks for it', async (t) => {
  const reply = await service.inject({ method: 'HEAD', url: '/api/stream', headers: BY_KEY })
  t.equal(reply.statusCode, 200)
  t.match(reply.headers['content-type'], /^text\/event-stream\b/)
})
