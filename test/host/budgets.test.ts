import t, { type Test } from 'tap'
import { type HostAnswer, startFakeHost } from '#demo/world/http.js'
import { openCredentials } from '#host/api/credentials.js'
import type { CallPriority } from '#host/api/limits.js'
import { createHostStore } from '#services/host/usage.js'
import { startTestService } from '../harness/app.js'
import { APP, connect } from '../harness/host.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())

const REPO = '/repos/octo-org/hello'
const HOUR_S = 3_600
let installations = 100

/** Two processes at one host and one database, and an installation that no other test has. */
async function started(t: Test, options: Parameters<typeof connect>[1] = {}) {
  const fake = await startFakeHost()
  t.teardown(() => fake.close())
  fake.on(`GET ${REPO}`, { body: { id: 42 } })
  const store = createHostStore({ transaction: service.deps.transaction, now: fake.now })
  const process = () => connect(fake, { credential: APP, store, ...options })
  installations += 1
  const installationId = installations
  const callOf =
    ({ client }: ReturnType<typeof process>) =>
    (priority: CallPriority) =>
      client.read({ path: REPO }, { installationId, priority, fresh: true })
  const [one, other] = [process(), process()]
  // Its token costs nothing of the budget.
  fake.on(`POST /app/installations/${installationId}/access_tokens`, {
    status: 201,
    body: { token: 'ghs_x', expires_at: new Date(fake.now().getTime() + 24 * HOUR_S * 1000).toISOString() }
  })
  return { fake, one, other, call: callOf(one), callOfOther: callOf(other), installationId }
}

const soon = (at: Date, seconds: number) => new Date(Math.floor(at.getTime() / 1000 + seconds) * 1000)

t.test('backfill stops at half of a budget, work at a tenth, and interactive calls use it all', async (t) => {
  const { fake, call } = await started(t)
  const classes: [CallPriority, number][] = [
    ['backfill', 50],
    ['work', 10],
    ['interactive', 0]
  ]
  fake.rate = { limit: 100, remaining: 100, resetInSeconds: HOUR_S }
  // What has not changed costs nothing at the host, so each answer is another one.
  let count = 0
  fake.on(`GET ${REPO}`, () => ({ body: { count: ++count } }))
  for (const [priority, floor] of classes) {
    for (; fake.rate.remaining > floor; ) await call(priority)
    const asked = fake.asked.length
    await t.rejects(call(priority), { code: 'host_rate_limited', status: 503, until: Date }, priority)
    t.equal(fake.asked.length, asked, `${priority} does not even ask`)
    t.equal(fake.rate.remaining, floor)
  }
})

t.test(
  'the error of an exhausted budget carries the time of its reset, after which calls are sent again',
  async (t) => {
    const { fake, call } = await started(t)
    fake.rate = { limit: 100, remaining: 40, resetInSeconds: HOUR_S }
    await call('backfill')
    const until = soon(fake.now(), HOUR_S).getTime()
    const error = await call('backfill').catch((error: unknown) => error)
    t.match(error, { until: Date, extras: { headers: { 'retry-after': /^3\d{3}$/ } } })
    const told =
      error instanceof Error && 'until' in error && error.until instanceof Date ? error.until.getTime() : 0
    t.ok(Math.abs(told - until) <= 1_000, 'it is the reset')
    fake.advance(told - fake.now().getTime())
    fake.rate = { limit: 100, remaining: 100, resetInSeconds: HOUR_S }
    t.match(await call('backfill'), { status: 200 })
  }
)

t.test('a call waits for a reset that is near, and fails if the reset is far', async (t) => {
  const { fake, call, one } = await started(t)
  fake.rate = { limit: 100, remaining: 40, resetInSeconds: 20 }
  await call('backfill')
  t.match(await call('backfill'), { status: 200 })
  t.equal(one.slept.length, 1)
  t.ok((one.slept[0] ?? 0) <= 21_000, `${one.slept} ms`)
  fake.rate = { limit: 100, remaining: 40, resetInSeconds: 40 }
  await call('interactive')
  await t.rejects(call('backfill'), { code: 'host_rate_limited' })
  t.equal(one.slept.length, 1)
})

t.test('an interactive call fails rather than wait longer than five seconds', async (t) => {
  const { fake, call, one } = await started(t)
  fake.rate = { limit: 100, remaining: 1, resetInSeconds: 20 }
  fake.on(`GET ${REPO}`, { body: 'another' })
  await call('interactive')
  await t.rejects(call('interactive'), { code: 'host_rate_limited' })
  t.same(one.slept, [])
})

t.test('what one process learns of a budget, the other heeds; other installations go on', async (t) => {
  const { fake, call, callOfOther, one, other } = await started(t)
  fake.rate = { limit: 100, remaining: 40, resetInSeconds: HOUR_S }
  await call('backfill')
  await one.client.flush()
  await t.rejects(callOfOther('backfill'), { code: 'host_rate_limited' })
  t.equal(fake.asked.length, 1)
  fake.rate = undefined
  const elsewhere = { installationId: 9_999, priority: 'backfill' } as const
  t.match(await other.client.read({ path: REPO }, elsewhere), { status: 200 })
})

t.test('the budget is read from failed calls as well', async (t) => {
  const { fake, call } = await started(t)
  fake.rate = { limit: 100, remaining: 41, resetInSeconds: HOUR_S }
  fake.on(`GET ${REPO}`, { status: 404 })
  await t.rejects(call('backfill'), { code: 'host_not_found' })
  await t.rejects(call('backfill'), { code: 'host_rate_limited' })
})

t.test('each refusal has its pause, which all processes keep', async (t) => {
  const reset = (seconds: number) => (now: Date) => String(Math.floor(now.getTime() / 1000) + seconds)
  const spent = (now: Date) => ({
    'x-ratelimit-resource': 'core',
    'x-ratelimit-limit': '100',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': reset(600)(now)
  })
  const secondary = { message: 'You have exceeded a secondary rate limit.' }
  const refusals: [string, string, number | undefined, (now: Date) => HostAnswer][] = [
    ['host_token_invalid', 'global token_invalid', 120, () => ({ status: 401 })],
    [
      'host_rate_limited',
      'resource:core rate_exhausted',
      605,
      (now) => ({ status: 403, headers: spent(now) })
    ],
    [
      'host_rate_limited',
      'resource:core rate_exhausted',
      605,
      (now) => ({ status: 429, headers: spent(now) })
    ],
    ['host_forbidden', '', undefined, () => ({ status: 403, body: { message: 'Resource not accessible' } })],
    ['host_rate_limited', 'resource:core rate_limited', 120, () => ({ status: 403, body: secondary })],
    [
      'host_rate_limited',
      'resource:core rate_limited_retry_after',
      77,
      () => ({ status: 429, headers: { 'retry-after': '77' } })
    ],
    ['host_rate_limited', 'resource:core rate_limited', 120, () => ({ status: 429 })],
    [
      'host_suspended',
      'global forbidden',
      120,
      () => ({ status: 403, body: { message: 'It is suspended' } })
    ],
    ['host_not_found', '', undefined, () => ({ status: 404 })],
    ['host_refused', '', undefined, () => ({ status: 422 })],
    ['host_unavailable', '', undefined, () => ({ status: 500 })]
  ]
  for (const [code, pause, seconds, answer] of refusals) {
    const { fake, call, callOfOther, one, installationId } = await started(t)
    fake.on(`GET ${REPO}`, answer(fake.now()))
    await t.rejects(call('interactive'), { code }, `${code} ${pause}`)
    await one.client.flush()
    const { cooldowns } = await createHostStore({
      transaction: service.deps.transaction,
      now: fake.now
    }).exchange({
      credential: openCredentials(APP, () => Promise.reject(new Error('no token')), fake.now).fingerprint,
      installationIds: [installationId],
      budgets: [],
      cooldowns: [],
      counts: { requests: 0, errors: 0, hits: 0, misses: 0 }
    })
    t.same(
      cooldowns.map(({ scope, reason }) => `${scope} ${reason}`),
      pause === '' ? [] : [pause],
      code
    )
    fake.on(`GET ${REPO}`, { body: {} })
    if (seconds === undefined) {
      t.match(await callOfOther('interactive'), { status: 200 }, `${code}: no pause`)
      continue
    }
    const left = (cooldowns[0]?.until.getTime() ?? 0) - fake.now().getTime()
    t.ok(Math.abs(left - seconds * 1000) <= 1_000, `${code} ${pause} for ${left} ms`)
    const asked = fake.asked.length
    await t.rejects(callOfOther('interactive'), { code }, `${code} in the other process`)
    t.equal(fake.asked.length, asked)
    fake.advance(left)
    t.match(await callOfOther('interactive'), { status: 200 }, `${code} is over`)
  }
})

t.test('a pause of one resource leaves the others alone', async (t) => {
  const { fake, call, one, installationId } = await started(t)
  fake.on('GET /search/issues', { status: 429, headers: { 'retry-after': '300' } })
  const search = () =>
    one.client.read({ path: '/search/issues' }, { installationId, priority: 'work', fresh: true })
  await t.rejects(search(), { code: 'host_rate_limited' })
  await t.rejects(search(), { code: 'host_rate_limited' })
  t.equal(fake.asked.length, 1)
  t.match(await call('work'), { status: 200 })
})

t.test('a thousand calls cost a handful of round trips to the store', async (t) => {
  let exchanges = 0
  const store = {
    exchange: async () => {
      exchanges += 1
      return { budgets: [], cooldowns: [] }
    }
  }
  const { fake, one, installationId } = await started(t, { store })
  fake.rate = { limit: 100_000, remaining: 90_000, resetInSeconds: HOUR_S }
  const startedAt = performance.now()
  const read = (path: string) => one.client.read({ path }, { installationId, priority: 'work' })
  for (let at = 0; at < 1_000; at += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, next) => read(`${REPO}/labels/${at + next}`).catch(() => {}))
    )
  const seconds = (performance.now() - startedAt) / 1000
  t.equal(fake.asked.length, 1_000)
  t.ok(exchanges <= 4 + seconds, `${exchanges} exchanges in ${seconds} s`)
})

t.test(
  'while the store fails a process goes by what it knows, complains once, and loses no count',
  async (t) => {
    const real = createHostStore({ transaction: service.deps.transaction, now: service.deps.now })
    const told = { requests: 0, hits: 0 }
    let isDown = true
    let complaints = 0
    const store = {
      exchange: async (report: Parameters<typeof real.exchange>[0]) => {
        if (isDown) throw new Error('the store is gone')
        told.requests += report.counts.requests
        told.hits += report.counts.hits
        return real.exchange(report)
      }
    }
    const warn = () => {
      complaints += 1
    }
    const { fake, call, one } = await started(t, { store, warn })
    fake.rate = { limit: 100, remaining: 51, resetInSeconds: HOUR_S }
    await call('backfill')
    await t.rejects(call('backfill'), { code: 'host_rate_limited' })
    await one.client.flush()
    await one.client.flush()
    t.equal(complaints, 1)
    isDown = false
    await one.client.flush()
    // One for the token, one for the read.
    t.same(told, { requests: 2, hits: 0 })
  }
)
