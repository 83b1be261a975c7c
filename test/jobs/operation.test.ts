import { createHash, randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import t from 'tap'
import { jobs } from '#capabilities/index.js'
import { DAY_MS, HOUR_MS } from '#domain/time/durations.js'
import { rateLimits } from '#tables/accounts/rate-limits.js'
import { sessions } from '#tables/accounts/sessions.js'
import { deliveryHours } from '#tables/deliveries/delivery-hours.js'
import { webhookDeliveries } from '#tables/deliveries/webhook-deliveries.js'
import { hostBudgets } from '#tables/host/host-budgets.js'
import { hostCooldowns } from '#tables/host/host-cooldowns.js'
import { hostHours } from '#tables/host/host-hours.js'
import { tallies } from '#tables/mirror/tallies.js'
import { ADMIN_KEY, issueOpened, startTestService } from '../harness/app.js'
import { until } from '../harness/until.js'

const service = await startTestService()
t.teardown(() => service.close())
const { client, deps, deliver, queue } = service
service.test.leaveWrongSums(
  'counts and sums are written without their rows: what is dropped and merged is looked at'
)

/** Runs the job and waits for its end. */
async function sweep(): Promise<void> {
  const id = randomUUID()
  await deps.transaction((tx) => queue.enqueue(tx, 'retention.sweep', [{ id, payload: {} }]))
  await until('the sweep is over', async () => {
    const job = await queue.findJob('retention.sweep', id)
    return job?.state === 'completed'
  })
}

/** Accepts a delivery and waits until it is handled. */
async function taken(payload: object = issueOpened()): Promise<string> {
  const id = randomUUID()
  await deliver({ id, payload })
  await until('it is processed', async () => (await detailOf(id))?.state === 'processed')
  return id
}

async function detailOf(id: string) {
  const { data } = await client.GET('/api/deliveries/{id}', { params: { path: { id } } })
  return data
}

t.test('it is scheduled every hour, and never waits twice', async (t) => {
  t.match(jobs['retention.sweep'], { schedule: /^\d+ \* \* \* \*$/, singleton: true })
})

t.test('a payload is kept for 14 days; its digest and the rest of the row stay', async (t) => {
  const body = issueOpened('kept for a while')
  const id = await taken(body)
  service.advance(14 * DAY_MS - HOUR_MS)
  await sweep()
  const before = await detailOf(id)
  t.same(before?.payload, body)
  service.advance(2 * HOUR_MS)
  await sweep()
  t.same(await detailOf(id), { ...before, payload: null })
  t.equal(before?.payload_sha256, createHash('sha256').update(JSON.stringify(body)).digest('hex'))
})

t.test('a delivery is kept for 90 days; then its row and its counts go together', async (t) => {
  const id = await taken()
  const old = await detailOf(id)
  service.advance(90 * DAY_MS - HOUR_MS)
  await sweep()
  t.match(await detailOf(id), { id: old?.id, payload: null })
  const young = await taken()
  service.advance(2 * HOUR_MS)
  await sweep()
  t.equal(await detailOf(id), undefined)
  t.match(await detailOf(young), { delivery_id: young })
  const rows = await deps.db.select().from(webhookDeliveries)
  const hours = await deps.db.select().from(deliveryHours)
  t.equal(
    hours.reduce((sum, { total }) => sum + total, 0),
    rows.length
  )
  const { data: stats } = await client.GET('/api/deliveries/stats')
  t.match(stats, { total: rows.length, earliest: (await detailOf(young))?.received_at })
})

t.test('more old payloads than fit in one round are all dropped', async (t) => {
  const receivedAt = new Date(deps.now().getTime() - 20 * DAY_MS)
  const row = { eventName: 'push', state: 'ignored' as const, receivedAt, payload: '{}', payloadSha256: '0' }
  const rows = Array.from({ length: 2_300 }, (_, at) => ({ ...row, deliveryId: `old-${at}` }))
  await deps.transaction((tx) => tx.insert(webhookDeliveries).values(rows))
  await sweep()
  const left = await deps.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.payload, '{}'))
  t.equal(left.length, 0)
})

t.test('the counts of an hour become one row per event once it is over, and stay the same', async (t) => {
  const hourAt = (ms: number) => new Date(Math.floor((deps.now().getTime() + ms) / HOUR_MS) * HOUR_MS)
  const [over, running] = [hourAt(-HOUR_MS), hourAt(0)]
  const lanesOf = (hour: Date, eventName: string, count: number) =>
    Array.from({ length: count }, (_, lane) => ({
      hour,
      eventName,
      lane,
      total: 3,
      processed: lane,
      failed: -1
    }))
  await deps.transaction((tx) =>
    tx
      .insert(deliveryHours)
      .values([
        ...lanesOf(over, 'many', 16),
        ...lanesOf(over, 'one', 2).slice(1),
        ...lanesOf(running, 'many', 3)
      ])
  )
  await sweep()
  const rows = await deps.db
    .select()
    .from(deliveryHours)
    .where(inArray(deliveryHours.eventName, ['many', 'one']))
  const shown = rows.map(({ hour, eventName, lane, total, processed, failed }) =>
    [hour.getTime() === over.getTime(), eventName, lane, total, processed, failed].join(' ')
  )
  t.same(shown.sort(), [
    'false many 0 3 0 -1',
    'false many 1 3 1 -1',
    'false many 2 3 2 -1',
    'true many 0 48 120 -16',
    'true one 0 3 1 -1'
  ])
})

t.test('the sums of a day become one row per measure once it is over', async (t) => {
  const dayAt = (ms: number) => new Date(deps.now().getTime() + ms).toISOString().slice(0, 10)
  const lanesOf = (day: string) =>
    Array.from({ length: 5 }, (_, lane) => ({ repoId: 0, day, measure: 'ci.swept', lane, amount: lane }))
  const days = [dayAt(0), dayAt(-DAY_MS)]
  await deps.transaction((tx) => tx.insert(tallies).values(days.flatMap(lanesOf)))
  await sweep()
  const rows = await deps.db.select().from(tallies).where(eq(tallies.measure, 'ci.swept'))
  t.same(
    days.map((day) =>
      rows
        .filter((row) => row.day === day)
        .map(({ amount }) => amount)
        .sort()
    ),
    [[0, 1, 2, 3, 4], [10]]
  )
})

t.test('ended sessions and ended rate limit windows go, live ones stay', async (t) => {
  const at = (ms: number) => new Date(deps.now().getTime() + ms)
  const session = (tokenSha256: string, expiresAt: Date) => ({
    tokenSha256,
    principal: 'admin',
    keyId: ADMIN_KEY,
    createdAt: at(-DAY_MS),
    lastSeenAt: at(-DAY_MS),
    expiresAt
  })
  const window = (key: string, resetAt: Date) => ({ key, taken: 1, granted: 1, resetAt })
  await deps.transaction(async (tx) => {
    await tx.insert(sessions).values([session('ended', at(-1_000)), session('live', at(DAY_MS))])
    await tx.insert(rateLimits).values([window('ended', at(-1_000)), window('live', at(DAY_MS))])
  })
  await sweep()
  const tokens = await deps.db.select({ token: sessions.tokenSha256 }).from(sessions)
  t.same(tokens, [{ token: 'live' }])
  const keys = (await deps.db.select({ key: rateLimits.key }).from(rateLimits)).map(({ key }) => key)
  t.ok(keys.includes('live') && !keys.includes('ended'))
})

t.test('ended budgets and pauses of the host go, and its counts after 30 days', async (t) => {
  const at = (ms: number) => new Date(deps.now().getTime() + ms)
  const of = (installationId: number) => ({ credential: 'app-1', installationId })
  const budget = { resource: 'core', remaining: 1, limit: 2, used: 1, updatedAt: at(-DAY_MS) }
  const pause = { scope: 'global', reason: 'forbidden' as const }
  const counts = { lane: 0, requests: 1, errors: 0, hits: 0, misses: 1 }
  await deps.transaction(async (tx) => {
    await tx.insert(hostBudgets).values([
      { ...of(1), ...budget, resetAt: at(-1_000) },
      { ...of(2), ...budget, resetAt: at(DAY_MS) }
    ])
    await tx.insert(hostCooldowns).values([
      { ...of(1), ...pause, until: at(-1_000) },
      { ...of(2), ...pause, until: at(DAY_MS) }
    ])
    await tx.insert(hostHours).values([
      { ...counts, hour: at(-31 * DAY_MS) },
      { ...counts, hour: at(-29 * DAY_MS) }
    ])
  })
  await sweep()
  const { db } = deps
  t.match(await db.select().from(hostBudgets), [{ installationId: 2 }])
  t.match(await db.select().from(hostCooldowns), [{ installationId: 2 }])
  t.equal((await db.select().from(hostHours)).length, 1)
})
