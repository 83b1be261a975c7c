import { createHash, randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import t, { type Test } from 'tap'
import type { Deps, Tx } from '#deps.js'
import { openHost } from '#host/index.js'
import { issueOpened, startTestService, WEBHOOK_SECRET } from '#test/harness/app.js'
import { openTestDatabase } from '#test/harness/database.js'
import { until } from '#test/harness/until.js'

// The package is plain JSON under the name of a module.
const corpus: { name: string; examples: object[] }[] = createRequire(import.meta.url)(
  '@octokit/webhooks-examples'
)

const test = await openTestDatabase()
t.teardown(() => test.drop())
const { transaction } = test.database

async function start(t: Test, deps: Partial<Deps>, work = false) {
  const service = await startTestService({ database: test, work, deps })
  t.teardown(() => service.close())
  return service
}

async function totalOf({ client }: Awaited<ReturnType<typeof start>>): Promise<number> {
  const { data } = await client.GET('/api/deliveries/stats')
  return data?.total ?? 0
}

t.test('deliveries that arrive together share a transaction', async (t) => {
  let transactions = 0
  const counting = <T>(work: (tx: Tx) => Promise<T>) => {
    transactions += 1
    return transaction(work)
  }
  const service = await start(t, { transaction: counting })
  const before = await totalOf(service)
  const replies = await Promise.all(Array.from({ length: 50 }, () => service.deliver({})))
  t.ok(replies.every(({ statusCode }) => statusCode === 202))
  t.equal(await totalOf(service), before + 50)
  t.ok(transactions <= 10, `${transactions} transactions for 50 deliveries`)
})

t.test('the reply is sent after the commit: while the transaction is open there is none', async (t) => {
  let finished = () => {}
  const isFinished = new Promise<void>((resolve) => {
    finished = resolve
  })
  let commit = () => {}
  const isToCommit = new Promise<void>((resolve) => {
    commit = resolve
  })
  const held = <T>(work: (tx: Tx) => Promise<T>) =>
    transaction(async (tx) => {
      const result = await work(tx)
      finished()
      await isToCommit
      return result
    })
  const service = await start(t, { transaction: held })
  const id = randomUUID()
  let isAnswered = false
  const answer = service.deliver({ id }).finally(() => {
    isAnswered = true
  })
  await isFinished
  // An answer that did not wait would be out by now.
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  t.notOk(isAnswered)
  commit()
  t.equal((await answer).statusCode, 202)
})

t.test('given a failed commit, the delivery is not answered with 202 and leaves nothing', async (t) => {
  const failing = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    transaction(async (tx) => {
      await work(tx)
      throw new Error('the disk is full')
    })
  const service = await start(t, { transaction: failing })
  const before = await totalOf(service)
  const id = randomUUID()
  const reply = await service.deliver({ id })
  t.equal(reply.statusCode, 500)
  t.notMatch(reply.body, /disk/)
  t.equal(await totalOf(service), before)
  const { response } = await service.client.GET('/api/deliveries/{id}', { params: { path: { id } } })
  t.equal(response.status, 404)
  const whole = await start(t, {})
  t.match(
    (await whole.deliver({ id })).json(),
    { queued: true, duplicate: false },
    'the host may send it again'
  )
})

t.test(
  'a delivery that cannot be stored fails alone, and others of the same batch are recorded',
  async (t) => {
    const host = openHost([WEBHOOK_SECRET])
    // Postgres holds no NUL in a text.
    const subjectOf: typeof host.deliverySubjectOf = (payload) => {
      const subject = host.deliverySubjectOf(payload)
      return subject.action === 'poison' ? { ...subject, action: 'pois\u0000n' } : subject
    }
    const service = await start(t, { host: { ...host, deliverySubjectOf: subjectOf } })
    const before = await totalOf(service)
    const payloads = [issueOpened(), issueOpened(), { ...issueOpened(), action: 'poison' }, issueOpened()]
    const replies = await Promise.all(payloads.map((payload) => service.deliver({ payload })))
    t.same(
      replies.map(({ statusCode }) => statusCode),
      [202, 202, 400, 202]
    )
    t.equal(await totalOf(service), before + 3)
  }
)

t.test('two processes that get the same deliveries at once record each of them once', async (t) => {
  const [one, other] = [await start(t, {}), await start(t, {})]
  const ids = Array.from({ length: 60 }, () => randomUUID())
  const before = await totalOf(one)
  const replies = await Promise.all([
    ...ids.map((id) => one.deliver({ id })),
    ...ids.toReversed().map((id) => other.deliver({ id }))
  ])
  t.ok(replies.every(({ statusCode }) => statusCode === 202))
  t.equal(replies.filter((reply) => reply.json().queued).length, ids.length)
  t.equal(replies.filter((reply) => reply.json().duplicate).length, ids.length)
  t.equal(await totalOf(one), before + ids.length)
})

t.test('the digest is that of the received bytes, not of the stored payload', async (t) => {
  const service = await start(t, {})
  const id = randomUUID()
  const body = JSON.stringify({ ...issueOpened(), token: 'ghs_secret' }, null, 2)
  await service.deliver({ id, payload: body })
  const { data } = await service.client.GET('/api/deliveries/{id}', { params: { path: { id } } })
  t.equal(data?.payload_sha256, createHash('sha256').update(body).digest('hex'))
  t.same(data?.payload, issueOpened())
})

t.test('values under the names of secrets are not stored, not even of repeated keys', async (t) => {
  const service = await start(t, {})
  for (const name of [
    'secret',
    'token',
    'password',
    'authorization',
    'private_key',
    'clientSecret',
    'X-API-Key'
  ]) {
    const id = randomUUID()
    const clean = JSON.stringify(issueOpened())
    const hidden = `${JSON.stringify(name)} : "first-Zx81", "config": {${JSON.stringify(name)}:{"a":["Zx81"]}, "url":"u"}`
    for (const body of [
      `{${hidden},${clean.slice(1)}`,
      `{"config":{${JSON.stringify(name)}:"Zx81"},${hidden},${clean.slice(1)}`
    ]) {
      t.equal((await service.deliver({ id: `${id}-${body.length}`, payload: body })).statusCode, 202)
      const path = { id: `${id}-${body.length}` }
      const { data } = await service.client.GET('/api/deliveries/{id}', { params: { path } })
      t.same(data?.payload, { config: { url: 'u' }, ...issueOpened() })
    }
  }
  const { rows } = await test.database.execute('select payload from webhook_deliveries', [])
  t.notMatch(JSON.stringify(rows), 'Zx81')
})

t.test('every published example is accepted, and ends as processed or ignored', async (t) => {
  const service = await start(t, {}, true)
  const { client, deliver } = service
  const examples = corpus.flatMap(({ name, examples }) =>
    examples.map((payload) => ({ event: name, payload }))
  )
  t.equal(examples.length, 329)
  const ids = new Set<string>()
  for (let at = 0; at < examples.length; at += 40) {
    const sent = examples.slice(at, at + 40).map((example) => ({ ...example, id: randomUUID() }))
    const replies = await Promise.all(sent.map(deliver))
    for (const reply of replies) t.equal(reply.statusCode, 202, reply.json().event)
    for (const { id } of sent) ids.add(id)
  }
  const countOf = async (state: 'queued' | 'failed' | 'dead') => {
    const { data } = await client.GET('/api/deliveries', { params: { query: { state } } })
    return data?.meta.total
  }
  await until('all are handled', async () => (await countOf('queued')) === 0)
  t.equal(await countOf('failed'), 0)
  const { data: stats } = await client.GET('/api/deliveries/stats')
  t.match(stats, { errors: 0, error_rate: 0, total: stats?.processed_ok })
  t.equal(ids.size, 329)
})
