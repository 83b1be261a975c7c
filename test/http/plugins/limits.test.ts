import { createHash } from 'node:crypto'
import t from 'tap'
import type { Deps } from '#deps.js'
import { openPostgres } from '#store/sql/postgres.js'
import { KEY, signed, startTestService, type TestOptions, type TestService } from '#test/harness/app.js'
import { openTestDatabase } from '#test/harness/database.js'
import { until } from '#test/harness/until.js'

const database = await openTestDatabase()
t.teardown(() => database.drop())

/** The same database over connections of its own, where it is on a server. */
const neighbour =
  database.url === undefined ? database : { ...database, database: openPostgres(database.url) }
t.teardown(() => (neighbour === database ? undefined : neighbour.database.close()))

const start = async (deps: Partial<Deps>, options: TestOptions = {}) => {
  const service = await startTestService({
    work: false,
    database,
    deps: { trustProxy: ['127.0.0.1'], ...deps },
    ...options
  })
  t.teardown(() => service.close())
  return service
}

const limitOf = (max: number, windowSeconds = 60) => ({ rateLimit: { max, windowSeconds } })

/** Each test has clients of its own, so that none finds a window that another has spent. */
let clients = 0
function newClient(): string {
  clients += 1
  return `203.0.${Math.floor(clients / 256)}.${clients % 256}`
}

const ask = (service: TestService, ip: string, url = '/api/auth/session') =>
  service.inject({ method: 'GET', url, headers: { authorization: `Bearer ${KEY}`, 'x-forwarded-for': ip } })

const statusOf = async (service: TestService, ip: string) => (await ask(service, ip)).statusCode

async function statusesOf(asked: Promise<number>[]) {
  const statuses = await Promise.all(asked)
  const count = (status: number) => statuses.filter((one) => one === status).length
  return { admitted: count(200), refused: count(429), all: statuses.length }
}

const parallel = (count: number, service: TestService, ip: string) =>
  Array.from({ length: count }, () => statusOf(service, ip))

t.test('of 300 requests at once exactly the limit is admitted', async (t) => {
  const service = await start(limitOf(100))
  t.same(await statusesOf(parallel(300, service, newClient())), { admitted: 100, refused: 200, all: 300 })
})

t.test('of requests one by one exactly the limit is admitted, down to a limit of one', async (t) => {
  for (const max of [1, 2, 7, 100]) {
    const service = await start(limitOf(max))
    const ip = newClient()
    const statuses: number[] = []
    for (let sent = 0; sent < max + 5; sent += 1) statuses.push(await statusOf(service, ip))
    t.equal(statuses.lastIndexOf(200), max - 1, `a limit of ${max}`)
    t.equal(statuses.filter((status) => status === 200).length, max, `a limit of ${max}`)
  }
})

t.test('two services on one database admit exactly the limit together', async (t) => {
  const first = await start(limitOf(100))
  const second = await start(limitOf(100), { database: neighbour })

  t.test('when requests alternate one by one', async (t) => {
    const ip = newClient()
    let admitted = 0
    for (let sent = 0; sent < 130; sent += 1) {
      if ((await statusOf(sent % 2 ? first : second, ip)) === 200) admitted += 1
    }
    t.equal(admitted, 100)
  })

  t.test('when both are asked at once', async (t) => {
    const ip = newClient()
    const { admitted } = await statusesOf([...parallel(150, first, ip), ...parallel(150, second, ip)])
    t.equal(admitted, 100)
  })

  t.test('when one is asked a little, then the other a lot, then the first again', async (t) => {
    for (const before of [1, 13, 40, 99]) {
      const ip = newClient()
      let admitted = 0
      for (let sent = 0; sent < before; sent += 1) if ((await statusOf(first, ip)) === 200) admitted += 1
      admitted += (await statusesOf(parallel(150, second, ip))).admitted
      t.equal(admitted, 100, `${before} before`)
      t.equal((await statusesOf(parallel(20, first, ip))).admitted, 0, 'nothing is left for the first')
    }
  })

  t.test('when one stops in between, what it held is not lost', async (t) => {
    const ip = newClient()
    const leaving = await startTestService({
      work: false,
      database,
      deps: { trustProxy: ['127.0.0.1'], ...limitOf(100) }
    })
    t.equal(await statusOf(leaving, ip), 200)
    await leaving.close()
    t.equal((await statusesOf(parallel(150, first, ip))).admitted, 99)
  })
})

t.test('when the window ends, requests are admitted again', async (t) => {
  const service = await start(limitOf(3, 3))
  const ip = newClient()
  t.equal((await statusesOf(parallel(10, service, ip))).admitted, 3)
  await until('the window has ended', async () => (await statusOf(service, ip)) === 200)
  t.equal((await statusesOf(parallel(10, service, ip))).admitted, 2, 'and the new one has the same limit')
})

t.test('every counted reply says truly how the window stands', async (t) => {
  const service = await start(limitOf(3))
  const ip = newClient()
  for (const [remaining, status] of [
    [2, 200],
    [1, 200],
    [0, 200],
    [0, 429],
    [0, 429]
  ] as const) {
    const { statusCode, headers } = await ask(service, ip)
    t.equal(statusCode, status)
    t.equal(headers['x-ratelimit-limit'], '3')
    t.equal(headers['x-ratelimit-remaining'], String(remaining))
    t.equal(headers['ratelimit-policy'], '"default";q=3;w=60')
    const left = Number(/^"default";r=(\d+);t=(\d+)$/.exec(String(headers['ratelimit']))?.[2])
    t.equal(headers['ratelimit'], `"default";r=${remaining};t=${left}`)
    t.ok(left > 0 && left <= 60, `${left} seconds left`)
    const reset = Number(headers['x-ratelimit-reset'])
    t.ok(Math.abs(reset - Date.now() / 1000 - left) < 10, 'the reset is the second in which the window ends')
    t.equal(headers['retry-after'], status === 429 ? String(left) : undefined)
  }
})

t.test('a refusal is 429 in the one error shape, with the time to wait', async (t) => {
  const service = await start(limitOf(1))
  const ip = newClient()
  await ask(service, ip)
  const reply = await ask(service, ip)
  t.match(reply.json(), {
    error: 'Too Many Requests',
    message: /limit of 1 requests/,
    status: 429,
    code: 'rate_limited',
    retry_after_seconds: Number(reply.headers['retry-after'])
  })
})

t.test('errors, unknown paths and strangers are counted; health and webhooks are not', async (t) => {
  const service = await start(limitOf(4))
  const ip = newClient()
  for (const url of ['/health', '/health/ready', '/health']) {
    const { headers } = await ask(service, ip, url)
    t.equal(headers['x-ratelimit-limit'], undefined, url)
  }
  const delivery = signed({})
  for (let sent = 0; sent < 8; sent += 1)
    t.equal(
      (await service.inject({ ...delivery, headers: { ...delivery.headers, 'x-forwarded-for': ip } }))
        .statusCode,
      202
    )
  const counted = ['/nothing', '/api/deliveries?page=0', '/openapi.json']
  for (const url of counted) t.not((await ask(service, ip, url)).statusCode, 429, url)
  const wrongKey = await service.inject({
    method: 'GET',
    url: '/api/auth/session',
    headers: { 'x-forwarded-for': ip }
  })
  t.equal(wrongKey.statusCode, 401)
  for (const url of [...counted, '/api/auth/session'])
    t.equal((await ask(service, ip, url)).statusCode, 429, url)
  for (const url of ['/health', '/health/ready']) t.equal((await ask(service, ip, url)).statusCode, 200, url)
})

t.test('a path that cannot be read is counted as any other, and refused as any other', async (t) => {
  const service = await start(limitOf(3))
  const ip = newClient()
  const unreadable = ['/api/%zz', '/api/deliveries/%ff', `/api/deliveries/${'x'.repeat(401)}`]
  for (const [at, url] of unreadable.entries()) {
    const { statusCode, headers } = await ask(service, ip, url)
    t.match({ statusCode, left: headers['x-ratelimit-remaining'] }, { statusCode: 400, left: `${2 - at}` })
  }
  for (const url of [...unreadable, '/api/auth/session']) {
    const { statusCode, headers } = await ask(service, ip, url)
    t.equal(statusCode, 429, url.slice(0, 40))
    t.match(headers['retry-after'], /^\d+$/)
  }
})

t.test('clients are told apart by their address, and an IPv6 network is one of them', async (t) => {
  const service = await start(limitOf(1))
  const statuses = async (...ips: string[]) => {
    const found: number[] = []
    for (const ip of ips) found.push(await statusOf(service, ip))
    return found
  }
  t.same(
    await statuses('198.51.100.1', '198.51.100.2', '198.51.100.1', '::ffff:198.51.100.2'),
    [200, 200, 429, 429]
  )
  t.same(
    await statuses('2001:db8:1::1', '2001:db8:1::2', '2001:db8:1:0:ffff::', '2001:db8:1:1::1'),
    [200, 429, 429, 200]
  )
})

t.test('ports, spellings and hops with ports make no further clients', async (t) => {
  const service = await start({ ...limitOf(1), trustProxy: ['127.0.0.1', '10.0.0.0/8', '2001:db8:99::/48'] })
  for (const [first = '', ...others] of [
    [
      '198.51.100.9:1',
      '198.51.100.9:2',
      '198.51.100.9',
      '[::ffff:198.51.100.9]:3',
      '9.9.9.9, 198.51.100.9:4'
    ],
    [
      '[2001:db8:2::1]:1',
      '[2001:db8:2::1]:2',
      '2001:0DB8:2::1',
      '[2001:db8:2::9]',
      '2001:db8:2:0:1:2:3:4:80'
    ],
    ['198.51.100.10', '198.51.100.10:7, 10.1.2.3:8', '198.51.100.10, [2001:db8:99::1]:443, 10.0.0.1'],
    ['somebody', 'anybody:1', '', '[', '1.2.3.4:port', `${'1'.repeat(300)}`]
  ]) {
    t.equal(await statusOf(service, first), 200, first)
    for (const other of others.filter((one) => one !== ''))
      t.equal(await statusOf(service, other), 429, other)
  }
})

t.test('what a client says of itself is not believed, only what a trusted proxy says', async (t) => {
  const direct = await start({ ...limitOf(1), trustProxy: [] })
  t.same([await statusOf(direct, newClient()), await statusOf(direct, newClient())], [200, 429])
  const proxied = await start(limitOf(1))
  const ip = newClient()
  t.same([await statusOf(proxied, `1.1.1.1, ${ip}`), await statusOf(proxied, `2.2.2.2, ${ip}`)], [200, 429])
})

t.test('rotating keys, made-up ones and cookies buys no further request', async (t) => {
  const service = await start(limitOf(3))
  const ip = newClient()
  const statuses: number[] = []
  for (const headers of [
    { authorization: 'Bearer a' },
    { authorization: 'Bearer b' },
    { cookie: 'service-session=c' },
    { authorization: 'Bearer d' },
    { authorization: `Bearer ${KEY}` }
  ]) {
    const reply = await service.inject({
      method: 'GET',
      url: '/api/auth/session',
      headers: { 'x-forwarded-for': ip, ...headers }
    })
    statuses.push(reply.statusCode)
  }
  t.same(statuses, [401, 401, 401, 429, 429])
})

t.test(
  'who opens a page in a browser reads of the limit on a page, whoever calls the API in its shape',
  async (t) => {
    const service = await start(limitOf(1))
    const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    const refused = async (url: string, accept?: string) => {
      const headers = { 'x-forwarded-for': ip, ...(accept === undefined ? {} : { accept }) }
      const reply = await service.inject({ method: 'GET', url, headers })
      t.equal(reply.statusCode, 429, url)
      t.match(reply.headers['retry-after'], /^[1-9]\d*$/)
      t.equal(reply.headers['cache-control'], 'no-store')
      return reply
    }
    const ip = newClient()
    await ask(service, ip)
    for (const url of ['/', '/dashboard', '/dashboard/login?from=%3Cscript%3E', '/docs']) {
      const { headers, body } = await refused(url, BROWSER)
      t.equal(headers['content-type'], 'text/html; charset=utf-8', url)
      t.match(body, /<h1>Too Many Requests<\/h1>\s*<p>[^<]*\d+ s\./)
      t.notMatch(body, /script|https?:|onload/i)
      const style = body.match(/<style>([^<]*)<\/style>/)?.[1] ?? ''
      const hash = createHash('sha256').update(style).digest('base64')
      t.match(headers['content-security-policy'], `style-src 'sha256-${hash}'`)
    }
    for (const accept of [
      undefined,
      '*/*',
      'application/json',
      'text/html;q=0.1, application/json',
      'text/html;q=0',
      'q=,;,'
    ])
      t.equal((await refused('/dashboard', accept)).json().status, 429, accept ?? 'no preference')
    for (const url of ['/api/deliveries', '/metrics', '/nothing'])
      t.equal((await refused(url, BROWSER)).json().status, 429, url)
  }
)
