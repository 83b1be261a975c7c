// Counters of decisions and actions. Every new or changed row adds to them, so reads need not count rows.

import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Measure, Topic } from '#domain/counters/counter.js'
import type { Sums, Tally } from '#domain/counters/tally.js'
import { evidenceTallies } from '#tables/evidence/evidence-tallies.js'
import { bareColumns, type Db, laneOfConnection, rowsOf, type Tx } from '../sql/database.js'
import { addOnConflict, dayKey, intoSums } from './tables.js'
import { asTalliedTx, FLEET, type RepoTallies, type TalliedTx } from './tallies.js'

const sums = evidenceTallies
const added = alias(evidenceTallies, 'added')
const column = bareColumns(evidenceTallies)

/** Like `changeTallied`, for rows that count as evidence. */
export async function changeEvidence(
  tx: Tx,
  work: (tx: TalliedTx) => Promise<readonly RepoTallies[]>
): Promise<void> {
  const changes = await work(asTalliedTx(tx))
  for (const { repoId, tallies } of changes) await addEvidence(tx, repoId, tallies)
}

/** Adds to the counters of a repository and of the fleet, in one order, so that transactions cannot deadlock. */
async function addEvidence(tx: Tx, repoId: number, changes: readonly Tally[]): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(sql`
    with change as (
      select day, measure, sum(amount) as amount
      from json_to_recordset(${JSON.stringify(changes)}::json) as change (measure text, day date, amount bigint)
      group by day, measure having sum(amount) <> 0
    )
    ${intoSums('evidence_tallies')}
    select * from (
      select ${repoId}::bigint as ${column.repoId}, day, measure, 0::smallint as lane, amount from change
      union all
      select ${FLEET}::bigint, day, measure, ${laneOfConnection}, amount from change
    ) as added order by ${added.repoId}, ${added.day}, ${added.measure}, ${added.lane}
    ${addOnConflict}`)
}

/** Moves the counters of one repository to another. */
export async function moveEvidence(tx: Tx, from: number, to: number): Promise<void> {
  await tx.execute(sql`
    with left_behind as (
      delete from ${sums} where ${sums.repoId} = ${from} returning ${sums.day}, ${sums.measure}, ${sums.amount}
    )
    ${intoSums('evidence_tallies')}
    select ${to}::bigint, ${dayKey}, 0, sum(amount) from left_behind group by ${dayKey} order by ${dayKey}
    ${addOnConflict}`)
}

/** The counters of a topic for a repository or the fleet: since a day, or over all time. */
export async function evidenceSums(
  db: Db,
  { repoId = FLEET, about, from }: { repoId?: number; about: Topic; from?: string }
): Promise<Sums> {
  const days =
    from === undefined
      ? sql`${sums.day} = '-infinity'`
      : sql`${sums.day} >= ${from}::date and ${sums.day} > '-infinity'`
  const rows = await rowsOf<{ measure: Measure; amount: number }>(
    db,
    sql`select ${sums.measure}, sum(${sums.amount})::float8 as amount from ${sums}
      where ${sums.repoId} = ${repoId} and ${days} and starts_with(${sums.measure}, ${about})
      group by ${sums.measure} order by ${sums.measure}`
  )
  return new Map(rows.map(({ measure, amount }) => [measure, amount]))
}

/** The sum over the fleet and all time of the measures that meet a condition on `evidence_tallies`. */
export function evidenceTotal(measures: SQL): SQL {
  return sql`select coalesce(sum(${sums.amount}), 0) from ${sums}
    where ${sums.repoId} = ${FLEET} and ${sums.day} = '-infinity' and ${measures}`
}
