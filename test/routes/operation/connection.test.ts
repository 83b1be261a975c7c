import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import t from 'tap'
import { APP_WEBHOOK_SECRET, conversion, serveRegistrations } from '#demo/world/app-manifests.js'
import { startFakeHost } from '#demo/world/http.js'
import type { StoredConnection } from '#domain/operation/connection.js'
import { neededPermissions } from '#domain/operation/permissions.js'
import { HOUR_MS } from '#domain/time/durations.js'
import { openHost } from '#host/index.js'
import { CONNECTED_PILLARS, DEFAULT_PILLARS } from '#schemas/operation/connection.js'
import { idempotencyKeys } from '#tables/accounts/idempotency-keys.js'
import { KEY, startTestService } from '#test/harness/app.js'
import { APP, connect, TOKEN } from '#test/harness/host.js'
import { browserWith, login, OWN_PAGE } from '#test/harness/sessions.js'

const fake = await startFakeHost()
t.teardown(() => fake.close())
const registered = serveRegistrations(fake)
const SECRETS = /PRIVATE KEY|a-webhook-secret|a-client-secret/
const WISH = { pillars: ['triage' as const], address: 'https://automation.test' }

/** What the service stores, in place of a data directory. */
let stored: StoredConnection | undefined
const store = {
  isStored: () => stored !== undefined,
  store(one: StoredConnection) {
    stored = one
  }
}
const link = { apiUrl: fake.url, isStored: false, pillars: CONNECTED_PILLARS, store }
const service = await startTestService({
  work: false,
  deps: { host: openHost([], undefined, fake.url), connection: link }
})
t.teardown(() => service.close())
const browser = browserWith(service, await login(service))
t.beforeEach(() => {
  stored = undefined
})

/** Sends the form to the host as a browser does; returns what it comes back with. */
async function confirmed(form: { action: string; manifest: string }) {
  const { manifest } = form
  await fetch(form.action, { method: 'POST', body: new URLSearchParams({ manifest }), redirect: 'manual' })
  const back = new URL(registered.at(-1)?.back ?? '')
  return { back, code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' }
}

async function begun() {
  const { data } = await browser.POST('/api/system/connection/registration', { body: WISH })
  if (!data) throw new Error('no registration has begun')
  return confirmed(data)
}

t.test('a registration that is begun twice under one key is one, and its state lies nowhere', async (t) => {
  const params = { header: { 'idempotency-key': 'a-registration' } }
  const begin = async () =>
    (await browser.POST('/api/system/connection/registration', { params, body: WISH })).data
  const first = await begin()
  t.same(await begin(), first)
  const state = new URL(first?.action ?? '').searchParams.get('state') ?? ''
  t.ok(state.length > 20)
  const kept = JSON.stringify(await service.deps.db.select().from(idempotencyKeys))
  t.match(kept, '"status":200')
  t.notMatch(kept, state)
})

t.test('without a credential it says so, and that an App can be made', async (t) => {
  const { data } = await service.client.GET('/api/system/connection')
  t.match(data, {
    credential: null,
    can_register: true,
    needs_restart: false,
    findings: [{ check: 'credential', outcome: 'warning', remedy: /connect/ }]
  })
})

t.test('an App for which nobody chooses gets what is on by default', async (t) => {
  const { data } = await browser.POST('/api/system/connection/registration', {
    body: { address: WISH.address }
  })
  const { default_permissions } = JSON.parse(data?.manifest ?? '{}')
  const needed = neededPermissions(DEFAULT_PILLARS).map(({ name, level }) => [name, level])
  t.same(default_permissions, Object.fromEntries(needed))
  t.notOk('statuses' in default_permissions, 'what the merge queue alone needs')
})

t.test('whoever is logged in makes an App; its secrets are stored, and in no reply', async (t) => {
  const { back, ...returned } = await begun()
  t.equal(`${back.origin}${back.pathname}`, `${OWN_PAGE.origin}/dashboard/connect`)
  const { data, response } = await browser.POST('/api/system/connection', { body: returned })
  t.equal(response.status, 200)
  t.match(data, { name: 'our-automation', install_url: `${fake.url}/apps/our-automation/installations/new` })
  t.match(stored, {
    settings: { HOST_API_URL: fake.url, HOST_APP_ID: '77', HOST_WEBHOOK_SECRET: APP_WEBHOOK_SECRET },
    pillars: ['triage']
  })
  const after = await service.client.GET('/api/system/connection')
  t.match(after.data, { can_register: false, needs_restart: true, is_stored: true })
  const trail = await service.client.GET('/api/audit/entries')
  t.match(trail.data?.data[0], { event_type: 'host_connected' })
  t.notMatch(JSON.stringify([data, after.data, trail.data]), SECRETS)
  t.equal((await browser.POST('/api/system/connection', { body: returned })).response.status, 409)
  t.match((await browser.POST('/api/system/connection/registration', { body: WISH })).error, {
    code: 'already_connected'
  })
})

t.test('only the session that began ends it, once, in time, with its state', async (t) => {
  const refused = async (client: typeof browser, { code, state }: { code: string; state: string }) =>
    (await client.POST('/api/system/connection', { body: { code, state } })).error?.code
  const other = browserWith(service, await login(service))
  const { code, state } = await begun()
  t.equal(await refused(other, { code, state }), 'registration_refused', 'another session')
  t.equal(await refused(browser, { code, state: `${state}x` }), 'registration_refused', 'another state')
  const later = await begun()
  t.equal(await refused(browser, { code, state }), 'registration_refused', 'one that was begun before')
  service.advance(HOUR_MS)
  t.equal(await refused(browser, later), 'registration_refused', 'too late')
  const last = await begun()
  const conversions = `POST /app-manifests/${last.code}/conversions`
  fake.on(conversions, { status: 404, body: {} })
  t.equal(await refused(browser, last), 'host_refused', 'a code that the host does not take')
  fake.on(conversions, conversion(fake, {}))
  t.equal(await refused(browser, last), 'registration_refused', 'the same again')
  t.equal(stored, undefined)
})

t.test('whoever comes back while the host does not answer can try again', async (t) => {
  const { code, state } = await begun()
  const made = () => browser.POST('/api/system/connection', { body: { code, state } })
  const conversions = `POST /app-manifests/${code}/conversions`
  for (const reply of [
    { status: 503, body: '' },
    { status: 201, body: '<h1>' }
  ]) {
    fake.on(conversions, reply)
    t.match((await made()).error, { code: 'host_unavailable', message: /Try again/ })
    t.equal(stored, undefined)
  }
  fake.on(conversions, conversion(fake, {}))
  t.match((await made()).data, { name: 'our-automation' })
  t.match(stored, { settings: { HOST_APP_ID: '77' } })
})

t.test(
  'of two who make an App at once one connects the service; the other is told what is left',
  async (t) => {
    const { code, state } = await begun()
    const other: StoredConnection = { settings: { HOST_TOKEN: 'of-somebody-else' }, pillars: [] }
    fake.on(`POST /app-manifests/${code}/conversions`, () => {
      stored = other
      return conversion(fake, {})
    })
    const { error } = await browser.POST('/api/system/connection', { body: { code, state } })
    t.match(error, { code: 'registration_refused', message: /Delete the App our-automation on GitHub/ })
    t.equal(stored, other)
  }
)

t.test('an App that is stored is told, also where the audit trail cannot be written', async (t) => {
  const { code, state } = await begun()
  const { db } = service.test.database
  await db.execute(sql`alter table audit_entries rename to audit_entries_away`)
  t.teardown(() => db.execute(sql`alter table audit_entries_away rename to audit_entries`))
  const { data } = await browser.POST('/api/system/connection', { body: { code, state } })
  t.match(data, { name: 'our-automation' })
  t.match(stored, { settings: { HOST_APP_ID: '77' } })
})

t.test('neither a key, nor a stranger, nor another site makes an App', async (t) => {
  const cookie = await login(service)
  const url = '/api/system/connection/registration'
  const post = (headers: Record<string, string>) =>
    service.inject({ method: 'POST', url, headers, payload: WISH })
  t.match((await post({ authorization: `Bearer ${KEY}` })).json(), { status: 403, code: 'session_required' })
  t.equal((await post({})).statusCode, 401)
  t.match((await post({ ...OWN_PAGE, cookie, origin: 'https://elsewhere.test' })).json(), { code: 'csrf' })
  t.match((await post({ ...OWN_PAGE, cookie, 'sec-fetch-site': 'cross-site' })).json(), { code: 'csrf' })
})

t.test('a wish that the host would not take is refused with what is wrong', async (t) => {
  const error = async (wish: object) =>
    (await browser.POST('/api/system/connection/registration', { body: { ...WISH, ...wish } })).error
  t.match(await error({ address: 'http://automation.test' }), { status: 400, details: [{ path: 'address' }] })
  t.match(await error({ organisation: '../settings' }), { status: 400, details: [{ path: 'organisation' }] })
  t.match(await error({ pillars: [] }), { status: 400 })
  t.match(await error({ pillars: ['spam'] }), { status: 400 })
})

t.test('a reply of the host that is not an App stores nothing, and shows nothing of it', async (t) => {
  for (const changes of [{ pem: null }, { webhook_secret: '' }, { id: -1 }, { html_url: 'javascript:x' }]) {
    const { code, state } = await begun()
    fake.on(`POST /app-manifests/${code}/conversions`, conversion(fake, {}, changes))
    const { error, response } = await browser.POST('/api/system/connection', { body: { code, state } })
    t.equal(response.status, 502)
    t.notMatch(JSON.stringify(error), SECRETS)
    t.equal(stored, undefined)
  }
})

t.test('where the service keeps no secrets it says how to connect instead', async (t) => {
  const elsewhere = await startTestService({
    work: false,
    database: service.test,
    deps: { connection: { ...link, store: undefined } }
  })
  t.teardown(() => elsewhere.close())
  t.match((await elsewhere.client.GET('/api/system/connection')).data, { can_register: false })
  const page = browserWith(elsewhere, await login(elsewhere))
  t.match((await page.POST('/api/system/connection/registration', { body: WISH })).error, {
    code: 'nowhere_to_store',
    message: /connect --print/
  })
})

t.test('an App is examined: what is missing, what it costs, and whether webhooks arrive', async (t) => {
  const { host } = connect(fake, { credential: APP, webhookSecrets: [APP_WEBHOOK_SECRET] })
  const installed = await startTestService({
    work: false,
    database: service.test,
    deps: { host, connection: { ...link, isStored: true, pillars: ['triage'] } }
  })
  t.teardown(() => installed.close())
  fake.on('GET /app', { body: { name: 'our-automation' } })
  const permissions = {
    metadata: 'read',
    contents: 'read',
    issues: 'read',
    pull_requests: 'write',
    actions: 'read'
  }
  fake.on('GET /app/installations', {
    body: [{ id: 1, account: { login: 'octo-org' }, suspended_at: null, permissions }]
  })
  const url = 'https://automation.test/webhooks/host'
  fake.on('GET /app/hook/config', { body: { url, content_type: 'json', secret: '********' } })
  const ping = { id: 5, guid: 'g', event: 'ping', delivered_at: '2026-01-31T09:30:00Z', status_code: 401 }
  fake.on('GET /app/hook/deliveries', { body: [ping] })
  t.match((await installed.client.GET('/api/system/connection')).data, {
    credential: 'app',
    is_stored: true,
    can_register: false,
    name: 'our-automation',
    webhook_url: url,
    deliveries: [{ event: 'ping', status_code: 401, has_arrived: false }],
    findings: [
      { check: 'credential', outcome: 'ok' },
      {
        check: 'installation octo-org',
        outcome: 'failed',
        message: /^issues is not granted for write\. Issues get/
      },
      { check: 'webhooks', outcome: 'failed', remedy: /HOST_WEBHOOK_SECRET must be the secret of the App/ }
    ]
  })
  const asked = fake.asked.length
  await installed.client.GET('/api/system/connection')
  t.equal(fake.asked.length, asked, 'many readers ask the host once')
  fake.on('POST /app/hook/deliveries/5/attempts', { status: 202, body: {} })
  t.match((await installed.client.POST('/api/system/connection/ping', {})).data, {
    message: /sends it again/
  })
  fake.on('GET /app', { status: 401, body: { message: 'Bad credentials' } })
  t.match((await installed.client.GET('/api/system/connection')).data, {
    name: null,
    findings: [{ check: 'credential', outcome: 'failed' }]
  })
})

t.test('a token has no deliveries to try: the host is not asked for them', async (t) => {
  const { host } = connect(fake, { credential: TOKEN })
  const withToken = await startTestService({
    work: false,
    database: service.test,
    deps: { host, connection: link }
  })
  t.teardown(() => withToken.close())
  const asked = fake.asked.length
  t.match(await withToken.client.POST('/api/system/connection/ping', {}), {
    response: { status: 409 },
    error: { code: 'no_delivery' }
  })
  t.equal(fake.asked.length, asked)
})

t.test(
  'the payload of a delivery is fetched only to see whether one that did not arrive was signed',
  async (t) => {
    const { host } = connect(fake, { credential: APP, webhookSecrets: [APP_WEBHOOK_SECRET] })
    const payload = { zen: 'Keep it logically awesome.' }
    const hmac = createHmac('sha256', APP_WEBHOOK_SECRET).update(JSON.stringify(payload)).digest('hex')
    const newest = (status_code: number, signature: string) => {
      const ping = { id: 6, guid: 'g', event: 'ping', delivered_at: '2026-01-31T09:30:00Z', status_code }
      fake.on('GET /app/hook/deliveries', { body: [ping] })
      const headers = { 'X-Hub-Signature-256': signature }
      fake.on('GET /app/hook/deliveries/6', { body: { ...ping, request: { headers, payload } } })
    }
    const url = 'https://automation.test/webhooks/host'
    fake.on('GET /app', { body: { name: 'our-automation' } })
    fake.on('GET /app/installations', { body: [] })
    fake.on('GET /app/hook/config', { body: { url, content_type: 'json', secret: '********' } })
    newest(502, `sha256=${hmac}`)
    t.match(await host.connection.examine(), { app: { webhook: { isSigned: true } } })
    newest(502, `sha256=${'0'.repeat(64)}`)
    t.match(await host.connection.examine(), { app: { webhook: { isSigned: false } } })
    newest(202, `sha256=${hmac}`)
    const before = fake.asked.length
    await host.connection.examine()
    t.notOk(fake.asked.slice(before).some(({ path }) => path.endsWith('/deliveries/6')))
  }
)
