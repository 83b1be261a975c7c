import { type SQL, sql } from 'drizzle-orm'
import t from 'tap'
import { type DeliveryFilter, deliveriesPage } from '#store/deliveries/reports.js'
import { type Db, rowsOf } from '#store/sql/database.js'
import { webhookDeliveries } from '#tables/deliveries/webhook-deliveries.js'
import { openTestDatabase } from '#test/harness/database.js'

const { database, drop, leaveWrongSums } = await openTestDatabase()
t.teardown(drop)
leaveWrongSums('many rows are written without their counts')
const { db } = database

const ROWS = 20_000
const EVERY = 500

/** Many deliveries, of which few wait or have failed; those are the oldest. */
async function fill(): Promise<void> {
  const state = sql`case when n > ${EVERY} then 'processed' when n % 10 = 0 then 'failed' when n % 10 = 1 then 'dead' when n % 10 = 2 then 'queued' else 'ignored' end`
  await database.transaction((tx) =>
    tx.execute(sql`insert into webhook_deliveries (delivery_id, event_name, state, error, received_at, payload_sha256)
      select n, 'push', ${state}, case when n <= ${EVERY} and n % 10 < 2 then 'broken' end,
        '2026-01-01'::timestamptz + n * interval '1 second', '0' from generate_series(1, ${ROWS}) as n`)
  )
  await database.execute('analyze webhook_deliveries')
}

/** How the database reads the page. */
async function planOf(filter: DeliveryFilter): Promise<string> {
  let plan = ''
  const execute = async (query: SQL) => {
    const rows = await rowsOf<Record<string, string>>(db, sql`explain ${query}`)
    plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    return [{ total: 0, data: [] }]
  }
  // The border to Drizzle: nothing but this is asked of it.
  await deliveriesPage({ execute } as unknown as Db, filter, { page: 1, perPage: 50, offset: 0 })
  return plan
}

t.test('few deliveries among many are listed from an index that holds only them, in its order', async (t) => {
  await fill()
  t.equal((await db.select().from(webhookDeliveries)).length, ROWS)
  for (const [filter, index] of [
    [{ state: 'queued' }, 'webhook_deliveries_open_idx'],
    [{ state: 'failed' }, 'webhook_deliveries_open_idx'],
    [{ state: 'dead' }, 'webhook_deliveries_open_idx'],
    [{ status: 'error' }, 'webhook_deliveries_error_idx']
  ] as const) {
    const plan = await planOf(filter)
    t.match(plan, `Index Scan Backward using ${index}`, JSON.stringify(filter))
    t.notMatch(plan, /Seq Scan on webhook_deliveries/, plan)
  }
})
