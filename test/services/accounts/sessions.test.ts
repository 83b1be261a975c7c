import t from 'tap'
import { keyRing, parseKeys } from '#domain/accounts/keys.js'
import { DAY_MS, MINUTE_MS } from '#domain/time/durations.js'
import { ADMIN_KEY, KEY, startTestService } from '#test/harness/app.js'
import { browserWith, login } from '#test/harness/sessions.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())

async function use(cookie: string) {
  const { response, data } = await service.clientWith({ cookie }).GET('/api/auth/session')
  return { status: response.status, cookies: response.headers.getSetCookie(), session: data?.session }
}

t.test('a session that is not used ends after seven days', async (t) => {
  const cookie = await login(service)
  service.advance(7 * DAY_MS - MINUTE_MS)
  t.equal((await service.clientWith({ cookie }).GET('/api/auth/check')).data?.authenticated, true)
  service.advance(2 * MINUTE_MS)
  t.equal((await use(cookie)).status, 401)
})

t.test(
  'a session uses the current label of its key, and is closed with all sessions of that label',
  async (t) => {
    const cookie = await login(service)
    const keys = keyRing(parseKeys(`renamed=${KEY}`), service.deps.sessionSecret)
    const { now } = service.deps
    const renamed = await startTestService({ work: false, database: service.test, deps: { keys, now } })
    t.teardown(() => renamed.close())
    const browser = browserWith(renamed, cookie)
    const { data } = await browser.GET('/api/auth/session')
    t.match(data, { principal: 'renamed', sessions: [{ current: true }] })
    const other = await login(renamed)
    await browserWith(renamed, other).POST('/api/auth/logout', { params: { query: { all: true } } })
    t.equal((await browser.GET('/api/auth/session')).response.status, 401)
  }
)

t.test('asking whether a session is live does not keep it alive', async (t) => {
  const cookie = await login(service)
  for (let day = 0; day < 6; day += 1) {
    service.advance(DAY_MS)
    const { response } = await service.clientWith({ cookie }).GET('/api/auth/check')
    t.same(response.headers.getSetCookie(), [])
  }
  service.advance(DAY_MS + MINUTE_MS)
  t.equal((await use(cookie)).status, 401)
})

t.test(
  'each use extends a session to seven days from then, but never past thirty days from the login',
  async (t) => {
    const cookie = await login(service)
    const cappedAt = service.deps.now().getTime() + 30 * DAY_MS
    for (let day = 6; day < 30; day += 6) {
      service.advance(6 * DAY_MS)
      const { status, session } = await use(cookie)
      t.equal(status, 200, `after ${day} days`)
      const endsAt = Date.parse(session?.expires_at ?? '')
      const slidTo = service.deps.now().getTime() + 7 * DAY_MS
      t.ok(Math.abs(endsAt - Math.min(slidTo, cappedAt)) < MINUTE_MS, `after ${day} days it ends in time`)
    }
    service.advance(5 * DAY_MS)
    t.equal((await use(cookie)).status, 200, 'still within the cap')
    service.advance(DAY_MS + MINUTE_MS)
    t.equal((await use(cookie)).status, 401, 'although it was used a day before')
  }
)

t.test(
  'the cookie of a session in steady use is renewed, with the time that the session has left',
  async (t) => {
    const cookie = await login(service)
    const ages: number[] = []
    for (let day = 0; day < 28; day += 1) {
      service.advance(DAY_MS)
      const { cookies } = await use(cookie)
      t.equal(cookies.length, 1)
      t.equal(cookies[0]?.split(';', 1)[0], cookie, 'the token stays')
      ages.push(Number(/Max-Age=(\d+)/.exec(cookies[0] ?? '')?.[1]))
    }
    t.ok(ages.slice(0, 22).every((age) => age === 7 * 86_400))
    t.ok((ages.at(-1) ?? 0) <= 2 * 86_400, 'near the cap it is not promised more than there is')
  }
)

t.test('a session in rapid use is written at most once a minute', async (t) => {
  const cookie = await login(service)
  const { session } = await use(cookie)
  service.advance(MINUTE_MS / 2)
  const again = await use(cookie)
  t.same(again.cookies, [])
  t.equal(again.session?.last_seen, session?.last_seen)
  service.advance(MINUTE_MS / 2)
  t.not((await use(cookie)).session?.last_seen, session?.last_seen)
})

t.test('a session that is revoked while it is in use does not come back', async (t) => {
  const cookie = await login(service)
  service.advance(2 * MINUTE_MS)
  await Promise.all([
    ...Array.from({ length: 10 }, () => use(cookie)),
    service.client.POST('/api/auth/logout', { params: { query: { all: true } } }),
    ...Array.from({ length: 10 }, () => use(cookie))
  ])
  t.equal((await use(cookie)).status, 401)
})

t.test('a session ends when its key is removed, and survives the removal of other keys', async (t) => {
  const withKeys = (keys: string) =>
    startTestService({
      database: service.test,
      work: false,
      deps: { keys: keyRing(parseKeys(keys), service.deps.sessionSecret), now: service.deps.now }
    })
  const cookie = await login(service, { key: ADMIN_KEY })
  for (const [keys, status, left] of [
    [`admin=${ADMIN_KEY}`, 200, 'the other key is gone'],
    [`renamed=${ADMIN_KEY}`, 200, 'the label has changed'],
    [KEY, 401, 'the key is gone'],
    [`admin=another`, 401, 'the label has another key']
  ] as const) {
    const other = await withKeys(keys)
    const { response } = await other.clientWith({ cookie }).GET('/api/auth/session')
    t.equal(response.status, status, left)
    await other.close()
  }
})
