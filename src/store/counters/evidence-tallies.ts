// The sums of decisions and actions: added to by whoever adds or changes a row, read instead of counting rows.

import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Measure, Topic } from '#domain/counters/counter.js'
import type { Sums, Tally } from '#domain/counters/tally.js'
import { evidenceTallies } from '#tables/evidence/evidence-tallies.js'
import { bareColumns, type Db, excluded, ownLane, rowsOf, type Tx } from '../sql/database.js'
import { asTalliedTx, FLEET, type RepoTallies, type TalliedTx } from './tallies.js'

const t = alias(evidenceTallies, 't')
const column = bareColumns(evidenceTallies)

const onConflict = sql`on conflict (${column.repoId}, ${column.day}, ${column.measure}, ${column.lane})
  do update set amount = ${t.amount} + ${excluded(evidenceTallies.amount)}`

/** The same door as that of the mirror's sums, to the rows that count for evidence. */
export async function changeEvidence(
  tx: Tx,
  work: (tx: TalliedTx) => Promise<readonly RepoTallies[]>
): Promise<void> {
  const changes = await work(asTalliedTx(tx))
  for (const { repoId, tallies } of changes) await addEvidence(tx, repoId, tallies)
}

/** Adds to the sums of a repository and to those over all, in one order, so that nobody waits in a ring. */
async function addEvidence(tx: Tx, repoId: number, changes: readonly Tally[]): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(sql`
    with change as (
      select day, measure, sum(amount) as amount
      from json_to_recordset(${JSON.stringify(changes)}::json) as change (measure text, day date, amount bigint)
      group by day, measure having sum(amount) <> 0
    )
    insert into ${evidenceTallies} as t (${column.repoId}, ${column.day}, ${column.measure}, ${column.lane},
      ${column.amount})
    select * from (
      select ${repoId}::bigint as repo_id, day, measure, 0::smallint as lane, amount from change
      union all
      select ${FLEET}::bigint, day, measure, ${ownLane}, amount from change
    ) as added order by repo_id, day, measure, lane
    ${onConflict}`)
}

/** Gives the sums of one repository to another. */
export async function moveEvidence(tx: Tx, from: number, to: number): Promise<void> {
  await tx.execute(sql`
    with left_behind as (delete from ${evidenceTallies} where ${evidenceTallies.repoId} = ${from} returning day,
      measure, amount)
    insert into ${evidenceTallies} as t (${column.repoId}, ${column.day}, ${column.measure}, ${column.lane},
      ${column.amount})
    select ${to}::bigint, day, measure, 0, sum(amount) from left_behind
    group by day, measure order by day, measure
    ${onConflict}`)
}

/** The sums of a repository, or of all, whose measures begin alike; from a day on, or for ever. */
export async function evidenceSums(
  db: Db,
  { repoId = FLEET, about, from }: { repoId?: number; about: Topic; from?: string }
): Promise<Sums> {
  const days = from === undefined ? sql`day = '-infinity'` : sql`day >= ${from}::date and day > '-infinity'`
  const rows = await rowsOf<{ measure: Measure; amount: number }>(
    db,
    sql`select measure, sum(amount)::float8 as amount from ${evidenceTallies}
      where ${evidenceTallies.repoId} = ${repoId} and ${days} and starts_with(measure, ${about})
        group by measure order by measure`
  )
  return new Map(rows.map(({ measure, amount }) => [measure, amount]))
}

/** One number: what the measures of a repository, or of all, that begin or end so come to. */
export function evidenceTotal(repoId: SQL | undefined, measures: SQL): SQL {
  return sql`select coalesce(sum(amount), 0) from ${evidenceTallies}
    where ${evidenceTallies.repoId} = ${repoId ?? sql`${FLEET}`} and day = '-infinity' and ${measures}`
}
