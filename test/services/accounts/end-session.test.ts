import t from 'tap'
import { DAY_MS } from '#domain/time/durations.js'
import { ADMIN_KEY, startTestService, type TestService } from '#test/harness/app.js'
import { browserWith, login, OWN_PAGE } from '#test/harness/sessions.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const elsewhere = await startTestService({ work: false, database: service.test })
t.teardown(() => elsewhere.close())

/** A browser that has logged in, with the public id of its session. */
async function open(key?: string) {
  const cookie = await login(service, key === undefined ? {} : { key })
  const { data } = await service.clientWith({ cookie }).GET('/api/auth/session')
  return { cookie, id: data?.session?.id ?? '' }
}

const statusOf = async (cookie: string, from: TestService = service) =>
  (await from.clientWith({ cookie }).GET('/api/auth/session')).response.status

const end = (cookie: string, id: string) =>
  browserWith(service, cookie).DELETE('/api/auth/sessions/{id}', { params: { path: { id } } })

t.test('one session is ended, is refused by every process at once, and the others go on', async (t) => {
  const [mine, lost, other] = [await open(), await open(), await open()]
  t.equal(await statusOf(lost.cookie, elsewhere), 200)
  const { response, data } = await end(mine.cookie, lost.id)
  t.same([response.status, data], [200, { ok: true }])
  t.same(response.headers.getSetCookie(), [], 'the own cookie stays')
  t.equal(await statusOf(lost.cookie, elsewhere), 401)
  t.equal(await statusOf(lost.cookie), 401)
  for (const { cookie } of [mine, other]) t.equal(await statusOf(cookie, elsewhere), 200)
  const listed = await service.clientWith({ cookie: mine.cookie }).GET('/api/auth/session')
  t.notOk(listed.data?.sessions.some(({ id }) => id === lost.id))
})

t.test('who ends the session of the request is logged out, and the cookie is removed', async (t) => {
  const { cookie, id } = await open()
  const { response } = await end(cookie, id)
  t.match(response.headers.getSetCookie(), [/^service-session=;/])
  t.equal(await statusOf(cookie), 401)
})

t.test('the sessions of another principal, ended ones and made-up ids are not found', async (t) => {
  const mine = await open()
  const foreign = await open(ADMIN_KEY)
  for (const id of [foreign.id, '0123456789abcdef', '%%%%%%%%%%%%%%%%', '________________']) {
    const { response, error } = await end(mine.cookie, id)
    t.equal(response.status, 404, id)
    t.match(error, { code: 'session_not_found' })
  }
  const gone = await open()
  await end(mine.cookie, gone.id)
  t.equal((await end(mine.cookie, gone.id)).response.status, 404)
  t.equal(await statusOf(foreign.cookie), 200)
  for (const id of [mine.id.slice(0, 15), `${mine.id}0`])
    t.equal((await end(mine.cookie, id)).response.status, 400, 'an id is given whole')
  t.equal(await statusOf(mine.cookie), 200)
})

t.test('a page elsewhere cannot end a session with the cookie of the browser', async (t) => {
  const { cookie, id } = await open()
  for (const headers of [
    {},
    { ...OWN_PAGE, origin: 'https://evil.example' },
    { ...OWN_PAGE, 'sec-fetch-site': 'cross-site' }
  ]) {
    const reply = await service.inject({
      method: 'DELETE',
      url: `/api/auth/sessions/${id}`,
      headers: { ...headers, cookie }
    })
    t.equal(reply.statusCode, 403)
  }
  t.equal(await statusOf(cookie), 200)
})

t.test('a key ends the sessions of its principal, and the audit trail says which', async (t) => {
  const { cookie, id } = await open()
  const { response } = await service.client.DELETE('/api/auth/sessions/{id}', { params: { path: { id } } })
  t.equal(response.status, 200)
  t.equal(await statusOf(cookie), 401)
  const query = { event_type: 'session_ended' }
  const { data } = await service.client.GET('/api/audit/entries', { params: { query } })
  t.match(data?.data[0], { actor: 'api', payload: { session: id } })
})

t.test('a session that is in use while it is ended does not come back', async (t) => {
  const mine = await open()
  const used = await open()
  service.advance(DAY_MS)
  await Promise.all([
    ...Array.from({ length: 8 }, () => statusOf(used.cookie)),
    end(mine.cookie, used.id),
    ...Array.from({ length: 8 }, () => statusOf(used.cookie))
  ])
  t.equal(await statusOf(used.cookie), 401)
})
