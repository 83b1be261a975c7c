import { randomUUID } from 'node:crypto'
import t from 'tap'
import { webhookDeliveries } from '#tables/deliveries/webhook-deliveries.js'
import { issueOpened, signed, startTestService } from '#test/harness/app.js'
import { until } from '#test/harness/until.js'

const service = await startTestService()
t.teardown(() => service.close())
const { client, deliver, inject } = service

async function stateOf(id: string) {
  const { data } = await client.GET('/api/deliveries/{id}', { params: { path: { id } } })
  return data?.state
}

t.test('a signed delivery is on record when it is answered, and handled soon after', async (t) => {
  const id = randomUUID()
  const reply = await deliver({ id })
  t.equal(reply.statusCode, 202)
  t.same(reply.json(), {
    queued: true,
    duplicate: false,
    ignored: false,
    delivery_id: id,
    event: 'issues',
    action: 'opened'
  })
  await until('the delivery is processed', async () => (await stateOf(id)) === 'processed')
})

t.test('the same delivery id is recorded once, however often and however fast it comes', async (t) => {
  const id = randomUUID()
  const replies = await Promise.all(Array.from({ length: 20 }, () => deliver({ id })))
  t.equal(replies.filter((reply) => reply.json().queued).length, 1)
  t.equal(replies.filter((reply) => reply.json().duplicate).length, 19)
  const { data } = await client.GET('/api/deliveries/{id}', { params: { path: { id } } })
  t.equal(data?.duplicate_count, 19)
})

t.test('an older secret and the neutral header names are valid too', async (t) => {
  t.equal((await deliver({ secret: 'whsec-older' })).statusCode, 202)
  const { headers, ...rest } = signed({})
  const neutral = {
    'content-type': 'application/json',
    'x-host-event': headers['x-github-event'],
    'x-host-delivery': headers['x-github-delivery'],
    'x-host-signature-256': headers['x-hub-signature-256']
  }
  t.equal((await inject({ ...rest, headers: neutral })).statusCode, 202)
})

t.test(
  'a wrong, empty, missing, shortened or non-ASCII signature is 401 in the one error shape',
  async (t) => {
    const { headers, ...rest } = signed({})
    const right = headers['x-hub-signature-256'] ?? ''
    const wrong = [
      undefined,
      '',
      'sha256=',
      right.slice(0, 40),
      right.slice(7),
      right.toUpperCase(),
      `sha256=${'é'.repeat(64)}`
    ]
    for (const signature of wrong) {
      const { 'x-hub-signature-256': _, ...others } = headers
      const sent = signature === undefined ? others : { ...others, 'x-hub-signature-256': signature }
      const reply = await inject({ ...rest, headers: sent })
      t.equal(reply.statusCode, 401, String(signature))
      t.match(reply.json(), { error: 'Unauthorized', status: 401, message: String })
    }
  }
)

t.test('what is signed but not a JSON object is 400, another media type is 415', async (t) => {
  for (const payload of ['hello', 'null', '[]', '"text"', '']) {
    t.equal((await deliver({ payload })).statusCode, 400, payload)
  }
  const form = signed({ payload: 'payload=%7B%7D' })
  form.headers['content-type'] = 'application/x-www-form-urlencoded'
  t.equal((await inject(form)).statusCode, 415)
})

t.test('a missing or impossible event name or delivery id is 400', async (t) => {
  for (const [name, value] of [
    ['x-github-event', undefined],
    ['x-github-event', 'Not An Event'],
    ['x-github-delivery', undefined],
    ['x-github-delivery', 'd'.repeat(5000)]
  ] as const) {
    const request = signed({})
    if (value === undefined) delete request.headers[name]
    else request.headers[name] = value
    t.equal((await inject(request)).statusCode, 400, `${name}: ${value?.slice(0, 20)}`)
  }
})

t.test('a body above 25 MiB is refused with 413', async (t) => {
  const reply = await deliver({ payload: { padding: 'z'.repeat(26 * 1024 * 1024) } })
  t.equal(reply.statusCode, 413)
})

t.test('ping, unknown events and events without a subject are recorded as ignored', async (t) => {
  for (const [event, payload] of [
    ['ping', issueOpened()],
    ['zz_new_event', issueOpened()],
    ['issues', {}]
  ] as const) {
    const id = randomUUID()
    const reply = await deliver({ id, event, payload })
    t.match(reply.json(), { queued: false, ignored: true }, event)
    t.equal(await stateOf(id), 'ignored', event)
  }
})

t.test('a NUL in a title is stored and shown without harm', async (t) => {
  const id = randomUUID()
  await deliver({ id, payload: issueOpened('a\u0000b') })
  const { data } = await client.GET('/api/deliveries/{id}', { params: { path: { id } } })
  t.match(data?.payload, { issue: { title: 'a\u0000b' } })
})

t.test('secrets of the payload are gone before it is stored', async (t) => {
  const id = randomUUID()
  const repository = {
    ...issueOpened().repository,
    html_url: 'https://host.test/octo-org/hello',
    permissions: { admin: true },
    temp_clone_token: 'clone-secret'
  }
  await deliver({ id, payload: { ...issueOpened(), repository, nested: [{ token: 'ghs_secret' }] } })
  const { data } = await client.GET('/api/deliveries/{id}', { params: { path: { id } } })
  t.notMatch(JSON.stringify(data), /clone-secret|ghs_secret|admin/)
  t.match(data?.payload, { nested: [{}], repository: { full_name: 'octo-org/hello' } })
})

t.test('a secret under a key that comes twice is not stored, however its name is written', async (t) => {
  for (const first of [
    '{"token":"ghs_secret"}',
    '{"to\\u006ben":"ghs_secret"}',
    '{"temp_clone_token":"ghs_secret"}',
    '{"full_name":"a/b","html_url":"u","private":true,"permissions":"ghs_secret"}'
  ]) {
    const id = randomUUID()
    const { action, ...rest } = issueOpened()
    const payload = `{"action":${first},"action":"${action}",${JSON.stringify(rest).slice(1)}`
    t.equal((await deliver({ id, payload })).statusCode, 202)
    const rows = await service.deps.db.select().from(webhookDeliveries)
    const stored = rows.find(({ deliveryId }) => deliveryId === id)?.payload ?? ''
    t.notMatch(stored, /ghs_secret/, first)
    t.same(JSON.parse(stored), issueOpened())
  }
})

t.test('a payload without secrets is stored as it came', async (t) => {
  const id = randomUUID()
  const payload = JSON.stringify(issueOpened('The token is "late"'), null, 2)
  await deliver({ id, payload })
  const rows = await service.deps.db.select().from(webhookDeliveries)
  t.equal(rows.find(({ deliveryId }) => deliveryId === id)?.payload, payload)
})

t.test('without a webhook secret the intake answers 503 and says which setting is missing', async (t) => {
  const closed = await startTestService({
    database: service.test,
    work: false,
    deps: { host: { ...service.deps.host, verify: undefined } }
  })
  const reply = await closed.deliver({})
  t.equal(reply.statusCode, 503)
  t.match(reply.json().message, /HOST_WEBHOOK_SECRET/)
  await closed.close()
})
