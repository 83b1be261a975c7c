import cookiePlugin from '@fastify/cookie'
import Fastify from 'fastify'
import t from 'tap'
import { authGuard, registerCaller } from '#http/plugins/authentication.js'
import { registerErrors } from '#http/plugins/errors.js'
import { mapRoutes } from '#http/plugins/route-map.js'
import { ADMIN_KEY, KEY, startTestService } from '#test/harness/app.js'
import { browserWith, login, OWN_PAGE } from '#test/harness/sessions.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())

const ask = (headers: Record<string, string>, url = '/api/auth/session') =>
  service.inject({ method: 'GET', url, headers })

/** What an error says beside the request that it belongs to. */
function toldBy({ headers, json }: Awaited<ReturnType<typeof ask>>): string {
  const { request_id, ...told } = json()
  t.equal(request_id, headers['x-request-id'])
  return JSON.stringify(told)
}

t.test('a key is accepted after Bearer in any case, and its label is the principal', async (t) => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    const reply = await ask({ authorization: `${scheme} ${KEY}` })
    t.equal(reply.statusCode, 200, scheme)
    t.match(reply.json(), { method: 'api_key', principal: 'api', session: null })
  }
  t.match((await ask({ authorization: `Bearer ${ADMIN_KEY}` })).json(), { principal: 'admin' })
})

t.test('whatever is not exactly a key is 401 in one shape', async (t) => {
  const bodies = new Set<string>()
  const wrong: Record<string, string>[] = [
    {},
    { authorization: '' },
    { authorization: 'Bearer' },
    { authorization: 'Bearer ' },
    { authorization: 'Bearer wrong' },
    { authorization: `Bearer ${KEY} junk` },
    { authorization: `Bearer ${KEY},${ADMIN_KEY}` },
    { authorization: `Bearer admin=${ADMIN_KEY}` },
    { authorization: `Bearer ${KEY.slice(0, -1)}` },
    { authorization: `Bearer ${KEY.toUpperCase()}` },
    { authorization: `Bearer\t${KEY}` },
    { authorization: KEY },
    { authorization: `Basic ${Buffer.from(`api:${KEY}`).toString('base64')}` },
    { authorization: `Token ${KEY}` },
    { authorization: `Bearer ${'k'.repeat(10_000)}` },
    { 'x-api-key': KEY }
  ]
  for (const headers of wrong) {
    const reply = await ask(headers)
    t.equal(reply.statusCode, 401, JSON.stringify(headers).slice(0, 60))
    t.equal(reply.headers['www-authenticate'], 'Bearer')
    bodies.add(toldBy(reply))
  }
  for (const name of ['key', 'api_key', 'token', 'access_token', 'authorization'])
    bodies.add(toldBy(await ask({}, `/api/auth/session?${name}=${KEY}`)))
  t.equal(bodies.size, 1, 'one shape')
  t.same(JSON.parse([...bodies][0] ?? ''), {
    error: 'Unauthorized',
    message: 'A valid API key or session is required.',
    status: 401,
    code: 'unauthorized'
  })
})

t.test('where only a key will do, whoever comes with a session is told so', async (t) => {
  const cookie = await login(service)
  for (const url of ['/api/config/octo-org/hello', '/metrics']) {
    const reply = await ask({ cookie }, url)
    t.equal(reply.statusCode, 401, url)
    t.match(reply.json().message, /key is required.*session is not enough/, url)
  }
})

t.test('a wrong Authorization is 401 even beside a valid cookie', async (t) => {
  const cookie = await login(service)
  t.equal((await ask({ cookie })).statusCode, 200)
  for (const authorization of ['', 'Bearer wrong', 'Basic dXNlcjpwYXNz'])
    t.equal((await ask({ cookie, authorization })).statusCode, 401, authorization)
})

t.test('a cookie that was made up, tampered with, or signed by another secret is 401', async (t) => {
  const cookie = await login(service)
  const [token = '', signature = ''] = cookie.replace('service-session=', '').split('.')
  const flipped = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
  const elsewhere = await startTestService({
    work: false,
    database: service.test,
    deps: { sessionSecret: 'another session secret of 32 characters' }
  })
  t.teardown(() => elsewhere.close())
  const madeUp = [
    token,
    `${flipped}.${signature}`,
    `${token}.`,
    `${token}.${'a'.repeat(43)}`,
    `.${signature}`,
    '',
    '%',
    '%00',
    'x'.repeat(4_000)
  ]
  for (const value of madeUp)
    t.equal((await ask({ cookie: `service-session=${value}` })).statusCode, 401, value.slice(0, 60))
  t.equal((await ask({ cookie: await login(elsewhere) })).statusCode, 401, 'another secret')
  t.equal((await ask({ cookie: `other=1; ${cookie}; more=2` })).statusCode, 200, 'among others it is found')
})

t.test('a session does not open what asks for a key', async (t) => {
  const cookie = await login(service)
  t.equal((await ask({ cookie }, '/metrics')).statusCode, 401)
  t.equal((await ask({ authorization: `Bearer ${KEY}` }, '/metrics')).statusCode, 200)
})

t.test('a path that only begins like an open one is not open', async (t) => {
  for (const url of [
    '/webhooksx',
    '/healthx',
    '/api/authx',
    '/api/auth/checkx',
    '/api/auth/check/x',
    '/api/auth/session/'
  ])
    t.equal((await ask({}, url)).statusCode, 404, url)
  for (const url of [
    '/API/auth/session',
    '//api/auth/session',
    '/api//auth/session',
    '/health/../api/auth/session',
    '/webhooks/..%2fapi/auth/session'
  ])
    t.not((await ask({}, url)).statusCode, 200, url)
})

t.test('a write with a cookie must come from a page of the service', async (t) => {
  const app = Fastify()
  t.teardown(() => app.close())
  registerErrors(app, mapRoutes(app))
  await app.register(cookiePlugin, { secret: service.deps.sessionSecret })
  registerCaller(app)
  app.addHook('onRequest', authGuard(service.deps, 'any'))
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
  app.route({
    method: [...methods],
    url: '/thing',
    handler: async (request) => ({ by: request.caller?.principal })
  })
  const cookie = await login(service)
  const send = async (method: (typeof methods)[number], headers: Record<string, string>) =>
    (await app.inject({ method, url: '/thing', headers: { host: OWN_PAGE.host, ...headers } })).statusCode

  const foreign: Record<string, string>[] = [
    {},
    { origin: 'null' },
    { origin: 'http://evil.test' },
    { origin: `http://${OWN_PAGE.host}.evil.test` },
    { origin: `http://${OWN_PAGE.host}:8080` },
    { origin: 'not a url' },
    { referer: 'http://evil.test/http://service.test/' },
    { origin: OWN_PAGE.origin, 'sec-fetch-site': 'cross-site' },
    { origin: OWN_PAGE.origin, 'sec-fetch-site': 'same-site' },
    { origin: OWN_PAGE.origin, 'sec-fetch-site': 'none' },
    { origin: 'http://evil.test', referer: `${OWN_PAGE.origin}/` }
  ]
  for (const method of methods.filter((one) => one !== 'GET')) {
    for (const headers of foreign)
      t.equal(await send(method, { cookie, ...headers }), 403, `${method} ${JSON.stringify(headers)}`)
    t.equal(await send(method, { cookie, ...OWN_PAGE }), 200, `${method} from a page of ours`)
    t.equal(
      await send(method, { cookie, referer: `${OWN_PAGE.origin}/a/b` }),
      200,
      `${method} with a referer alone`
    )
    t.equal(
      await send(method, { authorization: `Bearer ${KEY}`, origin: 'http://evil.test' }),
      200,
      `${method} with a key`
    )
  }
  t.equal(await send('GET', { cookie, origin: 'http://evil.test' }), 200, 'reading is not writing')
})

t.test('logging out from another site is refused, and the session stays', async (t) => {
  const cookie = await login(service)
  const { response, error } = await service
    .clientWith({ cookie, origin: 'http://evil.test' })
    .POST('/api/auth/logout')
  t.equal(response.status, 403)
  t.match(error, { error: 'Forbidden', status: 403, code: 'csrf' })
  t.same(response.headers.getSetCookie(), [])
  t.equal((await ask({ cookie })).statusCode, 200)
  t.equal((await browserWith(service, cookie).POST('/api/auth/logout')).response.status, 200)
})
