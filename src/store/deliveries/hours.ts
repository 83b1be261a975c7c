// Hourly counts of deliveries. Every change of a delivery adds to them, so reads need not count rows.
import { type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { DeliveryState } from '#schemas/deliveries/deliveries.js'
import { deliveryHours } from '#tables/deliveries/delivery-hours.js'
import { webhookDeliveries } from '#tables/deliveries/webhook-deliveries.js'
import {
  bareColumns,
  type Db,
  excluded,
  laneOfConnection,
  momentOf,
  rowsOf,
  type Tx,
  utc
} from '../sql/database.js'
import type { Hours } from '../sql/hours.js'

const h = alias(deliveryHours, 'h')
const held = alias(deliveryHours, 'held')
const column = bareColumns(deliveryHours)
/** What counts are kept of, without its table. */
const hourKey = sql`${column.hour}, ${column.eventName}`

export interface DeliveryCounts {
  total?: number
  ignored?: number
  processed?: number
  failed?: number
  dead?: number
  errors?: number
}

export interface HourChange {
  receivedAt: Date
  eventName: string
  counts: DeliveryCounts
}

/** How a delivery in this state counts. */
export function countsOf(state: DeliveryState, hasError: boolean): DeliveryCounts {
  const ofState = state === 'received' || state === 'queued' ? {} : { [state]: 1 }
  return { ...ofState, errors: hasError ? 1 : 0 }
}

const COLUMNS = ['total', 'ignored', 'processed', 'failed', 'dead', 'errors'] as const

/** The difference between the counts of two states. */
export function countsBetween(before: DeliveryCounts, after: DeliveryCounts): DeliveryCounts {
  return Object.fromEntries(COLUMNS.map((column) => [column, (after[column] ?? 0) - (before[column] ?? 0)]))
}

const addOnConflict = sql`on conflict (${hourKey}, ${column.lane}) do update set
  total = ${h.total} + ${excluded(deliveryHours.total)}, ignored = ${h.ignored} + ${excluded(deliveryHours.ignored)},
  processed = ${h.processed} + ${excluded(deliveryHours.processed)},
  failed = ${h.failed} + ${excluded(deliveryHours.failed)}, dead = ${h.dead} + ${excluded(deliveryHours.dead)},
    errors = ${h.errors} + ${excluded(deliveryHours.errors)}`

/** Adds changes, with one sorted write per hour and event, so that processes cannot deadlock. */
export async function addToHours(tx: Tx, changes: readonly HourChange[]): Promise<void> {
  if (changes.length > 0) await tx.execute(additionToHours(changes))
}

/** The statement of it, which can be a part of another. */
export function additionToHours(changes: readonly HourChange[]): SQL {
  const rows = changes.map(({ receivedAt, eventName, counts }) => ({
    at: receivedAt.toISOString(),
    eventName,
    ...counts
  }))
  return sql`
    insert into ${deliveryHours} as h (${hourKey}, ${column.lane}, ${column.total},
      ${column.ignored}, ${column.processed}, ${column.failed}, ${column.dead}, ${column.errors})
    select date_trunc('hour', at, 'UTC'), "eventName", ${laneOfConnection}, coalesce(sum(total), 0), coalesce(sum(ignored), 0),
      coalesce(sum(processed), 0), coalesce(sum(failed), 0), coalesce(sum(dead), 0), coalesce(sum(errors), 0)
    from json_to_recordset(${JSON.stringify(rows)}::json) as change (at timestamptz, "eventName" text,
      total int, ignored int, processed int, failed int, dead int, errors int)
    group by 1, 2
    order by 1, 2
    ${addOnConflict}`
}

/**
 * Merges the lanes of each event and past hour into one row; returns how many rows it made. Rows are locked in the
 * order in which changes are added, so that transactions cannot deadlock.
 */
export async function mergeLanes(
  tx: Tx,
  { before: now, atOnce: most }: { before: Date; atOnce: number }
): Promise<number> {
  const merged = await rowsOf(
    tx,
    sql`with spread as (
        select distinct ${hourKey} from ${deliveryHours}
        where ${deliveryHours.lane} <> 0 and ${deliveryHours.hour} < date_trunc('hour', ${momentOf(now)}, 'UTC')
        order by ${hourKey} limit ${most}
      ), held as materialized (
        select ${h.hour}, ${h.eventName}, ${h.lane} from ${deliveryHours} h join spread using (${hourKey})
        order by ${h.hour}, ${h.eventName}, ${h.lane} for update of h
      ), gone as (
        delete from ${deliveryHours} h using held
        where ${h.hour} = ${held.hour} and ${h.eventName} = ${held.eventName} and ${h.lane} = ${held.lane}
        returning h.*
      )
      insert into ${deliveryHours} as h (${hourKey}, ${column.lane}, ${column.total},
        ${column.ignored}, ${column.processed}, ${column.failed}, ${column.dead}, ${column.errors})
      select ${hourKey}, 0, sum(total), sum(ignored), sum(processed), sum(failed), sum(dead), sum(errors)
      from gone group by ${hourKey}
      ${addOnConflict}
      returning ${h.hour}`
  )
  return merged.length
}

/** The deliveries of one hour, event and state. */
export interface DeliveryGroup {
  hour: string
  eventName: string
  state: DeliveryState
  hasError: boolean
  deliveries: number
}

/** Whole hours, or all hours. */
const within = (column: PgColumn, hours: Hours | undefined) =>
  hours ? sql`${column} >= ${momentOf(hours.from)} and ${column} < ${momentOf(hours.to)}` : sql`true`

/** The deliveries of some hours, grouped by how they count. */
export function deliveryGroups(db: Db | Tx, hours?: Hours): Promise<DeliveryGroup[]> {
  return rowsOf(
    db,
    sql`select ${utc(sql`date_trunc('hour', ${webhookDeliveries.receivedAt}, 'UTC')`)} as hour,
        ${webhookDeliveries.eventName} as "eventName", state, error is not null as "hasError",
          count(*)::float8 as deliveries
      from ${webhookDeliveries} where ${within(webhookDeliveries.receivedAt, hours)} group by 1, 2, 3, 4`
  )
}

export type HourRow = { hour: string; eventName: string } & Record<(typeof COLUMNS)[number], number>

/** The stored counts of these hours. */
export function storedHours(db: Db | Tx, hours?: Hours): Promise<HourRow[]> {
  const sums = COLUMNS.map((column) => sql.raw(`sum(${column})::float8 as ${column}`))
  return rowsOf(
    db,
    sql`select ${utc(sql`hour`)} as hour, ${deliveryHours.eventName} as "eventName", ${sql.join(sums, sql`, `)}
      from ${deliveryHours} where ${within(deliveryHours.hour, hours)} group by hour, ${deliveryHours.eventName}`
  )
}
