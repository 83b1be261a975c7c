// A request that is repeated under its `Idempotency-Key` gets the answer of the first, and is carried out once.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request as requestOver } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import type { Deps } from '#deps.js'
import { LONGEST_WORK_MS } from '#domain/accounts/idempotency.js'
import { DAY_MS } from '#domain/time/durations.js'
import { dropExpiredRows } from '#services/operation/retention.js'
import { idempotencyKeys } from '#tables/accounts/idempotency-keys.js'
import { waivers } from '#tables/waivers/waivers.js'
import { seedRepository } from '#test/fixtures/seed.js'
import { ADMIN_KEY, KEY, startTestService } from '#test/harness/app.js'
import { login, OWN_PAGE } from '#test/harness/sessions.js'
import { until } from '#test/harness/until.js'

/** Lets a test hold, or fail, the transactions that follow. */
const transactions = { next: async (): Promise<void> => {} }
const main = await startTestService({ work: false })
t.teardown(() => main.close())
const { test } = main
const transaction: Deps['transaction'] = async (work) => {
  await transactions.next()
  return main.deps.transaction(work)
}
const warnings: string[] = []
const log = Object.assign(Object.create(main.deps.log), {
  child: () => log,
  warn: (_facts: object, message: string) => void warnings.push(message)
})
const service = await startTestService({ work: false, database: test, deps: { transaction, log } })
t.teardown(() => service.close())
await seedRepository(main.deps, { hostId: 1 })
t.beforeEach(() => {
  transactions.next = async () => {}
  warnings.length = 0
})

const WAIVER = { repo: 'octo-org/repo-1', pillar: 'triage', reason: 'Under repair.', granted_by: 'octocat' }

interface Sent {
  key?: string | string[]
  payload?: object
  url?: string
  headers?: Record<string, string>
  to?: typeof service
}

function post({ key, payload = WAIVER, url = '/api/waivers', headers = {}, to = service }: Sent = {}) {
  const sent = { authorization: `Bearer ${KEY}`, ...(key === undefined ? {} : { 'idempotency-key': key }) }
  return to.inject({ method: 'POST', url, headers: { ...sent, ...headers }, payload })
}

const count = async () => (await service.deps.db.select().from(waivers)).length
const rows = () => service.deps.db.select().from(idempotencyKeys)
const codeOf = ({ statusCode, body }: Awaited<ReturnType<typeof post>>) =>
  `${statusCode} ${JSON.parse(body).code}`

t.test('the same request again gets the stored answer, and nothing is done a second time', async (t) => {
  const before = await count()
  const key = randomUUID()
  const first = await post({ key })
  const { granted_by, ...rest } = WAIVER
  const again = await post({ key, payload: { granted_by, ...rest } })
  t.equal(await count(), before + 1)
  t.equal(first.statusCode, 201)
  t.equal(first.headers['idempotent-replayed'], undefined)
  t.same([again.statusCode, again.body], [201, first.body], 'the order of fields does not matter')
  t.equal(again.headers['content-type'], first.headers['content-type'])
  t.equal(again.headers['idempotent-replayed'], 'true')
  t.not(again.headers['x-request-id'], first.headers['x-request-id'])
  await post({})
  await post({})
  t.equal(await count(), before + 3, 'without a key each is carried out')
})

t.test('a request without the header asks the database nothing about keys', async (t) => {
  let begun = 0
  transactions.next = async () => {
    begun += 1
  }
  await post({})
  const without = begun
  await post({ key: randomUUID() })
  t.equal(begun - without, without + 2, 'a key costs a claim and an answer')
})

t.test('another body, another address and another header are other requests', async (t) => {
  const key = randomUUID()
  t.equal((await post({ key })).statusCode, 201)
  const before = await count()
  const changed = { ...WAIVER, reason: 'Another.' }
  const reply = await post({ key, payload: changed })
  t.equal(codeOf(reply), '409 idempotency_key_reused')
  t.match(reply.json().message, /Use a new key/)
  t.equal(await count(), before)

  const retry = { key: randomUUID(), payload: {} }
  t.equal((await post({ ...retry, url: '/api/actions/1/retry' })).statusCode, 404)
  t.equal(codeOf(await post({ ...retry, url: '/api/actions/2/retry' })), '409 idempotency_key_reused')

  const restore = { key: randomUUID(), url: '/api/config/octo-org/repo-1/restore/1', payload: {} }
  t.equal(codeOf(await post({ ...restore, headers: { 'if-match': '7' } })), '409 stale_version')
  t.equal(codeOf(await post({ ...restore, headers: { 'if-match': '7' } })), '409 stale_version')
  t.equal(codeOf(await post({ ...restore, headers: { 'if-match': '8' } })), '409 idempotency_key_reused')
})

t.test('callers never see the answers of each other', async (t) => {
  const before = await count()
  const key = randomUUID()
  const cookie = await login(main)
  const mine = await post({ key })
  const others = [
    await post({ key, headers: { authorization: `Bearer ${ADMIN_KEY}` } }),
    await service.inject({
      method: 'POST',
      url: '/api/waivers',
      headers: { ...OWN_PAGE, cookie, 'idempotency-key': key },
      payload: WAIVER
    })
  ]
  for (const other of others) {
    t.equal(other.statusCode, 201)
    t.not(other.json().data.id, mine.json().data.id)
  }
  t.equal(await count(), before + 3)
  const stranger = await post({ key, headers: { authorization: 'Bearer nobody' } })
  t.equal(codeOf(stranger), '401 unauthorized')
})

t.test('a key is one header of 1 to 128 visible ASCII characters', async (t) => {
  const before = await count()
  for (const key of ['', ' ', 'a b', 'é', 'x'.repeat(129), 'tab\there', 'one, two']) {
    const reply = await post({ key })
    t.equal(codeOf(reply), '400 invalid_field', JSON.stringify(key))
    t.match(reply.json().message, /^idempotency-key: /)
  }
  t.equal(await count(), before)
  for (const key of ['!', `~${'x'.repeat(127)}`]) t.equal((await post({ key })).statusCode, 201)
})

t.test('what is refused before it is worked on claims no key', async (t) => {
  const key = randomUUID()
  const url = '/api/enforcement/policies'
  t.equal(codeOf(await post({ key, payload: { reason: 1 } })), '400 invalid_field')
  t.equal(
    codeOf(await post({ key, url, payload: { name: 1 } })),
    '400 invalid_field',
    'also where it is recorded'
  )
  t.equal((await post({ key })).statusCode, 201)
})

t.test('an answer that refuses is kept as well, whatever has changed since', async (t) => {
  const key = randomUUID()
  const payload = { ...WAIVER, repo: 'octo-org/later' }
  const first = await post({ key, payload })
  t.equal(codeOf(first), '404 repo_not_found')
  await seedRepository(main.deps, { hostId: 2, fullName: 'octo-org/later' })
  const again = await post({ key, payload })
  t.same([again.statusCode, again.body], [404, first.body])
  t.equal((await post({ payload })).statusCode, 201)
})

t.test('after a failure of the service the same request may be sent again', async (t) => {
  const key = randomUUID()
  let begun = 0
  transactions.next = async () => {
    begun += 1
    if (begun === 2) throw Object.assign(new Error('gone'), { code: 'ECONNRESET' })
  }
  const before = await count()
  t.equal(codeOf(await post({ key })), '503 unavailable')
  t.equal((await post({ key })).statusCode, 201)
  t.equal(await count(), before + 1)
})

t.test('of requests that come together one is carried out, and the others wait for its answer', async (t) => {
  const before = await count()
  const key = randomUUID()
  const replies = await Promise.all(Array.from({ length: 8 }, () => post({ key })))
  t.equal(await count(), before + 1)
  const known = new Set(['201 undefined', '409 idempotency_key_in_use'])
  for (const reply of replies) t.ok(known.has(codeOf(reply)), codeOf(reply))
  const bodies = new Set(replies.filter(({ statusCode }) => statusCode === 201).map(({ body }) => body))
  t.equal(bodies.size, 1)
})

function signal() {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give }
}

/** Holds the second transaction from now: the first claims the key, the second is of the handler. */
function holdHandler() {
  let begun = 0
  const [reached, held] = [signal(), signal()]
  transactions.next = async () => {
    begun += 1
    if (begun !== 2) return
    reached.give()
    await held.given
  }
  return { reached: reached.given, goOn: held.give }
}

t.test('while the first is being worked on, another is told to come back', async (t) => {
  const key = randomUUID()
  const { reached, goOn } = holdHandler()
  const first = post({ key })
  await reached
  const meanwhile = await post({ key })
  t.equal(codeOf(meanwhile), '409 idempotency_key_in_use')
  t.match(meanwhile.headers, { 'retry-after': /^\d+$/ })
  t.equal(
    codeOf(await post({ key, payload: { ...WAIVER, reason: 'Another.' } })),
    '409 idempotency_key_reused'
  )
  goOn()
  const { body } = await first
  t.equal((await post({ key })).body, body)
})

t.test(
  'over a socket: two headers are refused, and who hung up before the answer gets it later',
  async (t) => {
    const own = await startTestService({ work: false, database: test, deps: { transaction } })
    t.teardown(() => own.close())
    await own.app.listen({ port: 0, host: '127.0.0.1' })
    // Cast: the server listens at an address.
    const { port } = own.app.server.address() as AddressInfo
    function call(key: string | string[]) {
      const headers = {
        authorization: `Bearer ${KEY}`,
        'content-type': 'application/json',
        'idempotency-key': key
      }
      const sent = requestOver({ port, method: 'POST', path: '/api/waivers', headers })
      sent.end(JSON.stringify(WAIVER))
      return sent
    }
    const [reply] = await once(call(['one', 'two']), 'response')
    reply.resume()
    t.equal(reply.statusCode, 400)

    const before = await count()
    const key = randomUUID()
    const { reached, goOn } = holdHandler()
    const leaving = call(key)
    const hungUp = new Promise((resolve) => leaving.on('error', resolve))
    await reached
    leaving.destroy()
    await hungUp
    goOn()
    await until('the answer is kept', async () => (await post({ key })).statusCode === 201)
    t.equal((await post({ key })).headers['idempotent-replayed'], 'true')
    t.equal(await count(), before + 1)
  }
)

t.test('what a process did not live to answer is never carried out again within a day', async (t) => {
  const key = randomUUID()
  let begun = 0
  transactions.next = async () => {
    begun += 1
    if (begun === 3) throw new Error('the database is gone')
  }
  const before = await count()
  t.equal((await post({ key })).statusCode, 201, 'an answer that cannot be kept is given all the same')
  t.match(warnings, [/not kept/])
  t.equal(codeOf(await post({ key })), '409 idempotency_key_in_use')
  service.advance(LONGEST_WORK_MS)
  const lost = await post({ key })
  t.equal(codeOf(lost), '409 idempotency_outcome_unknown')
  t.match(lost.json().message, /Look whether the request was carried out.*new key/)
  service.advance(DAY_MS - LONGEST_WORK_MS - 60_000)
  t.equal(codeOf(await post({ key })), '409 idempotency_outcome_unknown')
  t.equal(await count(), before + 1)
})

t.test('after a day a key can be used anew, and the retention deletes it', async (t) => {
  const key = randomUUID()
  const first = await post({ key })
  service.advance(DAY_MS - 60_000)
  t.equal((await post({ key })).body, first.body)
  service.advance(60_000)
  const anew = await post({ key, payload: { ...WAIVER, reason: 'Another.' } })
  t.equal(anew.statusCode, 201)
  t.equal(anew.headers['idempotent-replayed'], undefined)
  await dropExpiredRows(service.deps)
  t.equal((await rows()).length, 1, 'those of the other tests have expired')
  t.equal((await post({ key, payload: { ...WAIVER, reason: 'Another.' } })).body, anew.body)
  service.advance(DAY_MS)
  await dropExpiredRows(service.deps)
  t.same(await rows(), [])
})

t.test('neither keys nor answers can be read in the database', async (t) => {
  const key = `key-${randomUUID()}`
  const payload = { ...WAIVER, reason: 'Only the caller may know this.' }
  t.equal((await post({ key, payload })).statusCode, 201)
  const stored = JSON.stringify(await rows())
  t.notMatch(stored, key)
  t.notMatch(stored, Buffer.from('Only the caller').toString('base64').slice(2, -4))
  const renewed = await startTestService({
    work: false,
    database: test,
    deps: { sessionSecret: 'another secret of at least 32 characters', now: service.deps.now }
  })
  t.teardown(() => renewed.close())
  t.equal(codeOf(await post({ key, payload, to: renewed })), '409 idempotency_outcome_unknown')
})
