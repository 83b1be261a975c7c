import t from 'tap'
import { ADMIN_KEY, KEY, startTestService } from '#test/harness/app.js'

const service = await startTestService({ work: false, deps: { trustProxy: ['127.0.0.1'] } })
t.teardown(() => service.close())

const from = (ip: string, on = service) => on.clientWith({ 'x-forwarded-for': ip })

async function tries(ip: string, passwords: string[]) {
  const client = from(ip)
  return Promise.all(
    passwords.map(
      async (password) => (await client.POST('/api/auth/login', { body: { password } })).response.status
    )
  )
}

const times = <T>(length: number, item: T) => Array.from({ length }, () => item)
const countOf = (statuses: number[], status: number) => statuses.filter((one) => one === status).length

t.test(
  'given ten failed logins from an address, further logins are refused even with the right key, and Retry-After says for how long',
  async (t) => {
    const client = from('203.0.113.1')
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      const { response } = await client.POST('/api/auth/login', { body: { password: `guess ${attempt}` } })
      t.equal(response.status, 401, `attempt ${attempt}`)
    }
    const { response, error } = await client.POST('/api/auth/login', { body: { password: KEY } })
    t.equal(response.status, 429)
    const seconds = Number(response.headers.get('retry-after'))
    t.ok(seconds > 0 && seconds <= 900, `Retry-After: ${seconds}`)
    t.match(error, {
      error: 'Too Many Requests',
      status: 429,
      code: 'rate_limited',
      retry_after_seconds: seconds
    })
    t.same(response.headers.getSetCookie(), [])
  }
)

t.test(
  'given a locked-out address, others can still log in, except its neighbours in the same IPv6 network',
  async (t) => {
    t.equal(countOf(await tries('2001:db8::1', times(10, 'guess')), 401), 10)
    t.same(await tries('2001:db8::2', [KEY]), [429])
    t.same(await tries('2001:db8:0:1::1', [KEY]), [200])
  }
)

t.test('parallel guesses are counted like sequential ones', async (t) => {
  const statuses = await tries('203.0.113.2', times(60, 'guess'))
  t.equal(countOf(statuses, 401), 10)
  t.equal(countOf(statuses, 429), 50)
})

t.test('two processes count the failures of an address together', async (t) => {
  const other = await startTestService({
    database: service.test,
    work: false,
    deps: { trustProxy: ['127.0.0.1'] }
  })
  t.teardown(() => other.close())
  const statuses = await Promise.all(
    times(20, [service, other])
      .flat()
      .map(async (on) => {
        const { response } = await from('203.0.113.3', on).POST('/api/auth/login', {
          body: { password: 'guess' }
        })
        return response.status
      })
  )
  t.equal(countOf(statuses, 401), 10)
  t.equal(countOf(statuses, 429), 30)
})

t.test('successful logins do not count as attempts of an address', async (t) => {
  for (let round = 0; round < 15; round += 1) t.same(await tries('203.0.113.4', [ADMIN_KEY]), [200])
  t.equal(countOf(await tries('203.0.113.4', times(20, 'guess')), 401), 10)
})

t.test('a locked-out address can still use an API key', async (t) => {
  await tries('203.0.113.5', times(11, 'guess'))
  const client = service.clientWith({ 'x-forwarded-for': '203.0.113.5', authorization: `Bearer ${KEY}` })
  t.equal((await client.GET('/api/auth/session')).response.status, 200)
})

t.test('requests through a proxy count for one address, whatever port the proxy names', async (t) => {
  const named = (port: number) => [`203.0.113.6:${port}`, `[2001:db8:6::1]:${port}`]
  for (const at of [0, 1]) {
    const statuses: number[] = []
    for (let port = 50_000; port < 50_012; port += 1)
      statuses.push(...(await tries(named(port)[at] ?? '', ['guess'])))
    t.equal(countOf(statuses, 401), 10)
    t.equal(countOf(statuses, 429), 2)
  }
  t.same(await tries('203.0.113.6', [KEY]), [429])
  t.same(await tries('2001:DB8:6:0::2', [KEY]), [429])
})

t.test('a session shows the address it was opened from, without the port', async (t) => {
  const { response } = await from('203.0.113.7:51234').POST('/api/auth/login', { body: { password: KEY } })
  const cookie = response.headers.getSetCookie().map((one) => one.split(';')[0])
  const { data } = await service.clientWith({ cookie: cookie.join('; ') }).GET('/api/auth/session')
  t.match(JSON.stringify(data), /"203\.0\.113\.7"/)
})
