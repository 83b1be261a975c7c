// The activity feed: written by whoever changes what an item is about, in the same transaction, with its sums.
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { storable } from '#domain/text/storable.js'
import type { ActivitySource, ActivityStatus } from '#schemas/activity/activity.js'
import { activity } from '#tables/activity/activity.js'
import { activitySums } from '#tables/activity/activity-sums.js'
import { bareColumns, type Db, excluded, momentOf, ownLane, rowsOf, type Tx } from '../sql/database.js'
import type { Hours } from '../sql/hours.js'

const a = alias(activity, 'a')
const s = alias(activitySums, 's')
const item = alias(activity, 'item')
const activityColumn = bareColumns(activity)
const sumColumn = bareColumns(activitySums)

/** In place of a repository: all of them. */
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
}

/** A feed is for reading at a glance; the whole text is where it comes from. */
const LONGEST_DETAIL = 500

/**
 * Puts items into the feed. One that is there already takes over the new status, detail and action, and keeps its
 * place; its sums move along. Best called last in a transaction: sums that many add to are held until its end.
 */
export async function recordActivity(tx: Tx, items: readonly NewActivity[]): Promise<void> {
  if (items.length === 0) return
  const latest = new Map(items.map((item) => [`${item.source} ${item.sourceId}`, item]))
  const rows = [...latest.values()].map((item) => ({
    ...item,
    detail: storable(item.detail.slice(0, LONGEST_DETAIL))
  }))
  await tx.execute(sql`
    with noted as (
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
      returning ${a.repoId}, source, status, ${a.formerStatus}, ${a.createdAt}
    ),
    change as (
      select repo_id, source, status, created_at, 1 as amount from noted
      union all
      select repo_id, source, former_status, created_at, -1 from noted where former_status is not null
    )
    ${addedToSums}`)
}

const onConflict = sql`on conflict (${sumColumn.repoId}, ${sumColumn.hour}, ${sumColumn.source}, ${sumColumn.status},
  ${sumColumn.lane}) do update set amount = ${s.amount} + ${excluded(activitySums.amount)}`

/** What an item of the feed counts for: over all for ever and in its hour, and for ever in its repository. */
const scopes = sql`cross join lateral (values
    (${sql.raw(String(ALL_REPOSITORIES))}::bigint, '-infinity'::timestamptz, ${ownLane}),
    (${sql.raw(String(ALL_REPOSITORIES))}::bigint, date_trunc('hour', created_at, 'UTC'), ${ownLane}),
    (${item.repoId}, '-infinity'::timestamptz, 0::smallint)
  ) as counted (repo_id, hour, lane)`

/** Adds what `change` says, for ever and by hour, in one order: transactions that add once do not wait in a ring. */
const addedToSums = sql`insert into ${activitySums} as s (${sumColumn.repoId}, ${sumColumn.hour}, ${sumColumn.source},
  ${sumColumn.status}, ${sumColumn.lane}, ${sumColumn.amount})
  select counted.repo_id, counted.hour, source, status, counted.lane, sum(amount) from change as item
  ${scopes}
  where counted.repo_id is not null
  group by 1, 2, 3, 4, 5
  having sum(amount) <> 0
  order by 1, 2, 3, 4, 5
  ${onConflict}`

/** Drops webhooks of the feed that began before; says how many. They go when their deliveries go. */
export async function dropWebhookActivity(
  tx: Tx,
  { before, atOnce: most }: { before: Date; atOnce: number }
): Promise<number> {
  const [dropped] = await rowsOf<{ count: number }>(
    tx,
    sql`with old as materialized (
        select id from ${activity}
        where source = 'webhook' and ${activity.createdAt} < date_trunc('hour', ${momentOf(before)}, 'UTC')
        order by ${activity.createdAt} limit ${most} for update
      ),
      gone as (
        delete from ${activity} a using old where ${a.id} = old.id returning ${a.repoId}, ${a.source}, ${a.status},
          ${a.createdAt}
      ),
      change as (select repo_id, source, status, created_at, -1 as amount from gone),
      counted as (${addedToSums})
      select count(*)::int as count from gone`
  )
  return dropped?.count ?? 0
}

/**
 * Makes one row of the lanes of each hour that is over; says of how many sums. Rows are held in the order in which
 * changes are added, so that neither waits for the other in a ring; an hour of which nothing is left goes.
 */
export async function mergeActivityLanes(
  tx: Tx,
  { before: now, atOnce: most }: { before: Date; atOnce: number }
): Promise<number> {
  const key = sql.raw('repo_id, hour, source, status')
  const [merged] = await rowsOf<{ count: number }>(
    tx,
    sql`with spread as (
        select distinct ${key} from ${activitySums}
        where ${activitySums.repoId} = ${ALL_REPOSITORIES} and (lane <> 0 or amount = 0) and hour > '-infinity'
          and hour < date_trunc('hour', ${momentOf(now)}, 'UTC')
        order by ${key} limit ${most}
      ), held as materialized (
        select ${s.repoId}, ${s.hour}, ${s.source}, ${s.status}, ${s.lane} from ${activitySums} s
          join spread using (${key})
        order by ${s.repoId}, ${s.hour}, ${s.source}, ${s.status}, ${s.lane} for update of s
      ), gone as (
        delete from ${activitySums} s using held
        where (${s.repoId}, ${s.hour}, ${s.source}, ${s.status}, ${s.lane})
          = (held.repo_id, held.hour, held.source, held.status, held.lane)
        returning s.*
      ), merged as (
        insert into ${activitySums} as s (${sumColumn.repoId}, ${sumColumn.hour}, ${sumColumn.source},
          ${sumColumn.status}, ${sumColumn.lane}, ${sumColumn.amount})
        select ${key}, 0, sum(amount) from gone group by ${key} having sum(amount) <> 0
        ${onConflict}
      )
      select count(*)::int as count from spread`
  )
  return merged?.count ?? 0
}

/** Gives the sums of one repository to another, as its items go there; those over all do not change. */
export async function moveActivitySums(tx: Tx, from: number, to: number): Promise<void> {
  await tx.execute(sql`
    with left_behind as (delete from ${activitySums} where ${activitySums.repoId} = ${from} returning hour, source,
      status, amount)
    insert into ${activitySums} as s (${sumColumn.repoId}, ${sumColumn.hour}, ${sumColumn.source},
      ${sumColumn.status}, ${sumColumn.lane}, ${sumColumn.amount})
    select ${to}::bigint, hour, source, status, 0, sum(amount) from left_behind
    group by hour, source, status order by hour, source, status
    ${onConflict}`)
}

/** By how much a sum of the feed is wrong. */
export interface ActivityDrift {
  repoId: number
  hour: string
  source: string
  status: string
  amount: number
}

/** What is missing in the sums of one scope (a condition on them), as these items (a condition on them) say. */
function driftIn(db: Db | Tx, scope: SQL, items: SQL): Promise<ActivityDrift[]> {
  return rowsOf(
    db,
    sql`select repo_id::float8 as "repoId", hour::text as hour, source, status, sum(amount)::float8 as amount from (
        select counted.repo_id, counted.hour, source, status, 1 as amount from ${activity} as item ${scopes}
          where ${items}
        union all
        select ${activitySums.repoId}, hour, source, status, -amount from ${activitySums}
      ) as compared
      where repo_id is not null and ${scope}
      group by repo_id, hour, source, status having sum(amount) <> 0`
  )
}

export const allActivityDrift = (db: Db | Tx) => driftIn(db, sql`true`, sql`true`)

export const activityDriftOf = (db: Db | Tx, repoId: number) =>
  driftIn(db, sql`repo_id = ${repoId}`, sql`${item.repoId} = ${repoId}`)

/** Of the sums over all, in some hours. */
export function activityDriftWithin(db: Db | Tx, { from, to }: Hours): Promise<ActivityDrift[]> {
  const within = (column: SQL) => sql`${column} >= ${momentOf(from)} and ${column} < ${momentOf(to)}`
  return driftIn(
    db,
    sql`repo_id = ${ALL_REPOSITORIES} and ${within(sql`hour`)}`,
    within(sql`${item.createdAt}`)
  )
}

/** The same of the sums over all for ever, which are those of all hours together. */
export function activityDriftForever(db: Db | Tx): Promise<ActivityDrift[]> {
  return rowsOf(
    db,
    sql`select ${ALL_REPOSITORIES}::float8 as "repoId", '-infinity' as hour, source, status,
        sum(case hour when '-infinity' then -amount else amount end)::float8 as amount
      from ${activitySums} where ${activitySums.repoId} = ${ALL_REPOSITORIES} group by source, status
      having sum(case hour when '-infinity' then -amount else amount end) <> 0`
  )
}

/** Adds what was missing: whoever adds at the same time loses nothing. */
export async function repairActivitySums(tx: Tx, faults: readonly ActivityDrift[]): Promise<void> {
  if (faults.length === 0) return
  await tx.execute(sql`
    insert into ${activitySums} as s (${sumColumn.repoId}, ${sumColumn.hour}, ${sumColumn.source},
      ${sumColumn.status}, ${sumColumn.lane}, ${sumColumn.amount})
    select "repoId", hour, source, status, 0, amount
    from json_to_recordset(${JSON.stringify(faults)}::json) as fault ("repoId" bigint, hour timestamptz, source text,
      status text, amount bigint)
    order by 1, 2, 3, 4 ${onConflict}`)
}
