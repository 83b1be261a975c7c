// Deliveries of one thing are handled in the order in which they were accepted, whatever becomes of each.
import t, { type Test } from 'tap'
import { jobs } from '#capabilities/index.js'
import { startTestService, type TestOptions, type TestService } from '#test/harness/app.js'
import { openTestDatabase } from '#test/harness/database.js'
import { applyRegistered, type EventHandler } from '#test/harness/event-handlers.js'
import { until } from '#test/harness/until.js'
import { detailOf, hasState, send, tableWith } from './labelled.js'

const test = await openTestDatabase()
t.teardown(() => test.drop())

async function start(t: Test, options: TestOptions = {}): Promise<TestService> {
  const service = await startTestService({ database: test, ...options })
  t.teardown(() => service.close())
  return service
}

async function labelsIn({ client }: TestService, repo: number): Promise<Map<number, string[]>> {
  const query = { repo: `octo-org/repo-${repo}`, per_page: 100 }
  const { data } = await client.GET('/api/issues', { params: { query } })
  return new Map(data?.data.map(({ number, labels }) => [number, labels]))
}

t.test('of events within one second of the host, the one that was accepted last holds', async (t) => {
  const [one, other] = [await start(t), await start(t)]
  const numbers = Array.from({ length: 60 }, (_, at) => at + 1)
  const sent = await Promise.all(
    numbers.map(async (number) => {
      await send(one, { repo: 1, number, labels: ['one'] })
      await send(other, { repo: 1, number, labels: ['one', 'two'] })
      return send(one, { repo: 1, number, labels: ['one', 'two', 'three'] })
    })
  )
  for (const id of sent) await hasState(one, id, 'processed')
  const labels = await labelsIn(one, 1)
  t.equal(labels.size, 60)
  t.same(
    [...labels].filter(([, names]) => names.length < 3),
    [],
    'no issue has lost a label'
  )
})

t.test(
  'a delivery that fails does not block the next one of its issue, and is not applied after it',
  async (t) => {
    let isBroken = true
    const applied: string[][] = []
    const effect: EventHandler = async (receipt, event) => {
      if (event.kind !== 'issue') return
      if (isBroken && event.issue.labels.length === 1) throw new Error('out of order')
      await applyRegistered(receipt, event)
      applied.push(event.issue.labels)
    }
    const service = await start(t, { jobs: tableWith(effect), work: false })
    const poisoned = await send(service, { repo: 3, number: 1, labels: ['one'] })
    const next = await send(service, { repo: 3, number: 1, labels: ['one', 'two'] })
    const last = await send(service, { repo: 3, number: 1, labels: ['one', 'two', 'three'] })
    await service.queue.work(service.deps)
    await hasState(service, last, 'processed')
    t.match(await detailOf(service, next), { state: 'processed', attempts: 1 })
    t.match(await detailOf(service, poisoned), { state: 'queued', error: 'out of order' })
    isBroken = false
    await hasState(service, poisoned, 'processed')
    t.same(applied, [['one', 'two'], ['one', 'two', 'three'], ['one']], 'each took effect in its turn')
    t.same(
      await labelsIn(service, 3),
      new Map([[1, ['one', 'two', 'three']]]),
      'and the late one undid nothing'
    )
  }
)

t.test('one that fails before any later one was handled says all that it has to say', async (t) => {
  let isBroken = true
  const effect: EventHandler = async (receipt, event) => {
    if (isBroken && event.kind === 'issue' && event.issue.labels.length === 2) throw new Error('out of order')
    await applyRegistered(receipt, event)
  }
  const service = await start(t, { jobs: tableWith(effect) })
  await send(service, { repo: 4, number: 1, labels: ['one'] })
  const failing = await send(service, { repo: 4, number: 1, labels: ['one', 'two'] })
  await until('it has failed', async () => (await detailOf(service, failing)).error !== null)
  isBroken = false
  await hasState(service, failing, 'processed')
  t.same(await labelsIn(service, 4), new Map([[1, ['one', 'two']]]))
})

t.test('one that no worker has ended undoes nothing of a later one when it is retried', async (t) => {
  const service = await start(t, { work: false })
  const lost = await send(service, { repo: 9, number: 1, labels: ['one'] })
  const row = (await detailOf(service, lost)).id
  await service.test.database.execute(
    `delete from pgboss.job where id = (select job_id from webhook_deliveries where id = ${row})`,
    []
  )
  await jobs['delivery.give-up'].handle(service.deps, { delivery_row: row }, '')
  t.match(await detailOf(service, lost), { state: 'failed', attempts: 0 })
  const later = await send(service, { repo: 9, number: 1, labels: ['one', 'two'] })
  await service.queue.work(service.deps)
  await hasState(service, later, 'processed')
  await service.client.POST('/api/deliveries/{id}/retry', { params: { path: { id: lost } } })
  await hasState(service, lost, 'processed')
  t.same(await labelsIn(service, 9), new Map([[1, ['one', 'two']]]))
})

t.test('what a worker that died had begun is handled before what came after it', async (t) => {
  const applied: number[] = []
  const effect: EventHandler = async ({ delivery }) => void applied.push(delivery.row)
  const service = await start(t, { jobs: tableWith(effect), work: false })
  const [first, second] = [
    await send(service, { repo: 5, number: 1, labels: ['one'] }),
    await send(service, { repo: 5, number: 1, labels: ['one', 'two'] })
  ]
  const rows = [(await detailOf(service, first)).id, (await detailOf(service, second)).id]
  const { database } = service.test
  const jobOfFirst = `(select job_id from webhook_deliveries where id = ${rows[0]})`
  await database.execute(
    `update pgboss.job set state = 'active', started_on = now() where id = ${jobOfFirst}`,
    []
  )
  await service.queue.work(service.deps)
  await until('the second has been put back', async () => {
    const { rows: waiting } = await database.execute(
      `select from pgboss.job where name = 'delivery.handle' and start_after > now() + interval '1 second'`,
      []
    )
    return waiting.length === 1
  })
  t.match(await detailOf(service, second), { state: 'queued', jobs: [{ state: 'created', attempts: 0 }] })
  await database.execute(`update pgboss.job set state = 'retry' where id = ${jobOfFirst}`, [])
  await hasState(service, second, 'processed')
  t.same(applied, rows)
})

if (test.database.kind === 'postgres') {
  t.test('while one is being handled, the next of its issue waits, and all others do not', async (t) => {
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    t.teardown(() => open())
    const begun: string[][] = []
    const effect: EventHandler = async (_receipt, event) => {
      if (event.kind !== 'issue') return
      begun.push(event.issue.labels)
      if (event.issue.labels.length === 1) await opened
    }
    const [one, other] = [
      await start(t, { jobs: tableWith(effect) }),
      await start(t, { jobs: tableWith(effect) })
    ]
    await send(one, { repo: 6, number: 1, labels: ['held'] })
    await until('the first is held', async () => begun.length === 1)
    const next = await send(other, { repo: 6, number: 1, labels: ['next', 'one'] })
    const strangers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => send(one, { repo: 6, number: at + 2, labels: ['a', 'stranger'] }))
    )
    for (const id of strangers) await hasState(one, id, 'processed')
    t.notOk(
      begun.some(([label]) => label === 'next'),
      'it waits'
    )
    open()
    await hasState(one, next, 'processed')
  })
}

t.test('deliveries that are accepted by one commit have the order in which they arrived', async (t) => {
  const service = await start(t, { work: false })
  const ids = await Promise.all(
    Array.from({ length: 40 }, (_, at) => send(service, { repo: 2, number: 1, labels: [`${at}`] }))
  )
  const rows = await Promise.all(ids.map((id) => detailOf(service, id)))
  const order = rows.map(({ id }) => id)
  t.same(
    order,
    order.toSorted((a, b) => a - b)
  )
})

t.test('a commit that takes long holds up what came later to its repository, and no other', async (t) => {
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  let isFirst = true
  const { transaction } = test.database
  const slowAtFirst: typeof transaction = async (work) => {
    const waits = isFirst
    isFirst = false
    if (waits) await isReleased
    return transaction(work)
  }
  const service = await start(t, { work: false, deps: { transaction: slowAtFirst } })
  const accepted: string[] = []
  const sent = (repo: number, label: string) =>
    send(service, { repo, number: 1, labels: [label] }).then((id) => {
      accepted.push(label)
      return id
    })
  const earlier = sent(3, 'earlier')
  await until('its commit has begun', async () => !isFirst)
  const later = sent(3, 'later')
  await sent(4, 'of another')
  t.same(accepted, ['of another'])
  release()
  const [one, other] = [await detailOf(service, await earlier), await detailOf(service, await later)]
  t.ok(one.id < other.id, 'their ids have the order of their arrival')
})
