import t from 'tap'
import { createModelLedger } from '#services/model/ledger.js'
import { modelDays } from '#tables/model/model-days.js'
import { openTestDatabase } from '#test/harness/database.js'

const test = await openTestDatabase()
t.teardown(() => test.drop())
const { db, transaction } = test.database

t.test(
  'however many ask at once, the daily budget is not exceeded, and unused tokens are returned',
  async (t) => {
    let now = new Date('2026-01-31T23:59:00Z')
    const ledger = createModelLedger({ transaction, now: () => now })
    const days = await Promise.all(Array.from({ length: 20 }, () => ledger.reserve(100, 1_050)))
    t.equal(days.filter((day) => day === '2026-01-31').length, 10)
    t.equal(days.filter((day) => day === undefined).length, 10)
    t.same(await db.select().from(modelDays), [{ day: '2026-01-31', tokens: 1_000 }])
    await ledger.adjust('2026-01-31', -90)
    t.equal(await ledger.reserve(100, 1_050), '2026-01-31')
    await ledger.adjust('2026-01-31', 5_000)
    t.equal(await ledger.reserve(1, 1_050), undefined)
    now = new Date('2026-02-01T00:00:00Z')
    t.equal(await ledger.reserve(1_051, 1_050), undefined, 'nor does the first question of a day')
    t.equal(await ledger.reserve(100, 1_050), '2026-02-01')
  }
)
