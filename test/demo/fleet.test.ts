import { getTableName, sql } from 'drizzle-orm'
import t from 'tap'
import { verifyTrail } from '#services/audit/verify.js'
import { recountSums } from '#services/recount/nightly-walk.js'
import { rowsOf } from '#store/sql/database.js'
import { everyTable } from '#test/harness/tables.js'
import { composeFleet, seedFleet } from '../../demo/fleet/index.js'
import { startTestService } from '../harness/app.js'
import { ALL_SUMS, wrongSums } from '../harness/recount.js'

const NOW = new Date('2026-03-04T10:00:00Z')
const EVERYTHING = { repositories: 100, rows: 1e9, days: 1_000 }

const service = await startTestService({ work: false, deps: { now: () => NOW } })
t.teardown(() => service.close())
const { deps } = service
await seedFleet(deps, { now: NOW })

/** What only a running service keeps, or what another table of the fleet holds already. */
const EMPTY = new Set(
  (
    'advisories advisory_packages audit_exports change_notes comment_commands compliance_reports delivery_retries ' +
    'duplicate_backfills host_cooldowns idempotency_keys item_activity rate_limits reconciliation_tasks recount_repairs recount_walks ' +
    'sessions triage_models update_plans'
  ).split(' ')
)

t.test('the made-up fleet has rows of all that pages show', async (t) => {
  const names = [...everyTable.values()].map(getTableName).filter((name) => !EMPTY.has(name))
  for (const name of names) {
    const [found] = await rowsOf<{ rows: number }>(
      deps.db,
      sql`select count(*)::int as rows from ${sql.raw(name)}`
    )
    t.ok(found?.rows, name)
  }
})

t.test('its counters are those that the service would have kept', async (t) => {
  t.same(await wrongSums(deps.db, ALL_SUMS), [])
  await recountSums(deps, EVERYTHING)
  const { data } = await service.client.GET('/health')
  t.ok(data)
  t.same(await rowsOf(deps.db, sql`select kind from recount_repairs`), [], 'the recount repairs nothing')
})

t.test('its audit trail is a chain that holds', async (t) => {
  const { valid, entries_checked } = await verifyTrail(deps, {})
  t.ok(valid)
  t.ok(entries_checked > 500, `${entries_checked} entries`)
})

t.test('the same seed and moment bring the same fleet, and another seed another one', async (t) => {
  const rowsOfSeed = (seed: number) => JSON.stringify(composeFleet({ now: NOW, seed }).book.rows)
  const first = rowsOfSeed(1)
  t.ok(first === rowsOfSeed(1))
  t.not(first === rowsOfSeed(2), true)
})
