import t from 'tap'
import { KEY, startTestService } from '#test/harness/app.js'

const service = await startTestService({ work: false, deps: { trustProxy: ['127.0.0.1'] } })
t.teardown(() => service.close())

const get = (url: string, headers: Record<string, string> = {}) =>
  service.inject({ method: 'GET', url, headers: { authorization: `Bearer ${KEY}`, ...headers } })

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

t.test(
  'every reply keeps browsers from guessing, framing and leaking, and caches from answering in our place, errors included',
  async (t) => {
    for (const url of [
      '/health',
      '/api/auth/session',
      '/api/deliveries',
      '/nothing',
      '/%',
      '/api/deliveries?page=0',
      '/docs',
      '/metrics'
    ]) {
      const { headers } = await get(url)
      t.equal(headers['x-content-type-options'], 'nosniff', url)
      t.equal(headers['referrer-policy'], 'no-referrer', url)
      t.match(headers['content-security-policy'], /default-src 'none'.*frame-ancestors 'none'/, url)
      t.match(headers['cache-control'], /^(no-store|(private, )?no-cache)$/, url)
      t.equal(headers['x-powered-by'], undefined, url)
      t.equal(headers['server'], undefined, url)
    }
  }
)

t.test('over https alone browsers are told to come back over https', async (t) => {
  t.equal((await get('/health')).headers['strict-transport-security'], undefined)
  const secure = await get('/health', { 'x-forwarded-proto': 'https' })
  t.match(secure.headers['strict-transport-security'], /^max-age=\d{7,}/)
})

t.test("a caller's own request id is kept when it is harmless", async (t) => {
  for (const id of ['abc', 'trace:1.2_3-4', '7f1c', 'x'.repeat(128)])
    t.equal((await get('/health', { 'x-request-id': id })).headers['x-request-id'], id)
})

t.test(
  'a request id that could do harm is replaced by one of ours, and each request has its own',
  async (t) => {
    for (const id of [
      '',
      ' ',
      'a b',
      'a\tb',
      '<script>',
      '{"a":1}',
      'x'.repeat(129),
      'ünïcode',
      '../x',
      'a,b'
    ])
      t.match((await get('/nothing', { 'x-request-id': id })).headers['x-request-id'], UUID, id)
    const [first, second] = [await get('/health'), await get('/health')]
    t.not(first.headers['x-request-id'], second.headers['x-request-id'])
  }
)
