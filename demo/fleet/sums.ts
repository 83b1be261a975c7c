// The counters beside the rows, by the functions with which the service counts.
import { sql } from 'drizzle-orm'
import type { Deps } from '#deps.js'
import { TallySums } from '#domain/counters/tally.js'
import { findDeliveryFaults } from '#services/recount/days.js'
import { allActivityDrift, repairActivitySums } from '#store/activity/activity.js'
import type { CountedRows } from '#store/counters/counted-rows.js'
import { SUM_TABLES, type SumTable } from '#store/counters/tables.js'
import { FLEET } from '#store/counters/tallies.js'
import { addToHours } from '#store/deliveries/hours.js'
import { fleetDrift, repairOpenCounts, repairTallies, wrongOpenCounts } from '#store/recount/recounts.js'
import { rowsOf, type Tx } from '#store/sql/database.js'
import { countTrail } from './basics/audit.js'
import { groupedBy } from './basics/groups.js'
import { countFeedback } from './feedback.js'

export async function countAll(tx: Tx, { registry }: Pick<Deps, 'registry'>): Promise<void> {
  for (const table of SUM_TABLES) {
    const counted = registry.tables.flatMap((one) => (one.counted?.sums === table ? [one.counted] : []))
    await countRows(tx, table, counted)
    await repairTallies(tx, { table, repoId: FLEET, faults: await fleetDrift(tx, table) })
  }
  for (const repoId of await wrongOpenCounts(tx)) await repairOpenCounts(tx, repoId)
  await repairActivitySums(tx, await allActivityDrift(tx))
  await addToHours(tx, await findDeliveryFaults(tx))
  await tx.execute(sql`insert into governance_sums (actor, target_type, success, entries)
    select actor, target_type, success, count(*) from governance_entries group by 1, 2, 3`)
  await countTrail(tx)
  await countFeedback(tx)
}

/** Rows that count together are of one repository. */
async function countRows(tx: Tx, table: SumTable, counted: readonly CountedRows[]): Promise<void> {
  const sums = new Map<number, TallySums>()
  for (const { rowsAsText, tallies } of counted) {
    const rows = await rowsOf<{ repoId: number; row: string }>(tx, rowsAsText(sql`true`))
    for (const [repoId, own] of groupedBy(rows, (one) => one.repoId)) {
      const sum = sums.get(repoId) ?? new TallySums()
      sums.set(repoId, sum.add(tallies(own.map(({ row }) => row))))
    }
  }
  for (const [repoId, { all: faults }] of sums) await repairTallies(tx, { table, repoId, faults })
}
