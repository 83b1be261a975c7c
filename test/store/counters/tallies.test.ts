import { asc, eq, sql } from 'drizzle-orm'
import t from 'tap'
import { changeTallied, FLEET, mergeDays } from '#store/counters/tallies.js'
import { rowsOf, type Tx } from '#store/sql/database.js'
import { tallies } from '#tables/mirror/tallies.js'
import { seedRepository } from '#test/fixtures/seed.js'
import { startTestService } from '#test/harness/app.js'
import { until } from '#test/harness/until.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const { deps, test } = service
const { db, transaction } = deps
test.leaveWrongSums('they have no rows: how they are merged is looked at')

const TODAY = new Date('2026-03-10T00:00:00Z')
const DAYS = ['2026-03-07', '2026-03-08', '2026-03-09', '2026-03-10', '-infinity']
const MEASURES = ['ci.runs', 'issues.opened', 'prs.merged'] as const
const changes = DAYS.flatMap((day) => MEASURES.map((measure) => ({ day, measure, amount: 1 })))

type Row = typeof tallies.$inferInsert
const put = (tx: Tx, rows: readonly Omit<Row, 'repoId'>[]) =>
  tx.insert(tallies).values(rows.map((row) => ({ repoId: FLEET, ...row })))
const merge = (most = 100) => transaction((tx) => mergeDays(tx, { table: 'tallies', before: TODAY, most }))

async function rowsOfFleet(): Promise<string[]> {
  const { day, measure, lane } = tallies
  const rows = await db
    .select()
    .from(tallies)
    .where(eq(tallies.repoId, FLEET))
    .orderBy(asc(day), asc(measure), asc(lane))
  return rows.map((row) => `${row.day} ${row.measure} ${row.lane} ${row.amount}`)
}

t.beforeEach(() => transaction(async (tx) => void (await tx.delete(tallies))))

t.test(
  'days that are over become one row per measure; later ones and those for ever stay as they are',
  async (t) => {
    const lanes = Array.from({ length: 16 }, (_, lane) => lane)
    const later = ['2026-03-10', '-infinity'].flatMap((day) =>
      lanes.map((lane) => ({ day, measure: 'ci.runs', lane, amount: lane }))
    )
    await transaction(async (tx) => {
      await put(
        tx,
        lanes.map((lane) => ({ day: '2026-03-09', measure: 'ci.runs', lane, amount: lane }))
      )
      await put(tx, [{ day: '2026-03-09', measure: 'prs.merged', lane: 7, amount: -3 }])
      await put(tx, [{ day: '2026-03-08', measure: 'ci.runs', lane: 0, amount: 5 }])
      await put(tx, later)
    })
    t.equal(await merge(), 2)
    const [forEver, older, merged, single, ...rest] = [
      (await rowsOfFleet()).filter((row) => row.startsWith('-infinity')),
      ...(await rowsOfFleet()).filter((row) => !row.startsWith('-infinity'))
    ]
    t.equal(forEver?.length, 16)
    t.same(
      [older, merged, single],
      ['2026-03-08 ci.runs 0 5', '2026-03-09 ci.runs 0 120', '2026-03-09 prs.merged 0 -3']
    )
    t.equal(rest.length, 16)
    t.equal(await merge(), 0)
  }
)

t.test('a round takes no more sums than it may, the oldest first', async (t) => {
  const days = ['2026-03-07', '2026-03-08', '2026-03-09']
  await transaction((tx) =>
    put(
      tx,
      days.map((day) => ({ day, measure: 'ci.runs', lane: 3, amount: 1 }))
    )
  )
  t.equal(await merge(2), 2)
  t.same(await rowsOfFleet(), ['2026-03-07 ci.runs 0 1', '2026-03-08 ci.runs 0 1', '2026-03-09 ci.runs 3 1'])
  t.equal(await merge(2), 1)
})

t.test('rows of single repositories are left alone', async (t) => {
  const row = { repoId: 9, day: '2026-03-01', measure: 'ci.runs', lane: 4, amount: 1 }
  await transaction((tx) => tx.insert(tallies).values(row))
  t.equal(await merge(), 0)
})

const add = (tx: Tx, repoId: number) => changeTallied(tx, async () => [{ repoId, tallies: changes }])

t.test('whatever is added while days are merged, the sums are those of all that was added', async (t) => {
  const [repositories, rounds] = [6, 15]
  const ids = Array.from({ length: repositories }, (_, at) => 100 + at)
  for (const hostId of ids) await seedRepository(deps, { hostId })
  await transaction(async (tx) => void (await tx.delete(tallies)))
  let isOver = false
  const adding = ids.map(async (repoId) => {
    for (let round = 0; round < rounds; round += 1) await transaction((tx) => add(tx, repoId))
  })
  const merging = [1, 100].map(async (most) => {
    while (!isOver) await merge(most)
  })
  await Promise.all(adding).finally(() => {
    isOver = true
  })
  await Promise.all(merging)
  const sums = await db
    .select({ day: tallies.day, measure: tallies.measure, amount: sql`sum(amount)::int` })
    .from(tallies)
    .where(eq(tallies.repoId, FLEET))
    .groupBy(tallies.day, tallies.measure)
  t.equal(sums.length, changes.length)
  t.same(
    sums.filter(({ amount }) => amount !== repositories * rounds),
    []
  )
  while ((await merge()) > 0);
  t.equal((await rowsOfFleet()).filter((row) => row.startsWith('2026-03-0')).length, 9)
})

const NEEDS_CONNECTIONS = { skip: test.url === undefined && 'the embedded database has one connection' }

t.test(
  'who adds to the lane that stays, in its order, and who merges never wait in a ring',
  NEEDS_CONNECTIONS,
  async (t) => {
    const [first, second] = ['2026-03-07', '2026-03-08'].map((day) => ({
      day,
      measure: 'ci.runs',
      amount: 1
    }))
    if (!first || !second) throw new Error('there are two days')
    await transaction((tx) =>
      put(tx, [
        { ...first, lane: 1 },
        { ...second, lane: 0 },
        { ...second, lane: 1 }
      ])
    )
    let merging: Promise<number> | undefined
    await transaction(async (tx) => {
      await put(tx, [{ ...first, lane: 0 }])
      merging = merge()
      await until('the merge waits for the row that is not committed', async () => {
        const waiting = await rowsOf(
          db,
          sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
        )
        return waiting.length > 0
      })
      const row = sql`repo_id = ${FLEET} and day = ${second.day} and lane = 0`
      await tx.execute(sql`update tallies set amount = amount + 1 where ${row}`)
    })
    t.equal(await merging, 2)
    t.same(await rowsOfFleet(), ['2026-03-07 ci.runs 0 2', '2026-03-08 ci.runs 0 3'])
  }
)
