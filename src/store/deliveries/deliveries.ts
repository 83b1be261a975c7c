// The rows of webhook deliveries.
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { Correction, DeliveryState } from '#schemas/deliveries/deliveries.js'
import { deliveryHours } from '#tables/deliveries/delivery-hours.js'
import { webhookDeliveries } from '#tables/deliveries/webhook-deliveries.js'
import { type NewActivity, recordActivity } from '../activity/activity.js'
import { bareColumns, type Db, momentOf, rowsOf, type Tx } from '../sql/database.js'
import { additionToHours, type HourChange } from './hours.js'

const d = alias(webhookDeliveries, 'd')
const column = bareColumns(webhookDeliveries)

const deliveries = webhookDeliveries

export interface NewDelivery {
  deliveryId: string
  eventName: string
  action: string | null
  repo: string | null
  repoId: number | null
  installationId: number | null
  entity: string | null
  state: 'queued' | 'ignored'
  receivedAt: Date
  processedAt: Date | null
  payload: string
  payloadSha256: string
  jobId: string | null
  isRecovered: boolean
}

/**
 * Records new deliveries and returns their row ids; known ones are left alone. Row ids grow in the given order, but
 * rows are written in the order of delivery ids, so that processes with the same deliveries cannot deadlock. The small
 * columns travel as one JSON text and only the payloads one by one, which needs far fewer parameters.
 */
export async function insertDeliveries(tx: Tx, rows: readonly NewDelivery[]): Promise<Map<string, number>> {
  const sorted = rows.map((row, at) => ({ ...row, nth: at + 1 })).sort(byDeliveryId)
  const columns = sorted.map(({ payload: _, ...small }, n) => ({ n, ...small }))
  const payloads = Array.from({ length: nextPowerOfTwo(rows.length) }, (_, n) => sorted[n]?.payload ?? null)
  const inserted = await rowsOf<{ id: string | number; delivery_id: string }>(
    tx,
    sql`with fresh as materialized (
        select array_agg(nextval('webhook_deliveries_id_seq')) as ids from generate_series(1, ${rows.length}::int)
      )
      insert into ${webhookDeliveries} (${column.id}, ${column.deliveryId}, ${column.eventName}, ${column.action},
        ${column.repo}, ${column.repoId}, ${column.installationId}, ${column.entity}, ${column.state},
        ${column.receivedAt}, ${column.processedAt}, ${column.payloadSha256}, ${column.jobId}, ${column.isRecovered},
        ${column.payload})
      select (select ids from fresh)[nth], "deliveryId", "eventName", action, repo, "repoId", "installationId", entity, state,
        "receivedAt", "processedAt", "payloadSha256", "jobId", "isRecovered", payload
      from json_to_recordset(${JSON.stringify(columns)}::json) as columns (n int, nth int, "deliveryId" text,
        "eventName" text, action text, repo text, "repoId" bigint, "installationId" bigint, entity text, state text,
        "receivedAt" timestamptz, "processedAt" timestamptz, "payloadSha256" text, "jobId" uuid,
        "isRecovered" boolean)
      join (values ${sql.join(
        payloads.map((payload, n) => sql`(${sql.raw(String(n))}, ${payload}::text)`),
        sql`, `
      )}) as payloads (n, payload) using (n)
      order by n
      on conflict (${column.deliveryId}) do nothing
      returning id, ${webhookDeliveries.deliveryId}`
  )
  return new Map(inserted.map(({ id, delivery_id }) => [delivery_id, Number(id)]))
}

function byDeliveryId(a: NewDelivery, b: NewDelivery): number {
  return a.deliveryId < b.deliveryId ? -1 : 1
}

/** Limits the number of different statements, so that prepared ones are reused. */
function nextPowerOfTwo(count: number): number {
  return 2 ** Math.ceil(Math.log2(count))
}

/** Counts repeated arrivals of known deliveries. */
export async function countDuplicates(tx: Tx, times: ReadonlyMap<string, number>, at: Date): Promise<void> {
  const rows = [...times].map(([id, count]) => ({ id, count })).sort((a, b) => (a.id < b.id ? -1 : 1))
  await tx.execute(sql`
    update ${webhookDeliveries} as d
    set ${column.duplicateCount} = ${d.duplicateCount} + again.count, ${column.lastDuplicateAt} = ${momentOf(at)}
    from json_to_recordset(${JSON.stringify(rows)}::json) as again (id text, count int)
    where ${d.deliveryId} = again.id`)
}

/** The columns of a delivery without its payload. */
export const OUTLINE_COLUMNS = {
  id: deliveries.id,
  deliveryId: deliveries.deliveryId,
  eventName: deliveries.eventName,
  action: deliveries.action,
  repoId: deliveries.repoId,
  state: deliveries.state,
  error: deliveries.error,
  attempts: deliveries.attempts,
  receivedAt: deliveries.receivedAt,
  rulesAt: deliveries.rulesAt,
  jobId: deliveries.jobId,
  isRecovered: deliveries.isRecovered
}

const WORK_COLUMNS = { ...OUTLINE_COLUMNS, payload: deliveries.payload }

export interface DeliveryOutline {
  id: number
  deliveryId: string
  eventName: string
  action: string | null
  repoId: number | null
  state: DeliveryState
  error: string | null
  attempts: number
  receivedAt: Date
  rulesAt: Date | null
  jobId: string | null
  isRecovered: boolean
}

export interface DeliveryWithPayload extends DeliveryOutline {
  payload: string | null
}

export async function deliveryByRow(db: Db, row: number): Promise<DeliveryWithPayload | undefined> {
  const [found] = await db.select(WORK_COLUMNS).from(deliveries).where(eq(deliveries.id, row))
  return found
}

/** Locks the delivery; a second caller waits and then sees the result. */
export async function lockDelivery(tx: Tx, row: number): Promise<DeliveryWithPayload | undefined> {
  const [found] = await tx.select(WORK_COLUMNS).from(deliveries).where(eq(deliveries.id, row)).for('update')
  return found
}

/** Locks the delivery without waiting; undefined if it is locked. */
export async function tryLockDelivery(tx: Tx, row: number): Promise<DeliveryWithPayload | undefined> {
  const [found] = await tx
    .select(WORK_COLUMNS)
    .from(deliveries)
    .where(eq(deliveries.id, row))
    .for('update', { skipLocked: true })
  return found
}

export interface DeliveryResult {
  state: DeliveryState
  error: string | null
  at: Date
  /** Whether this ends an attempt. */
  attempted: boolean
}

/** Writes the outcome, what it adds to the counts of its hour, and its items of the feed: together, as one statement. */
export async function finishDelivery(
  tx: Tx,
  row: number,
  settlement: DeliveryResult,
  { hour, feed }: { hour: HourChange; feed: readonly NewActivity[] }
): Promise<void> {
  const { state, error, at } = settlement
  const finished = tx
    .update(deliveries)
    .set({
      state,
      error,
      attempts: settlement.attempted ? sql`${deliveries.attempts} + 1` : deliveries.attempts,
      tries: settlement.attempted ? sql`${deliveries.tries} + 1` : deliveries.tries,
      processedAt: state === 'processed' ? at : null,
      failedAt: state === 'failed' ? at : null
    })
    .where(eq(deliveries.id, row))
  const alongside = sql`finished as ${finished}, hours as (${additionToHours([hour])})`
  // The sums of the feed are locked before those of the hours, as wherever both are written.
  if (feed.length > 0) await recordActivity(tx, feed, alongside)
  else await tx.execute(sql`with ${alongside} select`)
}

/** Records which values of the payload were corrected or ignored. */
export async function saveCorrections(
  tx: Tx,
  row: number,
  corrections: readonly Correction[]
): Promise<void> {
  await tx
    .update(deliveries)
    .set({ corrections: [...corrections] })
    .where(eq(deliveries.id, row))
}

/** Records that the rules were applied, and which of them skipped all other handling. */
export async function markRulesApplied(
  tx: Tx,
  row: number,
  { rulesAt, skippedBy }: { rulesAt: Date; skippedBy: string | null }
): Promise<void> {
  await tx.update(deliveries).set({ rulesAt, skippedBy }).where(eq(deliveries.id, row))
}

/** Locks failed deliveries that were not retried in time. */
export async function lockExpiredFailures(
  tx: Tx,
  failedBefore: Date,
  most: number
): Promise<DeliveryOutline[]> {
  return tx
    .select(OUTLINE_COLUMNS)
    .from(deliveries)
    .where(and(eq(deliveries.state, 'failed'), lt(deliveries.failedAt, failedBefore)))
    .limit(most)
    .for('update', { skipLocked: true })
}

/** Deletes the payloads of old deliveries; returns their number. */
export async function dropPayloads(
  tx: Tx,
  { before: receivedBefore, atOnce: most }: { before: Date; atOnce: number }
): Promise<number> {
  const old = tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(lt(deliveries.receivedAt, receivedBefore), sql`${deliveries.payload} is not null`))
    .orderBy(deliveries.receivedAt)
    .limit(most)
  const dropped = await tx
    .update(deliveries)
    .set({ payload: null })
    .where(inArray(deliveries.id, old))
    .returning({ id: deliveries.id })
  return dropped.length
}

/** Deletes whole hours of deliveries together with their counts, so that the two never differ. */
export async function dropHours(
  tx: Tx,
  { before, atOnce: most }: { before: Date; atOnce: number }
): Promise<number> {
  const [dropped] = await rowsOf<{ hours: number }>(
    tx,
    sql`with old as (
        select distinct hour from ${deliveryHours} where hour < date_trunc('hour', ${momentOf(before)}, 'UTC')
        order by hour limit ${most}
      ), counts as (delete from ${deliveryHours} where hour in (select hour from old)),
      rows as (
        delete from ${webhookDeliveries} using old
        where ${webhookDeliveries.receivedAt} >= old.hour
          and ${webhookDeliveries.receivedAt} < old.hour + interval '1 hour'
      )
      select count(*)::int as hours from old`
  )
  return dropped?.hours ?? 0
}

export async function deliveryStates(db: Db): Promise<Record<DeliveryState, number>> {
  const sumOf = (column: PgColumn) => sql<number>`coalesce(sum(${column}), 0)::int`
  const [sums] = await db
    .select({
      total: sumOf(deliveryHours.total),
      ignored: sumOf(deliveryHours.ignored),
      processed: sumOf(deliveryHours.processed),
      failed: sumOf(deliveryHours.failed),
      dead: sumOf(deliveryHours.dead)
    })
    .from(deliveryHours)
  const { total = 0, ignored = 0, processed = 0, failed = 0, dead = 0 } = sums ?? {}
  return {
    received: 0,
    queued: total - ignored - processed - failed - dead,
    processed,
    ignored,
    failed,
    dead
  }
}

/** When the delivery that has waited longest for its work arrived; null if none waits. */
export async function oldestWaitingDelivery(db: Db): Promise<Date | null> {
  const [first] = await db
    .select({ at: deliveries.receivedAt })
    .from(deliveries)
    .where(inArray(deliveries.state, ['received', 'queued']))
    .orderBy(deliveries.receivedAt)
    .limit(1)
  return first?.at ?? null
}
