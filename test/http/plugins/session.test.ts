import t from 'tap'
import { KEY, startTestService } from '#test/harness/app.js'

const behindProxy = await startTestService({ work: false, deps: { trustProxy: ['127.0.0.1'] } })
t.teardown(() => behindProxy.close())
const production = await startTestService({
  work: false,
  database: behindProxy.test,
  deps: { production: true, trustProxy: ['127.0.0.1'] }
})
t.teardown(() => production.close())

function loginAt(service: typeof production, host: string, headers: Record<string, string> = {}) {
  return service.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { host, ...headers },
    payload: { password: KEY }
  })
}

t.test('over https the cookie is Secure, also outside of production', async (t) => {
  const reply = await loginAt(behindProxy, 'service.test', { 'x-forwarded-proto': 'https' })
  t.match(reply.headers['set-cookie'], /; HttpOnly; Secure; SameSite=Strict$/)
})

t.test('in production it is Secure, and taken away with the same attributes', async (t) => {
  const reply = await loginAt(production, 'service.test', { 'x-forwarded-proto': 'https' })
  t.equal(reply.statusCode, 200)
  t.match(reply.headers['set-cookie'], /; HttpOnly; Secure; SameSite=Strict$/)
  const logout = await production.inject({
    method: 'POST',
    url: '/api/auth/logout',
    headers: { host: 'service.test' }
  })
  t.match(logout.headers['set-cookie'], /^service-session=; Max-Age=0; .*HttpOnly; Secure; SameSite=Strict$/)
})

t.test('in production a login over plain http is refused in words that say what to do', async (t) => {
  const reply = await loginAt(production, 'service.test')
  t.equal(reply.statusCode, 403)
  t.match(reply.json(), { status: 403, code: 'https_required', message: /HTTPS.*TRUST_PROXY/ })
  t.equal(reply.headers['set-cookie'], undefined)
})

t.test('in production a browser on the very same machine may log in over plain http', async (t) => {
  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000']) {
    const reply = await loginAt(production, host)
    t.equal(reply.statusCode, 200, host)
    t.notMatch(reply.headers['set-cookie'], /Secure/, host)
  }
  for (const host of ['localhost.evil.test', '127.0.0.1.evil.test', '128.0.0.1'])
    t.equal((await loginAt(production, host)).statusCode, 403, host)
})

t.test('a proxy that is not trusted cannot turn plain http into https', async (t) => {
  const direct = await startTestService({
    work: false,
    database: behindProxy.test,
    deps: { production: true }
  })
  t.teardown(() => direct.close())
  t.equal((await loginAt(direct, 'service.test', { 'x-forwarded-proto': 'https' })).statusCode, 403)
})
