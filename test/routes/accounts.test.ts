import { createHash } from 'node:crypto'
import t from 'tap'
import { DAY_MS, MINUTE_MS } from '#domain/time/durations.js'
import { sessions } from '#tables/accounts/sessions.js'
import { ADMIN_KEY, KEY, startTestService, type TestService } from '../harness/app.js'
import { browserWith, login } from '../harness/sessions.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const stranger = service.clientWith({})

async function statusOf(cookie: string, on: TestService = service) {
  return (await on.clientWith({ cookie }).GET('/api/auth/session')).response.status
}

t.test('login opens a session that no script can read, and says when it ends', async (t) => {
  const { response, data } = await stranger.POST('/api/auth/login', { body: { password: KEY } })
  t.equal(response.status, 200)
  t.equal(data?.ok, true)
  t.match(
    response.headers.getSetCookie(),
    [/^service-session=[^;]+; Path=\/; Expires=[^;]+ GMT; HttpOnly; SameSite=Strict$/],
    'over plain http it is not Secure'
  )
  const endsInMs = Date.parse(data?.expires_at ?? '') - service.deps.now().getTime()
  t.ok(endsInMs > 7 * DAY_MS - MINUTE_MS && endsInMs <= 7 * DAY_MS)
})

t.test('api_key is another name of the password, which wins', async (t) => {
  const only = await stranger.POST('/api/auth/login', { body: { api_key: ADMIN_KEY } })
  t.equal(only.response.status, 200)
  const both = await stranger.POST('/api/auth/login', { body: { password: KEY, api_key: 'wrong' } })
  t.equal(both.response.status, 200)
})

t.test(
  'a login without a usable password is 400, with a wrong one 401 that tells nothing more',
  async (t) => {
    for (const payload of [{}, { password: '' }, { password: 1 }, { password: null }, [], 'text', null]) {
      const reply = await service.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: JSON.stringify(payload),
        headers: { 'content-type': 'application/json' }
      })
      t.equal(reply.statusCode, 400, JSON.stringify(payload))
    }
    const { response, error } = await stranger.POST('/api/auth/login', { body: { password: `${KEY}x` } })
    t.equal(response.status, 401)
    t.match(error, { error: 'Unauthorized', message: 'The login failed. Check the API key.', status: 401 })
    t.same(response.headers.getSetCookie(), [])
  }
)

t.test('the table holds the hash of the token alone', async (t) => {
  const cookie = await login(service)
  const token = decodeURIComponent(cookie).replace('service-session=', '').split('.', 1)[0] ?? ''
  t.match(token, /^[\w-]{43}$/, '256 random bits')
  const rows = await service.deps.db.select().from(sessions)
  const hash = createHash('sha256').update(token).digest('hex')
  t.equal(rows.filter((row) => row.tokenSha256 === hash).length, 1)
  t.notMatch(JSON.stringify(rows), token)
  t.notMatch(JSON.stringify(rows), KEY)
})

t.test('login takes the place of the session that the browser had, also under another key', async (t) => {
  const before = await login(service)
  const after = await login(service, { key: ADMIN_KEY, headers: { cookie: before } })
  t.not(after, before)
  t.equal(await statusOf(before), 401)
  t.equal(await statusOf(after), 200)
})

t.test('a failed login leaves the session that the browser has as it is', async (t) => {
  const cookie = await login(service)
  await login(service, { key: 'wrong', headers: { cookie } })
  t.equal(await statusOf(cookie), 200)
})

t.test('logout ends the session at once, clears the cookie, and may be repeated', async (t) => {
  const cookie = await login(service)
  for (const attempt of [1, 2]) {
    const { response, data } = await browserWith(service, cookie).POST('/api/auth/logout')
    t.equal(response.status, 200, `attempt ${attempt}`)
    t.same(data, { ok: true })
    t.match(response.headers.getSetCookie(), [
      /^service-session=; Max-Age=0; Path=\/; .*HttpOnly; SameSite=Strict$/
    ])
  }
  t.equal(await statusOf(cookie), 401)
  t.equal((await stranger.POST('/api/auth/logout')).response.status, 200, 'also without any session')
})

t.test('logout with all=true and a wrong key ends nothing, and says so', async (t) => {
  const wrong = service.clientWith({ authorization: 'Bearer wrong' })
  const { response } = await wrong.POST('/api/auth/logout', { params: { query: { all: true } } })
  t.equal(response.status, 401)
})

t.test('logout with all=true ends every session of the same principal and of nobody else', async (t) => {
  const [mine, alsoMine, other] = [
    await login(service),
    await login(service),
    await login(service, { key: ADMIN_KEY })
  ]
  await browserWith(service, mine).POST('/api/auth/logout', { params: { query: { all: true } } })
  t.same([await statusOf(mine), await statusOf(alsoMine), await statusOf(other)], [401, 401, 200])
})

t.test('a key may end all sessions of its principal; a wrong key or a stranger ends none', async (t) => {
  const cookie = await login(service)
  const all = { params: { query: { all: true } } }
  await service.clientWith({ authorization: 'Bearer wrong' }).POST('/api/auth/logout', all)
  await service.clientWith({ authorization: `Bearer ${ADMIN_KEY}` }).POST('/api/auth/logout', all)
  await stranger.POST('/api/auth/logout', all)
  t.equal(await statusOf(cookie), 200)
  await service.client.POST('/api/auth/logout', all)
  t.equal(await statusOf(cookie), 401)
})

t.test('check answers whether the request is authenticated, and never refuses', async (t) => {
  const cookie = await login(service)
  const asked: [Record<string, string>, boolean][] = [
    [{}, false],
    [{ cookie }, true],
    [{ cookie: `${cookie}x` }, false],
    [{ authorization: `Bearer ${KEY}` }, true],
    [{ authorization: 'Bearer wrong', cookie }, false],
    [{ authorization: 'Basic dXNlcjpwYXNz' }, false]
  ]
  for (const [headers, authenticated] of asked) {
    const { response, data } = await service.clientWith(headers).GET('/api/auth/check')
    t.equal(response.status, 200)
    t.same(data, { authenticated }, JSON.stringify(Object.keys(headers)))
  }
})

t.test('check says no, and not that something broke, while the database does not answer', async (t) => {
  const cookie = await login(service)
  const select = () => {
    throw new Error('the database is gone')
  }
  const db = new Proxy(service.deps.db, {
    get: (target, name) => (name === 'select' ? select : Reflect.get(target, name))
  })
  const blind = await startTestService({ database: service.test, work: false, deps: { db } })
  t.teardown(() => blind.close())
  const { response, data } = await blind.clientWith({ cookie }).GET('/api/auth/check')
  t.equal(response.status, 200)
  t.same(data, { authenticated: false })
})

t.test('session names the caller: with a key no session, with a cookie its own among all', async (t) => {
  const byKey = await service.client.GET('/api/auth/session')
  t.same(byKey.data, {
    authenticated: true,
    method: 'api_key',
    principal: 'api',
    session: null,
    sessions: []
  })
  await login(service, { key: ADMIN_KEY, headers: { 'user-agent': 'elsewhere' } })
  const cookie = await login(service, { key: ADMIN_KEY, headers: { 'user-agent': 'browser' } })
  const { data } = await service.clientWith({ cookie }).GET('/api/auth/session')
  t.match(data, {
    authenticated: true,
    method: 'session',
    principal: 'admin',
    session: { current: true, user_agent: 'browser', ip: '127.0.0.1' }
  })
  t.equal(data?.sessions.filter(({ current }) => current).length, 1)
  t.ok(data?.sessions.some(({ user_agent, current }) => user_agent === 'elsewhere' && !current))
  t.notMatch(cookie, data?.session?.id ?? '')
})
