// The activity feed. Items and their sums are written in the transaction that changes their subject.
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { storable } from '#domain/text/storable.js'
import type { ActivitySource, ActivityStatus } from '#schemas/activity/activity.js'
import { activity } from '#tables/activity/activity.js'
import { activitySums } from '#tables/activity/activity-sums.js'
import {
  bareColumns,
  type Db,
  excluded,
  laneOfConnection,
  momentOf,
  rowsOf,
  type Tx
} from '../sql/database.js'
import type { Hours } from '../sql/hours.js'

const a = alias(activity, 'a')
const s = alias(activitySums, 's')
const item = alias(activity, 'item')
const noted = alias(activity, 'noted')
const gone = alias(activity, 'gone')
const held = alias(activitySums, 'held')
const counted = alias(activitySums, 'counted')
const compared = alias(activitySums, 'compared')
const activityColumn = bareColumns(activity)
const sumColumn = bareColumns(activitySums)

/** In place of a repository: the whole fleet. */
export const ALL_REPOSITORIES = 0

export interface NewActivity {
  source: ActivitySource
  /** Id of what it is about, unique within its source. */
  sourceId: number
  repoId: number | null
  targetNumber: number | null
  targetUrl: string | null
  actionType: string
  status: ActivityStatus
  detail: string
  createdAt: Date
  /** What it is about begins once more: its item moves to the new time, and is a new one of its hour. */
  isAnew?: boolean
}

/** The feed shows the beginning of a text; its source keeps all of it. */
const LONGEST_DETAIL = 500

/**
 * Adds items to the feed. An item that exists takes the new status, detail and action and keeps its place, unless it
 * begins anew; its sums follow. Call it last in a transaction: the sums, which many transactions add to, stay locked
 * until its end. What is written alongside, as an item of `with`, comes after them in the same statement.
 */
export async function recordActivity(tx: Tx, items: readonly NewActivity[], alongside?: SQL): Promise<void> {
  if (items.length === 0) return
  const latest = new Map(items.map((item) => [`${item.source} ${item.sourceId}`, item]))
  const former = await dropItems(
    tx,
    items.filter(({ isAnew }) => isAnew)
  )
  const rows = [...latest.values()].map((item) => ({
    ...item,
    detail: storable(item.detail.slice(0, LONGEST_DETAIL))
  }))
  await tx.execute(sql`
    with ${alongside ? sql`${alongside}, ` : sql``}noted as (
      insert into ${activity} as a (${activityColumn.source}, ${activityColumn.sourceId}, ${activityColumn.repoId},
        ${activityColumn.targetNumber}, ${activityColumn.targetUrl}, ${activityColumn.actionType},
        ${activityColumn.status}, ${activityColumn.detail}, ${activityColumn.createdAt})
      select source, "sourceId", "repoId", "targetNumber", "targetUrl", "actionType", status, detail, "createdAt"
      from json_to_recordset(${JSON.stringify(rows)}::json) as item (source text, "sourceId" bigint, "repoId" bigint,
        "targetNumber" int, "targetUrl" text, "actionType" text, status text, detail text, "createdAt" timestamptz)
      order by source, "sourceId"
      on conflict (${activityColumn.source}, ${activityColumn.sourceId})
        do update set ${activityColumn.status} = ${excluded(activity.status)},
        ${activityColumn.formerStatus} = ${a.status}, ${activityColumn.detail} = ${excluded(activity.detail)},
          ${activityColumn.actionType} = ${excluded(activity.actionType)},
          ${activityColumn.targetNumber} = ${excluded(activity.targetNumber)},
        ${activityColumn.targetUrl} = ${excluded(activity.targetUrl)}
      returning ${a.repoId}, ${a.source}, ${a.status}, ${a.formerStatus}, ${a.createdAt}
    ),
    change as (
      select ${noted.repoId}, ${noted.source}, ${noted.status}, ${noted.createdAt}, 1 as amount from noted
      union all
      select ${noted.repoId}, ${noted.source}, ${noted.formerStatus}, ${noted.createdAt}, -1 from noted
      where ${noted.formerStatus} is not null${former.length === 0 ? sql`` : sql` union all ${takenFromSums(former)}`}
    )
    ${addedToSums}`)
}

/** An item as the sums count it. */
interface CountedItem {
  repoId: number | string | null
  source: string
  status: string
  createdAt: string
}

/** The caller takes them from the sums together with what it adds, so that all sums are locked in one order. */
async function dropItems(tx: Tx, items: readonly NewActivity[]): Promise<CountedItem[]> {
  if (items.length === 0) return []
  const keys = items.map(({ source, sourceId }) => ({ source, sourceId }))
  return rowsOf<CountedItem>(
    tx,
    sql`delete from ${activity} a
      using json_to_recordset(${JSON.stringify(keys)}::json) as item (source text, "sourceId" bigint)
      where ${a.source} = item.source and ${a.sourceId} = item."sourceId"
      returning ${a.repoId} as "repoId", ${a.source}, ${a.status}, ${a.createdAt}::text as "createdAt"`
  )
}

const takenFromSums = (items: readonly CountedItem[]): SQL =>
  sql`select "repoId", source, status, "createdAt", -1 from json_to_recordset(${JSON.stringify(items)}::json)
    as former ("repoId" bigint, source text, status text, "createdAt" timestamptz)`

/** What sums are kept of, without its table. */
const subject = sql`${sumColumn.repoId}, ${sumColumn.hour}, ${sumColumn.source}, ${sumColumn.status}`

const intoSums = sql`insert into ${activitySums} as s (${subject}, ${sumColumn.lane}, ${sumColumn.amount})`

const addOnConflict = sql`on conflict (${subject}, ${sumColumn.lane})
  do update set ${sumColumn.amount} = ${s.amount} + ${excluded(activitySums.amount)}`

/** An item of the feed counts for the fleet, in total and in its hour, and for the total of its repository. */
const scopes = sql`cross join lateral (values
    (${sql.raw(String(ALL_REPOSITORIES))}::bigint, '-infinity'::timestamptz, ${laneOfConnection}),
    (${sql.raw(String(ALL_REPOSITORIES))}::bigint, date_trunc('hour', ${item.createdAt}, 'UTC'), ${laneOfConnection}),
    (${item.repoId}, '-infinity'::timestamptz, 0::smallint)
  ) as counted (${sumColumn.repoId}, ${sumColumn.hour}, ${sumColumn.lane})`

/** Adds the rows of `change` in one order, so that transactions that add once cannot deadlock. */
const addedToSums = sql`${intoSums}
  select ${counted.repoId}, ${counted.hour}, ${item.source}, ${item.status}, ${counted.lane}, sum(amount)
  from change as item ${scopes}
  where ${counted.repoId} is not null
  group by 1, 2, 3, 4, 5
  having sum(amount) <> 0
  order by 1, 2, 3, 4, 5
  ${addOnConflict}`

/** Deletes old webhooks from the feed, when their deliveries are deleted; returns how many. */
export async function dropWebhookActivity(
  tx: Tx,
  { before, atOnce: most }: { before: Date; atOnce: number }
): Promise<number> {
  const [dropped] = await rowsOf<{ count: number }>(
    tx,
    sql`with old as materialized (
        select ${activity.id} from ${activity}
        where ${activity.source} = 'webhook' and ${activity.createdAt} < date_trunc('hour', ${momentOf(before)}, 'UTC')
        order by ${activity.createdAt} limit ${most} for update
      ),
      gone as (
        delete from ${activity} a using old where ${a.id} = old.id
        returning ${a.repoId}, ${a.source}, ${a.status}, ${a.createdAt}
      ),
      change as (
        select ${gone.repoId}, ${gone.source}, ${gone.status}, ${gone.createdAt}, -1 as amount from gone
      ),
      counted as (${addedToSums})
      select count(*)::int as count from gone`
  )
  return dropped?.count ?? 0
}

/**
 * Merges the lanes of each past hour into one row and deletes sums that come to nothing; returns how many sums it took.
 * Rows are locked in the order in which changes are added, so that transactions cannot deadlock.
 */
export async function mergeActivityLanes(
  tx: Tx,
  { before: now, atOnce: most }: { before: Date; atOnce: number }
): Promise<number> {
  const [merged] = await rowsOf<{ count: number }>(
    tx,
    sql`with spread as (
        select distinct ${subject} from ${activitySums}
        where ${activitySums.repoId} = ${ALL_REPOSITORIES} and (${activitySums.lane} <> 0 or ${activitySums.amount} = 0)
          and ${activitySums.hour} > '-infinity'
          and ${activitySums.hour} < date_trunc('hour', ${momentOf(now)}, 'UTC')
        order by ${subject} limit ${most}
      ), held as materialized (
        select ${s.repoId}, ${s.hour}, ${s.source}, ${s.status}, ${s.lane} from ${activitySums} s
          join spread using (${subject})
        order by ${s.repoId}, ${s.hour}, ${s.source}, ${s.status}, ${s.lane} for update of s
      ), gone as (
        delete from ${activitySums} s using held
        where (${s.repoId}, ${s.hour}, ${s.source}, ${s.status}, ${s.lane})
          = (${held.repoId}, ${held.hour}, ${held.source}, ${held.status}, ${held.lane})
        returning s.*
      ), merged as (
        ${intoSums}
        select ${subject}, 0, sum(amount) from gone group by ${subject} having sum(amount) <> 0
        ${addOnConflict}
      )
      select count(*)::int as count from spread`
  )
  return merged?.count ?? 0
}

/** Moves the sums of one repository to another, together with its items; the fleet's do not change. */
export async function moveActivitySums(tx: Tx, from: number, to: number): Promise<void> {
  await tx.execute(sql`
    with left_behind as (
      delete from ${activitySums} s where ${s.repoId} = ${from} returning ${s.hour}, ${s.source}, ${s.status}, ${s.amount}
    )
    ${intoSums}
    select ${to}::bigint, hour, source, status, 0, sum(amount) from left_behind
    group by hour, source, status order by hour, source, status
    ${addOnConflict}`)
}

/** A wrong sum of the feed, and the amount to add to it. */
export interface ActivityDrift {
  repoId: number
  hour: string
  source: string
  status: string
  amount: number
}

/** What the sums of a scope lack of these items; both are conditions, on `compared` and on `item`. */
function driftIn(db: Db | Tx, scope: SQL, items: SQL): Promise<ActivityDrift[]> {
  return rowsOf(
    db,
    sql`select ${compared.repoId}::float8 as "repoId", ${compared.hour}::text as hour, ${compared.source},
        ${compared.status}, sum(${compared.amount})::float8 as amount
      from (
        select ${counted.repoId}, ${counted.hour}, ${item.source}, ${item.status}, 1 as amount
        from ${activity} as item ${scopes} where ${items}
        union all
        select ${s.repoId}, ${s.hour}, ${s.source}, ${s.status}, -${s.amount} from ${activitySums} s
      ) as compared
      where ${compared.repoId} is not null and ${scope}
      group by ${compared.repoId}, ${compared.hour}, ${compared.source}, ${compared.status}
      having sum(${compared.amount}) <> 0`
  )
}

export const allActivityDrift = (db: Db | Tx) => driftIn(db, sql`true`, sql`true`)

export const activityDriftOf = (db: Db | Tx, repoId: number) =>
  driftIn(db, sql`${compared.repoId} = ${repoId}`, sql`${item.repoId} = ${repoId}`)

/** Of the fleet's sums in some hours. */
export function activityDriftWithin(db: Db | Tx, { from, to }: Hours): Promise<ActivityDrift[]> {
  const within = (column: SQL) => sql`${column} >= ${momentOf(from)} and ${column} < ${momentOf(to)}`
  return driftIn(
    db,
    sql`${compared.repoId} = ${ALL_REPOSITORIES} and ${within(sql`${compared.hour}`)}`,
    within(sql`${item.createdAt}`)
  )
}

/** The same of the fleet's totals, which are the sums of all hours. */
export function activityDriftForever(db: Db | Tx): Promise<ActivityDrift[]> {
  const missing = sql`sum(case ${s.hour} when '-infinity' then -${s.amount} else ${s.amount} end)`
  return rowsOf(
    db,
    sql`select ${ALL_REPOSITORIES}::float8 as "repoId", '-infinity' as hour, ${s.source}, ${s.status},
        ${missing}::float8 as amount
      from ${activitySums} s where ${s.repoId} = ${ALL_REPOSITORIES} group by ${s.source}, ${s.status}
      having ${missing} <> 0`
  )
}

/** Adds what is missing instead of setting sums, so that concurrent additions are not lost. */
export async function repairActivitySums(tx: Tx, faults: readonly ActivityDrift[]): Promise<void> {
  if (faults.length === 0) return
  await tx.execute(sql`
    ${intoSums}
    select "repoId", hour, source, status, 0, amount
    from json_to_recordset(${JSON.stringify(faults)}::json) as fault ("repoId" bigint, hour timestamptz, source text,
      status text, amount bigint)
    order by 1, 2, 3, 4 ${addOnConflict}`)
}
