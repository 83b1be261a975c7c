// Bulk retries of deliveries. The states of its deliveries are the progress of a retry.
import { desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DeliveryRetryProgress } from '#schemas/deliveries/retries.js'
import { deliveryRetries } from '#tables/deliveries/delivery-retries.js'
import { webhookDeliveries } from '#tables/deliveries/webhook-deliveries.js'
import { type Db, parseJson, rowsOf, type Tx, utc } from '../sql/database.js'

const r = alias(deliveryRetries, 'r')
const d = alias(webhookDeliveries, 'd')

export type NewBulkRetry = typeof deliveryRetries.$inferInsert
export type BulkProgress = Omit<DeliveryRetryProgress, 'state'>

/** Serialises requests with the same filter, so that each sees the retry that the previous one started. */
export async function holdFilter(tx: Tx, filter: Record<string, string>): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('retry ' || ${JSON.stringify(filter)}::jsonb::text, 0))`
  )
}

export async function insertBulkRetry(tx: Tx, row: NewBulkRetry): Promise<number> {
  const [inserted] = await tx.insert(deliveryRetries).values(row).returning({ id: deliveryRetries.id })
  if (!inserted) throw new Error('a new row has an id')
  return inserted.id
}

/** The latest retry with this filter. */
export async function lastBulkRetryOf(tx: Tx, filter: Record<string, string>): Promise<number | undefined> {
  const [last] = await tx
    .select({ id: deliveryRetries.id })
    .from(deliveryRetries)
    .where(eq(deliveryRetries.filter, filter))
    .orderBy(desc(deliveryRetries.id))
    .limit(1)
  return last?.id
}

export async function bulkProgress(db: Db | Tx, id: number): Promise<BulkProgress | undefined> {
  const [found] = await rowsOf<BulkProgress>(
    db,
    sql`select ${r.id}::float8 as id, ${r.filter}, ${r.most} as limit, cardinality(${r.deliveryRows}) as total,
        count(*) filter (where ${d.state} in ('processed', 'ignored'))::int as done,
        count(*) filter (where ${d.state} in ('failed', 'dead'))::int as failed,
        count(*) filter (where ${d.state} in ('received', 'queued'))::int as left,
        cardinality(${r.deliveryRows}) - count(${d.id})::int as dropped, ${utc(r.createdAt)} as created_at
      from ${deliveryRetries} r left join ${webhookDeliveries} d on ${d.id} = any (${r.deliveryRows})
      where ${r.id} = ${id} group by ${r.id}`
  )
  return found && { ...found, filter: parseJson(found.filter) }
}

export async function dropBulkRetries(
  tx: Tx,
  { before, atOnce: most }: { before: Date; atOnce: number }
): Promise<number> {
  const old = tx
    .select({ id: deliveryRetries.id })
    .from(deliveryRetries)
    .where(lt(deliveryRetries.createdAt, before))
    .limit(most)
  const dropped = await tx
    .delete(deliveryRetries)
    .where(inArray(deliveryRetries.id, old))
    .returning({ id: deliveryRetries.id })
  return dropped.length
}
