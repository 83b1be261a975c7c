import { sql } from 'drizzle-orm'
import t from 'tap'
import { inOnePartition } from '#queue/partition.js'
import { rawQuery, rowsOf } from '#store/sql/database.js'
import { openTestDatabase } from '../harness/database.js'

const { database, drop } = await openTestDatabase()
t.teardown(drop)

const QUERY = "select id from pgboss.job where name = $1 and state < 'active'"
/** Postgres keeps a plan for all values after this many for single ones, if it costs no more. */
const PLANS = 5

t.test('Postgres keeps the plan of a statement about the jobs of one name', async (t) => {
  // Partitions without a single row cost nothing, however many a plan reads.
  await database.execute('insert into pgboss.job (name) select name from pgboss.queue', [])
  t.equal(await keptPlans((text) => text), 0, 'not with the name as a parameter')
  t.ok((await keptPlans((text) => inOnePartition(text, ['sync.fleet']))) > 0)
})

/** How often the kept plan is used once Postgres may have one. */
function keptPlans(prepared: (text: string) => string): Promise<number> {
  const text = prepared(QUERY)
  return database.transaction(async (tx) => {
    // The embedded database prepares a statement when it comes for the second time.
    for (let times = 0; times <= PLANS + 1; times += 1) await rowsOf(tx, rawQuery(text, ['sync.fleet']))
    const plans = sql`select generic_plans::int as kept from pg_prepared_statements where statement = ${text}`
    const [found] = await rowsOf<{ kept: number }>(tx, plans)
    return found?.kept ?? 0
  })
}

t.test('every place of the name is filled, and nothing else is changed', async (t) => {
  t.equal(
    inOnePartition('with one as (select where name = $1 and id = $2) update where j.name = $1 or x', [
      'a.b-c',
      1
    ]),
    "with one as (select where name = 'a.b-c' and $1::text is not null and id = $2) update where j.name = 'a.b-c' or x"
  )
  for (const [text, name] of [
    ['select 1', 'a'],
    ['select where name = $1', "a'b"],
    ['select where name = $1', 7],
    ['select where name = $1', 'a'.repeat(101)]
  ] as const)
    t.equal(inOnePartition(text, [name]), text)
})
