// Counters behind the statistics. Every change of a mirrored row adds to them, so reads need not count rows.

import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { counter, type Measure, type Topic, topic } from '#domain/counters/counter.js'
import { type DayRange, EVER, type Sums, type SumsQuery, type Tally } from '#domain/counters/tally.js'
import { repositories } from '#tables/mirror/repositories.js'
import { tallies } from '#tables/mirror/tallies.js'
import {
  bareColumns,
  type Db,
  idsIn,
  laneOfConnection,
  momentOf,
  rowsOf,
  type Tx,
  valueList
} from '../sql/database.js'
import { quoted } from './quoted-name.js'
import { addOnConflict, dayKey, intoSums, type SumTable, sumTable } from './tables.js'

const t = alias(tallies, 't')
const added = alias(tallies, 'added')
const held = alias(tallies, 'held')
const r = alias(repositories, 'r')
const f = alias(repositories, 'f')
const repository = alias(repositories, 'repository')
const column = bareColumns(tallies)
const repositoryColumn = bareColumns(repositories)

/** In place of a repository: all that are not deleted. */
export const FLEET = 0
/** As a scope of sums. */
export const ofFleet = sql`${tallies.repoId} = ${FLEET}`
const columns = sql`measure text, day date, amount bigint`

declare const counts: unique symbol

/** A transaction that may write columns that counters depend on. */
export type TalliedTx = Tx & { readonly [counts]: true }

/** How the counters of a repository change. */
export interface RepoTallies {
  repoId: number
  tallies: readonly Tally[]
}

/**
 * The only way to write columns that counters depend on: the callback returns how the counters change, and both are
 * written together.
 */
export async function changeTallied(
  tx: Tx,
  work: (tx: TalliedTx) => Promise<readonly RepoTallies[]>
): Promise<void> {
  const changes = await work(asTalliedTx(tx))
  for (const { repoId, tallies } of changes) await addTallies(tx, repoId, tallies)
}

/** For `changeTallied` and `changeEvidence` alone. */
export function asTalliedTx(tx: Tx): TalliedTx {
  // Cast: the brand exists only in the types.
  return tx as TalliedTx
}

/**
 * Adds to the counters of a repository, and to the fleet's while the fleet includes it. Rows are written in one order,
 * so that transactions that add once cannot deadlock. The health of the repository is outdated from then on.
 */
async function addTallies(tx: Tx, repoId: number, changes: readonly Tally[]): Promise<void> {
  if (changes.length === 0) return
  const changeOf = (measure: Measure) =>
    sql`coalesce((select sum(amount) from change where measure = ${quoted(measure)}), 0)`
  await tx.execute(sql`
    with change as (
      select measure, day, sum(amount) as amount from json_to_recordset(${JSON.stringify(changes)}::json) as change (${columns})
      group by measure, day having sum(amount) <> 0
    ),
    repository as (
      update ${repositories} set
        ${repositoryColumn.openIssues} = ${repositories.openIssues} + ${changeOf(counter('issues', 'open'))},
        ${repositoryColumn.openPrs} = ${repositories.openPrs} + ${changeOf(counter('prs', 'open'))},
        ${repositoryColumn.healthDay} = '-infinity'
      where ${repositories.hostId} = ${repoId} returning ${repositories.counted}
    ),
    added as (
      select ${repoId}::bigint as ${column.repoId}, day, measure, 0::smallint as lane, amount from change
      union all
      select ${FLEET}::bigint, day, measure, ${laneOfConnection}, amount from change, repository where ${repository.counted}
    )
    ${intoSums('tallies')}
    select * from added order by ${added.repoId}, ${added.day}, ${added.measure}, ${added.lane}
    ${addOnConflict}`)
}

/** Includes these repositories in the counters of the fleet, or excludes them. */
export async function countRepositories(tx: Tx, repoIds: readonly number[], sign: 1 | -1): Promise<void> {
  await tx.execute(sql`
    ${intoSums('tallies')}
    select ${FLEET}, ${dayKey}, ${laneOfConnection}, ${sign} * sum(amount) from (
      select ${dayKey}, amount from ${tallies} where ${tallies.repoId} in ${idsIn(repoIds)}
      union all
      select '-infinity', ${quoted(counter('repos'))}, ${repoIds.length}
    ) as counted
    group by ${dayKey} order by ${dayKey}
    ${addOnConflict}`)
}

export interface DaysToMerge {
  table: SumTable
  before: Date
  most: number
}

/**
 * Merges the lanes of each measure and past day into one row; returns how many rows that makes. First it creates and
 * locks the rows that stay, then those that go, each in the order in which changes are added. Other transactions add in
 * one lane only, so they cannot deadlock with it.
 */
export async function mergeDays(tx: Tx, { table, before, most }: DaysToMerge): Promise<number> {
  const sums = sumTable(table)
  const merged = await rowsOf<{ day: string; measure: Measure }>(
    tx,
    sql`${intoSums(table)}
      select distinct ${FLEET}::bigint, ${sums.day}, ${sums.measure}, 0::smallint, 0 from ${sums}
      where ${sums.repoId} = ${FLEET} and ${sums.lane} <> 0
        and ${sums.day} > '-infinity' and ${sums.day} < (${momentOf(before)} at time zone 'UTC')::date
      order by ${sums.day}, ${sums.measure} limit ${most}
      ${addOnConflict}
      returning ${t.day}::text as day, ${t.measure}`
  )
  if (merged.length === 0) return 0
  await tx.execute(sql`
    with merged as (
      select * from json_to_recordset(${JSON.stringify(merged)}::json) as merged (day date, measure text)
    ),
    held as materialized (
      select ${t.day}, ${t.measure}, ${t.lane} from ${sums} t join merged using (${dayKey})
      where ${t.repoId} = ${FLEET} and ${t.lane} <> 0 order by ${t.day}, ${t.measure}, ${t.lane} for update of t
    ),
    gone as (
      delete from ${sums} t using held where ${t.repoId} = ${FLEET}
        and ${t.day} = ${held.day} and ${t.measure} = ${held.measure} and ${t.lane} = ${held.lane}
      returning ${t.day}, ${t.measure}, ${t.amount}
    )
    update ${sums} t set ${column.amount} = ${t.amount} + moved.amount
    from (select ${dayKey}, sum(amount) as amount from gone group by ${dayKey}) as moved
    where ${t.repoId} = ${FLEET} and ${t.day} = moved.day and ${t.measure} = moved.measure and ${t.lane} = 0`)
  return merged.length
}

/** Moves the counters of one repository to another; the fleet's do not change where it includes both. */
export async function moveTallies(tx: Tx, from: number, to: number): Promise<void> {
  const moved = (own: SQL, others: SQL) => sql`case ${r.hostId} when ${to} then ${own} + ${others} else 0 end`
  await tx.execute(sql`
    with left_behind as (
      delete from ${tallies} where ${tallies.repoId} = ${from}
      returning ${tallies.day}, ${tallies.measure}, ${tallies.amount}
    ),
    repository as (
      update ${repositories} r set
        ${repositoryColumn.openIssues} = ${moved(sql`${r.openIssues}`, sql`${f.openIssues}`)},
        ${repositoryColumn.openPrs} = ${moved(sql`${r.openPrs}`, sql`${f.openPrs}`)}
      from ${repositories} f where ${f.hostId} = ${from} and ${r.hostId} in (${from}, ${to})
    )
    ${intoSums('tallies')}
    select ${to}::bigint, ${dayKey}, 0, sum(amount) from left_behind group by ${dayKey} order by ${dayKey}
    ${addOnConflict}`)
}

/** The total counters of one scope; `more` adds others in the same round trip. */
export async function sumsOf(db: Db, repoId: number, more = sql``): Promise<Sums> {
  const rows = await rowsOf<{ measure: Measure; amount: number }>(
    db,
    sql`select ${tallies.measure}, sum(${tallies.amount})::float8 as amount from ${tallies}
      where ${tallies.repoId} = ${repoId} and ${tallies.day} = '-infinity' group by ${tallies.measure} ${more}`
  )
  return new Map(rows.map(({ measure, amount }) => [measure, amount]))
}

/** The fleet's counters of a topic over all time. */
export async function fleetSums(db: Db, about: Topic): Promise<Sums> {
  const rows = await rowsOf<{ measure: Measure; amount: number }>(
    db,
    sql`select ${tallies.measure}, sum(${tallies.amount})::float8 as amount from ${tallies}
      where ${ofFleet} and ${tallies.day} = '-infinity' and starts_with(${tallies.measure}, ${about})
      group by ${tallies.measure} order by ${tallies.measure}`
  )
  return new Map(rows.map(({ measure, amount }) => [measure, amount]))
}

/** The sum of some measures over all time, in a scope: a condition on `tallies`. */
export function totalSum(
  scope: SQL,
  measures: readonly Measure[],
  day = EVER,
  list: (measures: readonly Measure[]) => SQL = valueList
): SQL {
  return sql`select coalesce(sum(${tallies.amount}), 0) from ${tallies}
    where ${scope} and ${tallies.day} = ${sql.raw(`'${day}'`)} and ${tallies.measure} in (${list(measures)})`
}

/** The fleet's counters of a topic, summed over some days. */
export async function sumsOfDays(db: Db, { from, to }: DayRange, about: 'ci' | 'heals'): Promise<Sums> {
  const rows = await rowsOf<{ measure: Measure; amount: number }>(
    db,
    sql`select ${tallies.measure}, sum(${tallies.amount})::float8 as amount from ${tallies}
      where ${tallies.repoId} = ${FLEET} and ${tallies.day} between ${from}::date and ${to}::date
        and starts_with(${tallies.measure}, ${topic(about)})
      group by ${tallies.measure}`
  )
  return new Map(rows.map(({ measure, amount }) => [measure, amount]))
}

interface AmountsQuery {
  from: string | SQL
  to: string | SQL
  measures: readonly Measure[]
}

/**
 * Rows of `day`, `measure` and `amount` for some measures on some days. Each pair is looked up: these are few of all
 * rows of a day, which the planner would otherwise read.
 */
export function amountsOf(repoId: number | SQL, { from, to, measures }: AmountsQuery): SQL {
  const asked = measures.map((measure) => sql`(${quoted(measure)}::text)`)
  return sql`select day, measure, amount
    from generate_series(${from}::timestamp, ${to}::timestamp, '1 day') as moment
    cross join lateral (select moment::date as day) as day
    cross join (values ${sql.join(asked, sql`, `)}) as asked (measure)
    cross join lateral (select sum(${t.amount})::float8 as amount from ${tallies} t
      where ${t.repoId} = ${repoId} and ${t.day} = day.day and ${t.measure} = asked.measure) as sums
    where amount is not null`
}

/** The counters of one scope by day, from the first day to the last. */
export async function dailyOf(db: Db, repoId: number, span: SumsQuery): Promise<Tally[]> {
  return rowsOf(
    db,
    sql`select day::text as day, measure, amount from (${amountsOf(repoId, span)}) as amounts order by day, measure`
  )
}
