// The sums behind the summary.
import { sql } from 'drizzle-orm'
import { type Measure, topic } from '#domain/counters/counter.js'
import type { Sums, SumsQuery } from '#domain/counters/tally.js'
import { tallies } from '#tables/mirror/tallies.js'
import { type Db, rowsOf, type Tx, valueList } from '../sql/database.js'

/** All sums of telemetry, and these measures besides, over some days together. */
export async function telemetrySums(
  db: Db | Tx,
  repoId: number,
  { from, to, measures }: SumsQuery
): Promise<Sums> {
  const rows = await rowsOf<{ measure: Measure; amount: number }>(
    db,
    sql`select ${tallies.measure}, sum(${tallies.amount})::float8 as amount from ${tallies}
      where ${tallies.repoId} = ${repoId} and ${tallies.day} between ${from}::date and ${to}::date
        and (starts_with(${tallies.measure}, ${topic('telemetry')}) or ${tallies.measure} in (${valueList(measures)}))
      group by ${tallies.measure}`
  )
  return new Map(rows.map(({ measure, amount }) => [measure, amount]))
}
