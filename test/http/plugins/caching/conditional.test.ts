import type { InjectOptions, LightMyRequestResponse as Reply } from 'fastify'
import t, { type Test } from 'tap'
import { recordOf } from '#http/docs/read.js'
import { KEY, startTestService } from '#test/harness/app.js'
import { login } from '#test/harness/sessions.js'
import { operationsOf } from '#test/rules/document.js'

// Replies that tell their time would change between two requests.
const NOW = new Date()
const service = await startTestService({ work: false, deps: { now: () => NOW } })
t.teardown(() => service.close())

const get = (url: string, headers: InjectOptions['headers'] = {}) =>
  service.inject({ method: 'GET', url, headers: { authorization: `Bearer ${KEY}`, ...headers } })
const etagOf = ({ headers }: Reply) => String(headers.etag)

const published = operationsOf((await get('/openapi.json')).json())
/** A stream does not end, so nothing can identify it. */
const reads = published.filter(
  ({ method, path, isWebhook }) => method === 'GET' && path !== '/api/stream' && !isWebhook
)
const asksForMore = ({ parameters }: (typeof reads)[number]) =>
  parameters.some(({ spec }) => spec['required'] === true)
/** Reads of the API that answer without anything on record or asked for, and the same twice: health never is. */
const urls = reads
  .filter((read) => read.path.startsWith('/api/') && !asksForMore(read))
  .map(({ path }) => path)
  .filter((path) => path !== '/api/system/health')

/** A 304 has no body and nothing that tells of one. */
function isUnchanged(t: Test, reply: Reply, etag: string, what: string): void {
  t.equal(reply.statusCode, 304, what)
  t.equal(reply.body, '', what)
  t.equal(reply.headers.etag, etag, what)
  for (const name of ['content-type', 'content-length', 'link'])
    t.equal(reply.headers[name], undefined, `${what}: ${name}`)
}

t.test(
  'whoever has the reply of a read already gets 304 and no body, on every path of the API',
  async (t) => {
    t.ok(urls.length > 10, `${urls.length} paths`)
    for (const url of [...urls, '/openapi.json']) {
      const first = await get(url)
      t.equal(first.statusCode, 200, url)
      t.match(etagOf(first), /^"[\w-]{22}"$/, url)
      const again = await get(url, { 'if-none-match': etagOf(first) })
      isUnchanged(t, again, etagOf(first), url)
      t.equal(again.headers['cache-control'], first.headers['cache-control'], url)
    }
  }
)

t.test('the document says so of exactly these reads', async (t) => {
  for (const { path, spec } of published.filter(({ isWebhook }) => !isWebhook)) {
    const responses = recordOf(spec['responses'])
    const isRead = reads.some((read) => read.spec === spec) && path.startsWith('/api/')
    t.equal('304' in responses, isRead, path)
    t.equal('ETag' in recordOf(recordOf(responses['200'])['headers']), isRead, path)
  }
})

t.test('tags are compared weakly, in lists as well, and a star stands for any', async (t) => {
  const url = '/api/deliveries/stats'
  const etag = etagOf(await get(url))
  for (const known of [
    `W/${etag}`,
    `"another", ${etag}`,
    `"a,b",W/${etag} ,"c"`,
    `W/"x"\t,\t${etag}`,
    '*',
    ' * ',
    `,,${etag},`
  ])
    isUnchanged(t, await get(url, { 'if-none-match': known }), etag, known)
  for (const unknown of [
    '',
    '"another"',
    etag.slice(1, -1),
    etag.toUpperCase(),
    `w/${etag}`,
    `W/ ${etag}`,
    `"${etag}"`,
    '"*"',
    ','.repeat(4_000)
  ]) {
    const reply = await get(url, { 'if-none-match': unknown })
    t.same([reply.statusCode, etagOf(reply)], [200, etag], unknown.slice(0, 40))
  }
})

t.test('another body has another tag, and the same body the same', async (t) => {
  const url = '/api/deliveries'
  const before = await get(url)
  t.equal(etagOf(await get(url)), etagOf(before))
  await service.deliver({})
  const after = await get(url, { 'if-none-match': etagOf(before) })
  t.equal(after.statusCode, 200)
  t.not(etagOf(after), etagOf(before))
  t.equal(after.json().meta.total, 1)
  const others = await Promise.all(urls.map((one) => get(one)))
  const bodies = new Set(others.map(({ body }) => body))
  t.equal(new Set(others.map(etagOf)).size, bodies.size)
})

t.test('a HEAD is answered like the GET, without the body', async (t) => {
  for (const url of ['/api/deliveries', '/api/issues', '/openapi.json']) {
    const full = await get(url)
    const head = (headers: InjectOptions['headers'] = {}) =>
      service.inject({ method: 'HEAD', url, headers: { authorization: `Bearer ${KEY}`, ...headers } })
    const first = await head()
    t.same([first.statusCode, etagOf(first), first.body], [200, etagOf(full), ''])
    const again = await head({ 'if-none-match': etagOf(full) })
    t.same([again.statusCode, etagOf(again), again.body], [304, etagOf(full), ''])
    // A 304 may name no length but that of the body which it stands for.
    t.equal(again.headers['content-length'], String(Buffer.byteLength(full.body)))
  }
})

t.test('errors, writes, health and metrics have no tag, whatever the client says it knows', async (t) => {
  for (const url of [
    '/api/deliveries?page=0',
    '/api/deliveries/none',
    '/nothing',
    '/health',
    '/health/ready',
    '/metrics'
  ]) {
    const { statusCode } = await get(url)
    const reply = await get(url, { 'if-none-match': '*' })
    t.same([reply.statusCode, reply.headers.etag], [statusCode, undefined], url)
    t.equal(reply.headers['cache-control'], 'no-store', url)
  }
  const { statusCode, headers } = await service.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { password: KEY },
    headers: { 'if-none-match': '*' }
  })
  t.same([statusCode, headers.etag, headers['cache-control']], [200, undefined, 'no-store'])
})

t.test('nobody learns by a tag what he may not read', async (t) => {
  const etag = etagOf(await get('/api/deliveries'))
  for (const known of [etag, '*']) {
    const headers = { 'if-none-match': known }
    const reply = await service.inject({ method: 'GET', url: '/api/deliveries', headers })
    t.same(
      [reply.statusCode, reply.headers.etag, reply.headers['cache-control']],
      [401, undefined, 'no-store']
    )
  }
})

t.test('a program may keep what it got and asks before each use; a browser keeps nothing', async (t) => {
  const cookie = await login(service)
  for (const url of ['/api/deliveries', '/api/auth/session', '/api/host/stats']) {
    t.equal((await get(url)).headers['cache-control'], 'private, no-cache', url)
    const seen = await service.inject({ method: 'GET', url, headers: { cookie } })
    t.equal(seen.headers['cache-control'], 'no-store', url)
    const headers = { cookie, 'if-none-match': etagOf(seen) }
    const again = await service.inject({ method: 'GET', url, headers })
    isUnchanged(t, again, etagOf(seen), url)
    t.equal(again.headers['cache-control'], 'no-store', url)
  }
  t.equal((await get('/openapi.json')).headers['cache-control'], 'no-cache')
})
