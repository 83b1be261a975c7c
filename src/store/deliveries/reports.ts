// Reads about deliveries: lists, single deliveries, statistics.
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { HOUR_MS } from '#domain/time/durations.js'
import type { Paging } from '#schemas/common.js'
import type {
  Correction,
  Delivery,
  DeliveryQuery,
  DeliveryState,
  DeliveryStats,
  DeliveryTimeline,
  EventCounts
} from '#schemas/deliveries/deliveries.js'
import { deliveryChecks } from '#tables/deliveries/delivery-checks.js'
import { deliveryHours } from '#tables/deliveries/delivery-hours.js'
import { webhookDeliveries } from '#tables/deliveries/webhook-deliveries.js'
import { type Db, momentOf, parseJson, rowsOf, utc } from '../sql/database.js'
import { firstWholeHour } from '../sql/hours.js'

const d = alias(webhookDeliveries, 'd')
const sums = alias(deliveryHours, 'sums')

const FIELDS = sql`id, ${webhookDeliveries.deliveryId}, ${webhookDeliveries.eventName}, action, repo,
  ${webhookDeliveries.repoId}::float8 as repo_id, ${webhookDeliveries.installationId}::float8 as installation_id,
  state, state in ('processed', 'ignored') as processed, error, attempts,
  ${utc(webhookDeliveries.receivedAt)} as received_at, ${utc(webhookDeliveries.processedAt)} as processed_at,
  round(extract(epoch from ${webhookDeliveries.processedAt} - ${webhookDeliveries.receivedAt}) * 1000)::float8
    as duration_ms,
  ${webhookDeliveries.duplicateCount}, ${utc(webhookDeliveries.lastDuplicateAt)} as last_duplicate_at`

export interface DeliveryFilter extends Omit<DeliveryQuery, 'since' | 'page' | 'per_page' | 'limit'> {
  since?: Date
}

/** A page, the newest first, and the total number of matches in one round trip. */
export async function deliveriesPage(db: Db, filter: DeliveryFilter, paging: Paging) {
  const [found] = await rowsOf<{ total: number; data: Delivery[] | string }>(
    db,
    sql`select (${totalOf(filter)})::int as total, coalesce((
      select json_agg(page) from (
        select ${FIELDS} from (
          select * from ${webhookDeliveries} ${whereOf(filter)}
          order by ${webhookDeliveries.receivedAt} desc, id desc limit ${paging.perPage} offset ${paging.offset}
        ) as ${webhookDeliveries} order by ${webhookDeliveries.receivedAt} desc, id desc
      ) as page
    ), '[]') as data`
  )
  return { total: found?.total ?? 0, data: parseJson(found?.data ?? []) }
}

function whereOf({ event, repo, status, state, since }: DeliveryFilter): SQL {
  const conditions = [
    event !== undefined && sql`${webhookDeliveries.eventName} = ${event}`,
    repo !== undefined && sql`repo = ${repo}`,
    status !== undefined && (status === 'error' ? sql`error is not null` : sql`error is null`),
    state !== undefined && state !== 'all' && isIn(state),
    since !== undefined && sql`${webhookDeliveries.receivedAt} >= ${momentOf(since)}`
  ].filter((condition) => condition !== false)
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
}

/** A partial index holds the few unsettled deliveries; a prepared statement must repeat its condition to use it. */
function isIn(state: DeliveryState): SQL {
  const isSettled = state === 'processed' || state === 'ignored'
  return isSettled ? sql`state = ${state}` : sql`state = ${state} and state not in ('processed', 'ignored')`
}

/** Read from the hourly counts; rows are counted for a repository, and for a status together with a state. */
function totalOf(filter: DeliveryFilter): SQL {
  const column = countedAs(filter)
  if (column === undefined) return sql`select count(*) from ${webhookDeliveries} ${whereOf(filter)}`
  const { since, event } = filter
  const ofEvent = event === undefined ? sql`true` : sql`${deliveryHours.eventName} = ${event}`
  const counted = sql`select coalesce(sum(${column}), 0) from ${deliveryHours} where ${ofEvent}`
  if (since === undefined) return counted
  const nextHour = firstWholeHour(momentOf(since))
  return sql`select (${counted} and hour >= ${nextHour})
    + (select count(*) from ${webhookDeliveries} ${whereOf(filter)} and ${webhookDeliveries.receivedAt} < ${nextHour})`
}

function countedAs({ repo, status, state = 'all' }: DeliveryFilter): SQL | undefined {
  if (repo !== undefined) return undefined
  if (status === undefined) return STATE_COUNTS[state]
  if (state !== 'all') return undefined
  return status === 'error' ? sql`errors` : sql`total - errors`
}

const STATE_COUNTS: Record<NonNullable<DeliveryQuery['state']>, SQL> = {
  all: sql`total`,
  received: sql`0`,
  queued: sql`total - ignored - processed - failed - dead`,
  processed: sql`processed`,
  ignored: sql`ignored`,
  failed: sql`failed`,
  dead: sql`dead`
}

export interface DeliveryRecord extends Delivery {
  payload: string | null
  payload_sha256: string
  rules_at: string | null
  skipped_by: string | null
  corrections: Correction[]
  job_id: string | null
}

/** Finds a delivery by the host's id or else by its row id. */
export async function deliveryRecord(db: Db, id: string): Promise<DeliveryRecord | undefined> {
  const row = /^[1-9]\d{0,15}$/.test(id) ? sql`or id = ${id}::bigint` : sql``
  const [found] = await rowsOf<DeliveryRecord & { id: number | string; corrections: Correction[] | string }>(
    db,
    sql`select ${FIELDS}, payload, ${webhookDeliveries.payloadSha256},
      ${utc(webhookDeliveries.rulesAt)} as rules_at, ${webhookDeliveries.skippedBy}, corrections,
      ${webhookDeliveries.jobId}
      from ${webhookDeliveries}
      where ${webhookDeliveries.deliveryId} = ${id} ${row}
        order by ${webhookDeliveries.deliveryId} = ${id} desc limit 1`
  )
  return found && { ...found, id: Number(found.id), corrections: parseJson(found.corrections) }
}

export async function deliveryStatsAt(db: Db, now: Date): Promise<DeliveryStats> {
  const [row] = await rowsOf<StatsRow>(
    db,
    sql`select sums.*, ${receivedWithin(now, 1)} as last_1h, ${receivedWithin(now, 24)} as last_24h,
        ${receivedWithin(now, 24 * 7)} as last_7d, ${receivedWithin(now, 24 * 30)} as last_30d,
        ${distinctRepos()} as active_repos,
        (select ${utc(sql`min(${webhookDeliveries.receivedAt})`)} from ${webhookDeliveries}) as earliest,
        (select ${utc(sql`max(${webhookDeliveries.receivedAt})`)} from ${webhookDeliveries}) as latest,
        (select ${utc(sql`max(${deliveryChecks.checkedUntil})`)} from ${deliveryChecks}) as checked_until, ${lastGaps} as gaps
      from (select coalesce(sum(total), 0)::int as total, coalesce(sum(processed + ignored), 0)::int as processed_ok,
        coalesce(sum(errors), 0)::int as errors from ${deliveryHours}) as sums`
  )
  if (!row) throw new Error('an aggregate gives one row')
  const rate = row.total === 0 ? null : row.errors / row.total
  const eventsPerHour = Math.round((row.last_24h / 24) * 10) / 10
  return { ...row, gaps: parseJson(row.gaps), error_rate: rate, events_per_hour: eventsPerHour }
}

type StatsRow = Omit<DeliveryStats, 'error_rate' | 'events_per_hour' | 'gaps'> & {
  gaps: DeliveryStats['gaps'] | string
}

const lastGaps = sql`(select coalesce(json_agg(gap), '[]') from (
  select ${utc(deliveryChecks.missedFrom)} as from, ${utc(deliveryChecks.missedUntil)} as until,
    missed, ${utc(deliveryChecks.checkedAt)} as found_at
  from ${deliveryChecks} where missed > 0 order by ${deliveryChecks.checkedUntil} desc limit 10
) as gap)`

/** Whole hours are read from their counts; the rows of the first, partial hour are counted. */
function receivedWithin(now: Date, hours: number): SQL {
  const since = momentOf(new Date(now.getTime() - hours * HOUR_MS))
  const nextHour = firstWholeHour(since)
  return sql`((select coalesce(sum(total), 0) from ${deliveryHours} where hour >= ${nextHour})
    + (select count(*) from ${webhookDeliveries}
      where ${webhookDeliveries.receivedAt} >= ${since} and ${webhookDeliveries.receivedAt} < ${nextHour}))::int`
}

/** Skips from repository to repository along the index, so that the cost depends on their number. */
function distinctRepos(): SQL {
  return sql`(with recursive step as (
      (select repo from ${webhookDeliveries} where repo is not null order by repo limit 1)
      union all
      select (select repo from ${webhookDeliveries} where repo > step.repo order by repo limit 1)
      from step where step.repo is not null
    ) select count(repo)::int from step)`
}

export async function eventCounts(db: Db, since: Date | undefined): Promise<EventCounts['events']> {
  return rowsOf(
    db,
    sql`select ${sums.eventName}, count, ${sums.errors}, (
        select ${utc(sql`max(${d.receivedAt})`)} from ${webhookDeliveries} d where ${d.eventName} = ${sums.eventName}
      ) as last_received
      from (select ${sums.eventName}, sum(${sums.total})::int as count, sum(${sums.errors})::int as errors
        from (${countsSince(since)}) as sums group by ${sums.eventName} having sum(${sums.total}) > 0) as sums
      order by count desc, ${sums.eventName}`
  )
}

function countsSince(since: Date | undefined): SQL {
  if (since === undefined) return sql`select ${deliveryHours.eventName}, total, errors from ${deliveryHours}`
  const from = momentOf(since)
  const nextHour = firstWholeHour(from)
  return sql`select ${deliveryHours.eventName}, total, errors from ${deliveryHours} where hour >= ${nextHour}
    union all
    select ${webhookDeliveries.eventName}, count(*), count(error) from ${webhookDeliveries}
    where ${webhookDeliveries.receivedAt} >= ${from} and ${webhookDeliveries.receivedAt} < ${nextHour}
      group by ${webhookDeliveries.eventName}`
}

export async function deliveryDays(db: Db, now: Date, days: number): Promise<DeliveryTimeline['timeline']> {
  const today = now.toISOString().slice(0, 10)
  return rowsOf(
    db,
    sql`select to_char(day, 'YYYY-MM-DD') as date, coalesce(sum(total), 0)::int as total,
        coalesce(sum(errors), 0)::int as errors, coalesce(sum(processed + ignored), 0)::int as processed
      from generate_series(${today}::timestamp - make_interval(days => ${days - 1}), ${today}::timestamp,
        interval '1 day') as day
      left join ${deliveryHours} on hour >= day at time zone 'UTC'
        and hour < (day + interval '1 day') at time zone 'UTC'
      group by day order by day`
  )
}
