import { randomUUID } from 'node:crypto'
import t from 'tap'
import { openHost } from '#host/index.js'
import { openLog } from '#logger.js'
import { issueOpened, KEY, startTestService, type TestService, WEBHOOK_SECRET } from './harness/app.js'
import { homeOf, serviceProcess } from './harness/process.js'
import { browserWith, login } from './harness/sessions.js'
import { until } from './harness/until.js'

/** Texts that nobody may find in a log; each appears in one place of a request only. */
const secretsOf = () => {
  const names = [
    'guess',
    'bearer',
    'basic',
    'query',
    'payload',
    'token',
    'signature',
    'referer',
    'cookie',
    'name'
  ]
  return Object.fromEntries(names.map((name) => [name, `${name}-${randomUUID()}`]))
}

async function startLogged(deps: Parameters<typeof startTestService>[0] = {}) {
  const lines: string[] = []
  const log = openLog('trace', { destination: { write: (line) => void lines.push(line) } })
  const service = await startTestService({ ...deps, deps: { ...deps.deps, log } })
  t.teardown(() => service.close())
  return { service, lines, entries: () => lines.map((line) => JSON.parse(line)) }
}

/** What strangers, guessers, browsers and the host send in a day. */
async function live(service: TestService, secrets: Record<string, string>): Promise<string> {
  const get = (url: string, headers: Record<string, string> = {}) =>
    service.inject({ method: 'GET', url, headers })
  await get('/api/auth/session', { authorization: `Bearer ${secrets['bearer']}` })
  await get('/api/auth/session', { authorization: `Basic ${btoa(`user:${secrets['basic']}`)}` })
  await get(`/api/auth/session?api_key=${secrets['query']}`, {
    referer: `http://x/?key=${secrets['referer']}`
  })
  await get('/api/auth/session', { cookie: `service-session=${secrets['cookie']}` })
  await service.clientWith({}).POST('/api/auth/login', { body: { password: secrets['guess'] ?? '' } })
  await service.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { password: secrets['guess'], [secrets['name'] ?? '']: 1 }
  })
  const payload = { ...issueOpened(secrets['payload']), token: secrets['token'] }
  await service.deliver({ payload })
  await service.deliver({ payload, secret: secrets['signature'] ?? '' })
  await service.deliver({ payload: `{"broken": "${secrets['payload']}` })
  const cookie = await login(service)
  await browserWith(service, cookie).GET('/api/auth/session')
  await browserWith(service, cookie).POST('/api/auth/logout')
  return decodeURIComponent(cookie).replace('service-session=', '').split('.', 1)[0] ?? ''
}

t.test('a day of requests leaves no key, cookie, guess, secret or payload in the log', async (t) => {
  const { service, lines } = await startLogged()
  const secrets = secretsOf()
  const token = await live(service, secrets)
  await until('the delivery is handled', async () => {
    const { data } = await service.client.GET('/api/deliveries', {
      params: { query: { state: 'processed' } }
    })
    return data?.meta.total === 1
  })
  const text = lines.join('')
  for (const [name, secret] of Object.entries(secrets)) t.notMatch(text, secret, name)
  for (const secret of [
    token,
    KEY,
    WEBHOOK_SECRET,
    service.deps.sessionSecret,
    btoa(`user:${secrets['basic']}`)
  ])
    t.notMatch(text, secret)
  t.ok(lines.length > 12, 'although much was logged')
})

t.test('every request is one line of JSON that says who asked for what, and what became of it', async (t) => {
  const { service, entries } = await startLogged({ work: false })
  await service.inject({
    method: 'GET',
    url: '/api/deliveries?event=push',
    headers: { authorization: `Bearer ${KEY}`, 'x-request-id': 'my-id' }
  })
  await service.inject({ method: 'GET', url: '/nothing' })
  await service.inject({ method: 'GET', url: '/api/%zz?key=value' })
  const [first, second, third, ...more] = entries().filter(({ msg }) => msg === 'request')
  t.match(first, {
    level: 30,
    time: /^\d{4}-.*Z$/,
    reqId: 'my-id',
    method: 'GET',
    path: '/api/deliveries',
    status: 200,
    ms: Number,
    ip: '127.0.0.1',
    caller: 'api'
  })
  t.match(second, { path: '/nothing', status: 404 })
  t.equal(second.caller, undefined)
  t.match(third, { path: '/api/%zz', status: 400, ip: '127.0.0.1' })
  t.same(more, [])
})

t.test(
  'what failed without being foreseen is logged once, with its cause and the id of the request, without what it carried',
  async (t) => {
    const { service: whole } = await startLogged({ work: false })
    const secret = randomUUID()
    const cause = Object.assign(new Error('relation does not exist'), { code: '42P01', detail: secret })
    const db = new Proxy(whole.deps.db, {
      get: (target, name) => {
        if (name === 'select' || name === 'execute')
          throw new Error(`Failed query: select\nparams: ${secret}`, { cause })
        return Reflect.get(target, name)
      }
    })
    const { service, lines, entries } = await startLogged({ work: false, database: whole.test, deps: { db } })
    const reply = await service.inject({
      method: 'GET',
      url: '/api/deliveries',
      headers: { authorization: `Bearer ${KEY}` }
    })
    t.equal(reply.statusCode, 500)
    const errors = entries().filter(({ level }) => level >= 50)
    t.equal(errors.length, 1)
    t.match(errors[0], {
      reqId: reply.headers['x-request-id'],
      err: { message: 'relation does not exist', code: '42P01', stack: /at / }
    })
    t.notMatch(lines.join(''), secret)
  }
)

t.test('what we refuse ourselves is one warning without a stack', async (t) => {
  const { service, entries } = await startLogged({ work: false, deps: { host: openHost([]) } })
  const reply = await service.deliver({})
  t.equal(reply.statusCode, 503)
  const [warning, ...more] = entries().filter(({ level }) => level >= 40)
  t.match(warning, {
    level: 40,
    code: 'not_configured',
    msg: /HOST_WEBHOOK_SECRET/,
    reqId: reply.headers['x-request-id']
  })
  t.notOk('err' in warning || 'stack' in warning)
  t.same(more, [])
})

t.test('a value in a field that is named like a secret is hidden, whoever logs it', async (t) => {
  const lines: string[] = []
  const log = openLog('info', { destination: { write: (line) => void lines.push(line) } })
  const secret = randomUUID()
  for (const field of [
    'authorization',
    'cookie',
    'headers',
    'password',
    'api_key',
    'apiKey',
    'token',
    'secret',
    'body',
    'payload'
  ])
    log.info({ [field]: secret }, field)
  t.equal(lines.length, 10)
  t.notMatch(lines.join(''), secret)
})

t.test(
  'a process writes JSON lines to its output, without the secrets that it was started with',
  async (t) => {
    const home = await homeOf(t)
    const service = serviceProcess(t, { ...home, LOG_LEVEL: 'trace' })
    await service.start()
    await service.deliver(randomUUID(), issueOpened('a title of the host'))
    await service.client.GET('/api/auth/session')
    await service.client.POST('/api/auth/login', { body: { password: KEY } })
    t.equal(await service.stop(), 0)
    for (const secret of [
      KEY,
      home['SESSION_SECRET'] ?? '',
      WEBHOOK_SECRET,
      'a title of the host',
      home['DATABASE_URL'] ?? KEY
    ])
      t.notMatch(service.output, secret)
    const requests = service.output.split('\n').filter((line) => line.includes('"msg":"request"'))
    t.equal(requests.length, 3)
    for (const line of requests) t.match(JSON.parse(line), { level: 30, status: /^20[02]$/, path: /^\// })
  }
)
