import fc from 'fast-check'
import t from 'tap'
import { HOUR_MS, MINUTE_MS } from '#domain/time/durations.js'
import { DELIVERY_STATES, type DeliveryQuery } from '#schemas/deliveries/deliveries.js'
import { openPostgres } from '#store/sql/postgres.js'
import { deliveryHours } from '#tables/deliveries/delivery-hours.js'
import { webhookDeliveries } from '#tables/deliveries/webhook-deliveries.js'
import { openTestDatabase, type TestDatabase } from '#test/harness/database.js'
import { runs } from '#test/harness/runs.js'
import { type DeliveryRow, startHistory } from '../fixtures/history.js'
import { eventsOf, hoursOf, keptHours, statsOf, timelineOf } from '../fixtures/recount.js'

const EVENTS = ['issues', 'push', 'ping']
const REPOS = ['octo-org/one', 'octo-org/two', 'Other-org/one']

// Close to midnight and to the end of a month and an hour, where counting by hour and day goes wrong first.
const history = await startHistory(new Date('2026-02-28T23:58:30.250Z'))
t.teardown(() => history.close())
history.service.test.leaveWrongSums('hours are made up, without their deliveries')
const { client } = history
const { deps } = history.service

const pick = fc.nat({ max: 50 })
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('arrive'), event: fc.constantFrom(...EVENTS), pick })
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('repeat'), pick }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('succeed', 'fail', 'bury', 'lose'), pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sweep'), pick }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pass'),
      pick: fc.constantFrom(1, 29, 60, 7 * 60, 24 * 60, 24 * 60 + 1, 25 * 60, 15 * 24 * 60, 76 * 24 * 60)
    })
  }
)
type Step = { kind: string; pick: number; event?: string }

async function take({ kind, pick, event = 'issues' }: Step): Promise<void> {
  if (kind === 'pass') history.pass(pick * MINUTE_MS)
  else if (kind === 'sweep') await history.sweep()
  else if (kind === 'arrive') {
    const repo = REPOS[pick % (REPOS.length + 1)]
    await history.arrive(repo === undefined ? { event } : { event, repo })
  } else await change(kind, pick)
}

async function change(kind: string, pick: number): Promise<void> {
  const rows = await history.rows()
  const row = rows[pick % rows.length]
  if (!row) return
  const { id, deliveryId, eventName } = row
  if (kind === 'repeat') await history.arrive({ event: eventName, id: deliveryId })
  if (kind === 'succeed') await history.succeed(id).catch(() => {})
  if (kind === 'fail' || kind === 'lose') await history.fail(id)
  if (kind === 'bury' || kind === 'lose') await history.bury(id)
}

async function forget(): Promise<void> {
  await deps.transaction(async (tx) => {
    await tx.delete(webhookDeliveries)
    await tx.delete(deliveryHours)
  })
}

const query = fc.record(
  {
    event: fc.constantFrom(...EVENTS),
    repo: fc.constantFrom(...REPOS),
    status: fc.constantFrom('ok' as const, 'error' as const),
    state: fc.constantFrom(...DELIVERY_STATES, 'all' as const),
    /** As long ago, in minutes. */
    since: fc.constantFrom(0, 1, 59, 60, 150, 24 * 60, 40 * 24 * 60)
  },
  { requiredKeys: [] }
)

function queryAt(
  now: Date,
  { since, ...rest }: { since?: number } & Omit<DeliveryQuery, 'since'>
): DeliveryQuery {
  return since === undefined
    ? rest
    : { ...rest, since: new Date(now.getTime() - since * MINUTE_MS).toISOString() }
}

function matches(row: DeliveryRow, { event, repo, status, state = 'all', since }: DeliveryQuery): boolean {
  return (
    (since === undefined || row.receivedAt >= new Date(since)) &&
    (event === undefined || row.eventName === event) &&
    (repo === undefined || row.repo === repo) &&
    (status === undefined || (row.error !== null) === (status === 'error')) &&
    (state === 'all' || row.state === state)
  )
}

t.test('after any history the counts, the statistics and the totals are those of the rows', async (t) => {
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 15, maxLength: 50 }),
    fc.array(query, { minLength: 4, maxLength: 4 }),
    fc.integer({ min: 1, max: 30 }),
    async (steps, queries, days) => {
      await forget()
      for (const one of steps) await take(one)
      const [rows, now] = [await history.rows(), history.now()]
      t.same(await keptHours(deps.db), hoursOf(rows))
      t.same((await client.GET('/api/deliveries/stats')).data, statsOf(rows, now))
      for (const query of [{}, { days }]) {
        const { data } = await client.GET('/api/deliveries/events', { params: { query } })
        t.same(data?.events, eventsOf(rows, now, query.days))
      }
      const { data: timeline } = await client.GET('/api/deliveries/timeline', { params: { query: { days } } })
      t.same(timeline, { timeline: timelineOf(rows, now, days), days })
      for (const query of queries.map((one) => queryAt(now, one))) {
        const { data } = await client.GET('/api/deliveries', { params: { query } })
        t.equal(data?.meta.total, rows.filter((row) => matches(row, query)).length, JSON.stringify(query))
      }
      if (!t.passing()) throw new Error('see above')
    }
  )
  await fc.assert(property, { numRuns: runs(30), endOnFailure: true })
})

t.test('a delivery counts in the hour in which it came, for what it is now', async (t) => {
  await forget()
  const [done, lost, waiting] = [
    await history.arrive({ event: 'issues', repo: 'octo-org/one' }),
    await history.arrive({ event: 'issues', repo: 'octo-org/one' }),
    await history.arrive({ event: 'issues', repo: 'octo-org/one' })
  ]
  await history.arrive({ event: 'issues' })
  const hour = new Date(Math.floor(history.now().getTime() / HOUR_MS) * HOUR_MS)
  const counts = {
    hour,
    eventName: 'issues',
    total: 4,
    ignored: 1,
    processed: 0,
    failed: 0,
    dead: 0,
    errors: 0
  }
  const countsAre = async (expected: Partial<typeof counts>) =>
    t.same(await keptHours(deps.db), [{ ...counts, ...expected }])
  await countsAre({})
  history.pass(2 * HOUR_MS)
  await history.succeed(await history.rowOf(done))
  await history.fail(await history.rowOf(waiting))
  await history.fail(await history.rowOf(lost))
  await countsAre({ processed: 1, errors: 2 })
  await history.bury(await history.rowOf(lost))
  await countsAre({ processed: 1, failed: 1, errors: 2 })
  history.pass(25 * HOUR_MS)
  await history.sweep()
  await countsAre({ processed: 1, dead: 1, errors: 2 })
  await history.succeed(await history.rowOf(lost))
  await countsAre({ processed: 2, errors: 1 })
})

t.test(
  'a total since a moment reads whole hours from their counts, and only the first one from rows',
  async (t) => {
    await forget()
    const now = new Date('2026-03-09T12:30:00Z')
    const hour = (text: string) => ({ hour: new Date(`2026-03-09T${text}:00:00Z`), eventName: 'push' })
    await deps.transaction((tx) =>
      tx.insert(deliveryHours).values([
        { ...hour('09'), total: 100, failed: 100, errors: 100 },
        { ...hour('10'), total: 10, failed: 4, errors: 5 },
        { ...hour('11'), eventName: 'issues', total: 1 }
      ])
    )
    const row = { eventName: 'push', state: 'failed' as const, error: 'broken', payloadSha256: '0' }
    const at = (time: string) => ({ ...row, deliveryId: time, receivedAt: new Date(`2026-03-09T${time}Z`) })
    await deps.transaction((tx) => tx.insert(webhookDeliveries).values([at('09:29:59'), at('09:30:00')]))
    const since = new Date(now.getTime() - 3 * HOUR_MS).toISOString()
    for (const [query, total] of [
      [{}, 12],
      [{ event: 'push' }, 11],
      [{ state: 'failed' }, 5],
      [{ status: 'error', event: 'push' }, 6],
      [{ status: 'ok' }, 6]
    ] as const) {
      const { data } = await client.GET('/api/deliveries', { params: { query: { ...query, since } } })
      t.equal(data?.meta.total, total, JSON.stringify(query))
    }
  }
)

t.test('the time zone of the database moves no delivery to another day', async (t) => {
  for (const zone of ['America/New_York', 'Asia/Kolkata']) {
    const began = new Date('2026-03-07T22:30:00Z')
    const zoned = await startHistory(began, await databaseIn(zone))
    for (let at = 0; at < 30; at += 1) {
      await zoned.arrive({ event: 'issues' })
      zoned.pass(HOUR_MS)
    }
    const { data } = await zoned.client.GET('/api/deliveries/timeline', { params: { query: { days: 4 } } })
    t.same(data?.timeline, timelineOf(await zoned.rows(), zoned.now(), 4), zone)
    t.same(
      (await zoned.client.GET('/api/deliveries/stats')).data,
      statsOf(await zoned.rows(), zoned.now()),
      zone
    )
    await zoned.close()
  }
})

/** A database whose sessions live in another time zone, as those of a server may. */
async function databaseIn(zone: string): Promise<TestDatabase> {
  const test = await openTestDatabase()
  if (test.url === undefined) {
    await test.database.execute(`set timezone = '${zone}'`)
    return test
  }
  await test.database.execute(
    `alter database ${new URL(test.url).pathname.slice(1)} set timezone = '${zone}'`
  )
  const database = openPostgres(test.url)
  const drop = () => database.close().then(test.drop)
  return { ...test, database, drop }
}
