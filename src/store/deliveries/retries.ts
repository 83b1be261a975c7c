// Retries of failed deliveries by new jobs.
import { and, eq, gte, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { webhookDeliveries } from '#tables/deliveries/webhook-deliveries.js'
import { bareColumns, type Db, type Tx } from '../sql/database.js'
import { type DeliveryOutline, OUTLINE_COLUMNS } from './deliveries.js'

const d = alias(webhookDeliveries, 'd')
const column = bareColumns(webhookDeliveries)

const deliveries = webhookDeliveries
const isFailedOrDead = inArray(deliveries.state, ['failed', 'dead'])

export interface FailedFilter {
  state?: 'failed' | 'dead'
  event?: string
  repo?: string
  since?: Date
  until?: Date
}

function matching({ state, event, repo, since, until }: FailedFilter): SQL | undefined {
  return and(
    isFailedOrDead,
    // Repeats the condition of the partial index of unsettled deliveries.
    sql`${deliveries.state} not in ('processed', 'ignored')`,
    state && eq(deliveries.state, state),
    event ? eq(deliveries.eventName, event) : undefined,
    repo ? eq(deliveries.repo, repo) : undefined,
    since && gte(deliveries.receivedAt, since),
    until && lte(deliveries.receivedAt, until)
  )
}

/** Locks the oldest deliveries that can be retried, and skips locked ones. */
export async function lockFailedDeliveries(
  tx: Tx,
  filter: FailedFilter,
  most: number
): Promise<DeliveryOutline[]> {
  return tx
    .select(OUTLINE_COLUMNS)
    .from(deliveries)
    .where(and(matching(filter), isNotNull(deliveries.payload)))
    .orderBy(deliveries.receivedAt, deliveries.id)
    .limit(most)
    .for('update', { skipLocked: true })
}

/** Counts the matches, by whether their payload is still stored. */
export async function countFailedDeliveries(
  db: Db,
  filter: FailedFilter
): Promise<{ kept: number; gone: number }> {
  const [counts] = await db
    .select({
      kept: sql<number>`count(*) filter (where ${isNotNull(deliveries.payload)})::int`,
      gone: sql<number>`count(*) filter (where ${isNull(deliveries.payload)})::int`
    })
    .from(deliveries)
    .where(matching(filter))
  return counts ?? { kept: 0, gone: 0 }
}

/**
 * Locks the failed ones of deliveries that the host has sent again, if the payload is the same. For deliveries from its
 * log the original payload is unknown.
 */
export async function lockRedelivered(
  tx: Tx,
  again: readonly { deliveryId: string; payloadSha256: string }[]
): Promise<(DeliveryOutline & { hasPayload: boolean })[]> {
  return tx
    .select({ ...OUTLINE_COLUMNS, hasPayload: sql<boolean>`${deliveries.payload} is not null` })
    .from(deliveries)
    .where(
      and(
        isFailedOrDead,
        sql`exists (
          select from json_to_recordset(${JSON.stringify(
            again.map(({ deliveryId, payloadSha256 }) => ({ deliveryId, payloadSha256 }))
          )}::json) as one ("deliveryId" text, "payloadSha256" text)
          where ${deliveries.deliveryId} = one."deliveryId"
            and (${deliveries.isRecovered} or ${deliveries.payloadSha256} = one."payloadSha256"))`,
        inArray(
          deliveries.deliveryId,
          again.map(({ deliveryId }) => deliveryId)
        )
      )
    )
    .orderBy(deliveries.deliveryId)
    .for('update')
}

export interface RetryJob {
  row: number
  jobId: string
}

/** Queues deliveries as if they had never failed; the last error stays visible until the next try ends. */
export async function requeueDeliveries(tx: Tx, jobs: readonly RetryJob[]): Promise<void> {
  await tx.execute(sql`
    update ${webhookDeliveries} d set ${column.state} = 'queued', ${column.failedAt} = null, ${column.tries} = 0,
      ${column.jobId} = job."jobId"
    from json_to_recordset(${JSON.stringify(jobs)}::json) as job (row bigint, "jobId" uuid) where ${d.id} = job.row`)
}

/** Restores a deleted payload that the host has sent again. */
export async function restorePayload(tx: Tx, row: number, payload: string): Promise<void> {
  await tx
    .update(deliveries)
    .set({ payload })
    .where(and(eq(deliveries.id, row), isNull(deliveries.payload)))
}
