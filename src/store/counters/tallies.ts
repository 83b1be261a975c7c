// The sums behind the statistics: added to by whoever changes a row of the mirror, read instead of counting rows.

import { type SQL, sql } from 'drizzle-orm'
import { counter, type Measure, topic } from '#domain/counters/counter.js'
import { type DayRange, EVER, type Sums, type SumsQuery, type Tally } from '#domain/counters/tally.js'
import { type Db, idsIn, momentOf, ownLane, rowsOf, type Tx, valueList } from '../sql/database.js'
import { quoted } from './names.js'

/** In place of a repository: all that are not gone. */
export const FLEET = 0
/** As a scope of sums. */
export const ofFleet = sql`repo_id = ${FLEET}`
const columns = sql`measure text, day date, amount bigint`

declare const counts: unique symbol

/** A transaction that may write what sums are made of. */
export type TalliedTx = Tx & { readonly [counts]: true }

/** What rows of one repository count for more, or less, than before. */
export interface RepoTallies {
  repoId: number
  tallies: readonly Tally[]
}

/**
 * The one door to columns that count for sums: whoever writes them says within it what that changes, and the sums change
 * with the rows.
 */
export async function changeTallied(
  tx: Tx,
  work: (tx: TalliedTx) => Promise<readonly RepoTallies[]>
): Promise<void> {
  const changes = await work(asTalliedTx(tx))
  for (const { repoId, tallies } of changes) await addTallies(tx, repoId, tallies)
}

/** For the doors alone. */
export function asTalliedTx(tx: Tx): TalliedTx {
  // The border to the types: while the program runs it is the same transaction.
  return tx as TalliedTx
}

/**
 * Adds to the sums of a repository, and to those over all while it is counted there; in one order, so that two
 * transactions that add once do not wait for each other in a ring. Its health is outdated from then on.
 */
async function addTallies(tx: Tx, repoId: number, changes: readonly Tally[]): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(sql`
    with change as (
      select measure, day, sum(amount) as amount from json_to_recordset(${JSON.stringify(changes)}::json) as change (${columns})
      group by measure, day having sum(amount) <> 0
    ),
    repository as (
      update repositories set
        open_issues = open_issues + coalesce((select sum(amount) from change where measure = ${quoted(counter('issues', 'open'))}), 0),
        open_prs = open_prs + coalesce((select sum(amount) from change where measure = ${quoted(counter('prs', 'open'))}), 0),
        health_day = '-infinity'
      where host_id = ${repoId} returning counted
    ),
    added as (
      select ${repoId}::bigint as repo_id, day, measure, 0::smallint as lane, amount from change
      union all
      select ${FLEET}::bigint, day, measure, ${ownLane}, amount from change, repository where counted
    )
    insert into tallies as t (repo_id, day, measure, lane, amount)
    select * from added order by repo_id, day, measure, lane
    ${onConflict}`)
}

const onConflict = sql`on conflict (repo_id, day, measure, lane) do update set amount = t.amount + excluded.amount`

/** Brings the sums of these repositories into those over all, or takes them out. */
export async function countRepositories(tx: Tx, repoIds: readonly number[], sign: 1 | -1): Promise<void> {
  await tx.execute(sql`
    insert into tallies as t (repo_id, day, measure, lane, amount)
    select ${FLEET}, day, measure, ${ownLane}, ${sign} * sum(amount) from (
      select day, measure, amount from tallies where repo_id in ${idsIn(repoIds)}
      union all
      select '-infinity', ${quoted(counter('repos'))}, ${repoIds.length}
    ) as counted
    group by day, measure order by day, measure
    ${onConflict}`)
}

export interface DaysToMerge {
  /** Both are kept in the same way. */
  table: 'tallies' | 'evidence_tallies'
  before: Date
  most: number
}

/**
 * Makes one row of the lanes of each day before this one and each measure; says how many it made. First the rows that
 * stay are held, made where they are missing, then those that go, each in the order in which changes are added: whoever
 * adds does so in one lane, so neither waits for the other in a ring.
 */
export async function mergeDays(tx: Tx, { table, before, most }: DaysToMerge): Promise<number> {
  const sums = sql.raw(table)
  const merged = await rowsOf<{ day: string; measure: Measure }>(
    tx,
    sql`insert into ${sums} as t (repo_id, day, measure, lane, amount)
      select distinct ${FLEET}::bigint, day, measure, 0::smallint, 0 from ${sums}
      where repo_id = ${FLEET} and lane <> 0
        and day > '-infinity' and day < (${momentOf(before)} at time zone 'UTC')::date
      order by day, measure limit ${most}
      ${onConflict}
      returning day::text as day, measure`
  )
  if (merged.length === 0) return 0
  await tx.execute(sql`
    with merged as (
      select * from json_to_recordset(${JSON.stringify(merged)}::json) as merged (day date, measure text)
    ),
    held as materialized (
      select t.day, t.measure, t.lane from ${sums} t join merged using (day, measure)
      where t.repo_id = ${FLEET} and t.lane <> 0 order by t.day, t.measure, t.lane for update of t
    ),
    gone as (
      delete from ${sums} t using held
      where t.repo_id = ${FLEET} and t.day = held.day and t.measure = held.measure and t.lane = held.lane
      returning t.day, t.measure, t.amount
    )
    update ${sums} t set amount = t.amount + moved.amount
    from (select day, measure, sum(amount) as amount from gone group by day, measure) as moved
    where t.repo_id = ${FLEET} and t.day = moved.day and t.measure = moved.measure and t.lane = 0`)
  return merged.length
}

/** Gives the sums of one repository to another; those over all do not change where both are counted there. */
export async function moveTallies(tx: Tx, from: number, to: number): Promise<void> {
  await tx.execute(sql`
    with left_behind as (delete from tallies where repo_id = ${from} returning day, measure, amount),
    repository as (
      update repositories r set
        open_issues = case r.host_id when ${to} then r.open_issues + f.open_issues else 0 end,
        open_prs = case r.host_id when ${to} then r.open_prs + f.open_prs else 0 end
      from repositories f where f.host_id = ${from} and r.host_id in (${from}, ${to})
    )
    insert into tallies as t (repo_id, day, measure, lane, amount)
    select ${to}::bigint, day, measure, 0, sum(amount) from left_behind
    group by day, measure order by day, measure
    ${onConflict}`)
}

/** The sums of one scope that are counted for ever; `more` adds others in the same round trip. */
export async function sumsOf(db: Db, repoId: number, more = sql``): Promise<Sums> {
  const rows = await rowsOf<{ measure: Measure; amount: number }>(
    db,
    sql`select measure, sum(amount)::float8 as amount from tallies
      where repo_id = ${repoId} and day = '-infinity' group by measure ${more}`
  )
  return new Map(rows.map(({ measure, amount }) => [measure, amount]))
}

/** One number: what some measures come to together for ever, in the rows of some repositories or in those over all. */
export function totalSum(scope: SQL, measures: readonly Measure[], day = EVER): SQL {
  return sql`select coalesce(sum(amount), 0) from tallies
    where ${scope} and day = ${sql.raw(`'${day}'`)} and measure in (${valueList(measures)})`
}

/** All sums over all about a topic, of some days together. */
export async function sumsOfDays(db: Db, { from, to }: DayRange, about: 'ci' | 'heals'): Promise<Sums> {
  const rows = await rowsOf<{ measure: Measure; amount: number }>(
    db,
    sql`select measure, sum(amount)::float8 as amount from tallies
      where repo_id = ${FLEET} and day between ${from}::date and ${to}::date and starts_with(measure, ${topic(about)})
      group by measure`
  )
  return new Map(rows.map(({ measure, amount }) => [measure, amount]))
}

/**
 * What some measures came to on some days, as rows of `day`, `measure` and `amount`. Each day and measure is looked up:
 * they are few among all that is counted on a day, which would be read otherwise.
 */
export function amountsOf(repoId: number, { from, to, measures }: SumsQuery): SQL {
  const asked = measures.map((measure) => sql`(${measure}::text)`)
  return sql`select day, measure, amount
    from generate_series(${from}::timestamp, ${to}::timestamp, '1 day') as moment
    cross join lateral (select moment::date as day) as day
    cross join (values ${sql.join(asked, sql`, `)}) as asked (measure)
    cross join lateral (select sum(t.amount)::float8 as amount from tallies t
      where t.repo_id = ${repoId} and t.day = day.day and t.measure = asked.measure) as sums
    where amount is not null`
}

/** Sums of one scope by day, from the first day to the last. */
export async function dailyOf(db: Db, repoId: number, span: SumsQuery): Promise<Tally[]> {
  return rowsOf(
    db,
    sql`select day::text as day, measure, amount from (${amountsOf(repoId, span)}) as amounts order by day, measure`
  )
}
