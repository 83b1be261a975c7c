import type { InjectOptions, LightMyRequestResponse as Reply } from 'fastify'
import t, { type Test } from 'tap'
import { HostError } from '#errors/host.js'
import { KEY, startTestService } from '#test/harness/app.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())

const authorization = `Bearer ${KEY}`
const send = (options: InjectOptions) =>
  service.inject({ ...options, headers: { authorization, ...options.headers } })
const get = (url: string) => send({ method: 'GET', url })
const post = (payload: string, contentType = 'application/json') =>
  send({ method: 'POST', url: '/api/auth/login', payload, headers: { 'content-type': contentType } })

const PHRASES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
  503: 'Service Unavailable'
}

/** Every error is of this shape, and tells nothing of what is inside. */
function isError(t: Test, reply: Reply, status: number, what: string) {
  t.equal(reply.statusCode, status, what)
  t.equal(reply.headers['content-type'], 'application/json; charset=utf-8', what)
  const body = reply.json()
  t.match(body, { error: PHRASES[status], message: /\w/, status, code: /^[a-z_]+$/ }, what)
  const known = ['error', 'message', 'status', 'code', 'details', 'request_id', 'retry_after_seconds']
  t.same(
    Object.keys(body).filter((key) => !known.includes(key)),
    [],
    what
  )
  t.notMatch(reply.body, /node_modules|\/src\/|\.js:|select |FST_|stack/i, what)
  return body
}

t.test('a parameter outside of its schema is 400, with its name and its bound', async (t) => {
  for (const [url, path, message] of [
    ['/api/deliveries?page=0', 'page', /1/],
    ['/api/deliveries?per_page=101', 'per_page', /100/],
    ['/api/deliveries?per_page=1.5', 'per_page', /whole number/],
    ['/api/deliveries?per_page=ten', 'per_page', /whole number/],
    ['/api/deliveries?page=Infinity', 'page', /./],
    ['/api/deliveries?page=-Infinity', 'page', /./],
    ['/api/deliveries?page=0x10', 'page', /plain digits/],
    ['/api/deliveries?page=1e2', 'page', /plain digits/],
    ['/api/heal/run/0x10', 'hostRunId', /plain digits/],
    ['/api/deliveries?page=%20', 'page', /plain digits/],
    ['/api/decisions/%20', 'id', /plain digits/],
    ['/api/decisions/0', 'id', /^must be 1 at least$/],
    ['/api/issues/octo-org/hello/2147483648', 'number', /^must be 2147483647 at most$/],
    ['/api/waivers/1%0a', 'id', /plain digits/],
    ['/api/deliveries?page=1e400', 'page', /./],
    ['/api/deliveries?page=NaN', 'page', /./],
    ['/api/deliveries?page=1&page=2', 'page', /./],
    ['/api/deliveries?state=unknown', 'state', /one of .*queued/],
    ['/api/deliveries?since=yesterday', 'since', /2026-01-31/],
    ['/api/deliveries?repo=no-slash', 'repo', /owner\/name/],
    ['/api/deliveries?repo=', 'repo', /owner\/name/],
    ['/api/issues?cursor=a.b', 'cursor', /meta\.cursor/],
    ['/api/issues?owner=', 'owner', /empty/],
    ['/api/deliveries/timeline?days=31', 'days', /30/]
  ] as const) {
    const body = isError(t, await get(url), 400, url)
    t.equal(body.details?.[0]?.path, path, url)
    t.match(body.message, new RegExp(`^${path}: `), url)
    t.match(body.details?.[0]?.message, message, url)
    t.notMatch(body.message, /[\^$]|\{\d|pattern/, `${url}: no regular expression`)
  }
})

t.test(
  'unknown parameters are 400 and named, also those with the names of what every object has',
  async (t) => {
    for (const [query, name] of [
      ['nothing=1', 'nothing'],
      ['constructor=1', 'constructor'],
      ['toString=1', 'toString'],
      ['__proto__=1', '__proto__'],
      ['__proto__[x]=1', '__proto__[x]'],
      ['a[b]=c', 'a[b]'],
      ['%00=1', '\0'],
      ['=', ''],
      [`${'long'.repeat(100)}=1`, `${'long'.repeat(25)}…`]
    ] as const) {
      const { code, details } = isError(t, await get(`/api/deliveries?${query}`), 400, query)
      t.equal(code, 'invalid_field', query)
      t.equal(details?.[0]?.path, name, query)
      t.match(
        details?.[0]?.message,
        /^is not a known parameter; known are page, per_page, limit, event, /,
        query
      )
    }
  }
)

t.test('a parameter or field that is misspelt is answered with the one that was meant', async (t) => {
  for (const [query, meant] of [
    ['perpage=5', 'per_page'],
    ['perPage=5', 'per_page'],
    ['sttaus=ok', 'status'],
    ['repos=a/b', 'repo']
  ] as const)
    t.match(isError(t, await get(`/api/deliveries?${query}`), 400, query).details, [
      { message: `is not a known parameter: did you mean ${meant}?` }
    ])
  t.match(isError(t, await post('{"pasword":"x"}'), 400, 'a field').details, [
    { path: '/pasword', message: 'is not a known field: did you mean password?' }
  ])
})

t.test('no operation of the API passes over a parameter that it does not know', async (t) => {
  const { paths } = (await get('/openapi.json')).json<{ paths: Record<string, Record<string, unknown>> }>()
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    // Cast: the document names methods, of which the types of an injected request know all.
    Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() as 'GET' | 'POST' }))
  )
  const ofApi = operations.filter(({ path }) => path.startsWith('/api/'))
  t.ok(ofApi.length > 150, `${ofApi.length} operations`)
  for (const { method, path } of ofApi) {
    const url = `${path.replaceAll(/\{[^}]+\}/g, '1')}?heed_me=1`
    const body = method === 'GET' ? {} : { payload: {} }
    const reply = await send({ method, url, ...body })
    t.equal(reply.statusCode, 400, `${method} ${url}`)
  }
})

t.test('a key that a body does not know is 400 and named, wherever it hides', async (t) => {
  const unknown = isError(t, await post('{"password":"x","remember":true}'), 400, 'unknown')
  t.match(unknown, {
    code: 'invalid_field',
    details: [{ path: '/remember', message: 'is not a known field; known are password' }]
  })
  for (const key of ['constructor', 'toString', 'hasOwnProperty'])
    t.match(isError(t, await post(`{"password":"x","${key}":1}`), 400, key), {
      details: [{ path: `/${key}` }]
    })
  for (const payload of ['{"__proto__":{"password":"x"}}', '{"password":"x","constructor":{"prototype":{}}}'])
    isError(t, await post(payload), 400, payload)
})

t.test('a body of the wrong type is not bent until it fits', async (t) => {
  for (const payload of [
    '{"password":1}',
    '{"password":true}',
    '{"password":null}',
    '{"password":["x"]}',
    '[]',
    '"text"',
    '1',
    'null',
    '{}'
  ])
    isError(t, await post(payload), 400, payload)
})

t.test('a body that lacks all that it could hold is told what that is', async (t) => {
  const { message } = isError(t, await post('{}'), 400, 'a login')
  t.equal(message, 'the body: must hold one of these fields: password, api_key')
  t.match(
    isError(t, await post('{"password":""}'), 400, 'an empty one').message,
    '/password: must not be empty'
  )
})

t.test('a body that is nested deeper than any that is known is 400 before it is parsed', async (t) => {
  const body = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  const headers = { 'content-type': 'application/json' }
  for (const url of ['/api/auth/login', '/api/waivers', '/api/config/validate']) {
    const sent = (payload: string) => send({ method: 'POST', url, payload, headers })
    t.match(isError(t, await sent(body(65)), 400, url), { code: 'invalid_json', message: /64 levels/ })
    t.not((await sent(body(64))).json().code, 'invalid_json', url)
  }
})

t.test('a body that is not JSON is 400 invalid_json', async (t) => {
  for (const payload of [
    '{',
    '{"password":"x"',
    '{"password":NaN}',
    "{'password':'x'}",
    '\u0000',
    '{"a":1}{"b":2}'
  ])
    t.equal(isError(t, await post(payload), 400, JSON.stringify(payload)).code, 'invalid_json')
})

t.test('half a character in a body is 400 wherever it stands, and whole characters are none', async (t) => {
  for (const half of ['\\ud83d', 'a\\uDFFFb', '\\ude00\\ud83d', '\\\\\\ud83d'])
    for (const payload of [`{"password":"${half}"}`, `{"${half}":1}`])
      t.match(isError(t, await post(payload), 400, payload).message, /not allowed in text/)
  for (const whole of ['\\ud83d\\ude00', '\\\\ud83d', '\\u00e9'])
    isError(t, await post(`{"password":"${whole}"}`), 401, whole)
})

t.test(
  'a request that announces JSON and sends none has no body: an error only where one is needed',
  async (t) => {
    isError(t, await post(''), 400, 'a login')
    const headers = { 'content-type': 'application/json' }
    const logout = await service.inject({ method: 'POST', url: '/api/auth/logout', headers, payload: '' })
    t.equal(logout.statusCode, 200)
  }
)

t.test('a body in another media type is 415, whatever it holds', async (t) => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
    'application/jsonx'
  ])
    isError(t, await post('{"password":"x"}', type), 415, type)
  t.equal((await post(`{"password":"${KEY}"}`, 'application/json; charset=utf-8')).statusCode, 200)
})

t.test(
  'a body above 1 MiB is 413, or above 4 KiB where no key is shown; one just below is read',
  async (t) => {
    for (const [url, most] of [
      ['/api/waivers', 1024 * 1024],
      ['/api/auth/login', 4 * 1024]
    ] as const) {
      const headers = { authorization, 'content-type': 'application/json' }
      const long = (bytes: number) =>
        send({ method: 'POST', url, headers, payload: `{"nothing":"${'x'.repeat(bytes - 14)}"}` })
      isError(t, await long(most + 1), 413, `above, at ${url}`)
      isError(t, await long(most), 400, `below, at ${url}: read, and not what it takes`)
    }
  }
)

t.test('a path that leads nowhere is 404, with a body of any kind or without', async (t) => {
  for (const url of [
    '/nothing',
    '/api',
    '/api/',
    '/api/nothing',
    '/api/deliveries/1/2',
    '/api/deliveries/',
    '/api/deliveries/?page=1',
    '/api/issues/octo-org/',
    '/api/issues//hello',
    '/__proto__',
    '/api/auth/constructor'
  ])
    t.equal(isError(t, await get(url), 404, url).code, 'not_found')
  for (const [payload, type] of [
    ['{', 'application/json'],
    ['x', 'text/plain'],
    ['', 'application/json'],
    ['x'.repeat(100), 'nonsense']
  ] as const)
    isError(
      t,
      await send({ method: 'POST', url: '/nothing', payload, headers: { 'content-type': type } }),
      404,
      type
    )
})

t.test('a wrong method is 405 and says which ones are right, to strangers as well', async (t) => {
  for (const [method, url, allow] of [
    ['POST', '/api/deliveries', 'GET, HEAD'],
    ['DELETE', '/api/deliveries/some-id', 'GET, HEAD'],
    ['GET', '/api/auth/login', 'POST'],
    ['PUT', '/health', 'GET, HEAD'],
    ['PATCH', '/metrics', 'GET, HEAD'],
    ['OPTIONS', '/api/auth/logout', 'POST'],
    ['GET', '/webhooks/host', 'POST'],
    ['POST', '/docs', 'GET, HEAD']
  ] as const) {
    const reply = await service.inject({ method, url })
    t.equal(isError(t, reply, 405, `${method} ${url}`).code, 'method_not_allowed')
    t.equal(reply.headers['allow'], allow, `${method} ${url}`)
  }
  isError(
    t,
    await send({ method: 'POST', url: '/health', payload: 'x', headers: { 'content-type': 'text/plain' } }),
    405,
    'with a body'
  )
})

t.test('a path that cannot be read is 400', async (t) => {
  for (const url of [
    '/api/deliveries/%',
    '/api/deliveries/%zz',
    '/api/deliveries/%C3',
    '/%E0%A4%A',
    `/api/deliveries/${'x'.repeat(401)}`
  ])
    t.equal(isError(t, await get(url), 400, url.slice(0, 40)).code, 'invalid_url')
})

t.test('NUL where the database would have to hold it is refused', async (t) => {
  isError(t, await get('/api/deliveries/a%00b'), 400, 'in a path')
  isError(t, await get('/api/deliveries?event=a%00b'), 400, 'in a filter')
  isError(t, await post('{"password":"a\\u0000b"}'), 401, 'in a password, which no table ever sees')
})

/** A service whose reads fail like this. */
async function failingWith(error: Error, request: InjectOptions = { method: 'GET', url: '/api/deliveries' }) {
  const db = new Proxy(service.deps.db, {
    get: (target, name) => {
      if (name === 'select' || name === 'execute') throw error
      return Reflect.get(target, name)
    }
  })
  const failing = await startTestService({ work: false, database: service.test, deps: { db } })
  t.teardown(() => failing.close())
  return failing.inject({ ...request, headers: { authorization } })
}

t.test('what nobody foresaw is 500 and says nothing of what is inside', async (t) => {
  const error = Object.assign(new Error('select secret from /srv/app.js:1'), {
    statusCode: 418,
    headers: { leak: '1' }
  })
  const reply = await failingWith(error)
  t.same(isError(t, reply, 500, 'unforeseen'), {
    error: 'Internal Server Error',
    message: 'Internal error. The log of the service has the details.',
    status: 500,
    code: 'internal',
    request_id: String(reply.headers['x-request-id'])
  })
  t.equal(reply.headers['leak'], undefined)
})

t.test('a database that does not answer or is full is 503 with Retry-After, not 500', async (t) => {
  for (const code of [
    ...['08006', '25006', '53100', '53200', '53300', '57P01', '57P02', '57P03', '57014', '55P03', '40P01'],
    ...['28P01', '3D000', '55000'],
    ...['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT'],
    ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN']
  ]) {
    const cause = Object.assign(new Error(`connect ${code} 10.0.0.1:5432`), { code })
    const reply = await failingWith(new Error('Failed query: select 1', { cause }))
    const body = isError(t, reply, 503, code)
    t.notMatch(body.message, /10\.0\.0\.1/, code)
    t.match(reply.headers['retry-after'], /^[1-9]\d*$/, code)
    t.equal(reply.headers['retry-after'], String(body.retry_after_seconds), code)
  }
})

t.test('a full disk of the database is named, so that nobody waits for it', async (t) => {
  const cause = Object.assign(new Error('could not extend file "base/1"'), { code: '53100' })
  const reply = await failingWith(new Error('Failed query: select 1', { cause }))
  t.match(isError(t, reply, 503, '53100').message, /disk of the database is full\. Free some space/)
})

t.test('a statement that the database refuses is 500: waiting does not mend it', async (t) => {
  const cause = Object.assign(new Error('relation "x" does not exist'), { code: '42P01' })
  const reply = await failingWith(new Error('Failed query: select 1', { cause }))
  t.notMatch(isError(t, reply, 500, '42P01').message, /relation/)
})

t.test('a pause of the host tells in the header and in the body how long it lasts', async (t) => {
  const paused = new HostError('host_rate_limited', 'The host asks to wait.', { retryAfterSeconds: 90 })
  const payload = { repo: 'octo-org/hello', pr_number: 1 }
  const reply = await failingWith(paused, { method: 'POST', url: '/api/phase2/rollbacks', payload })
  t.match(isError(t, reply, 503, 'paused'), { code: 'host_rate_limited', retry_after_seconds: 90 })
  t.equal(reply.headers['retry-after'], '90')
})
