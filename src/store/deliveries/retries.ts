// Failed deliveries that are to be tried again: found, held, and given to new jobs.
import { and, eq, gte, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { webhookDeliveries } from '#tables/deliveries/webhook-deliveries.js'
import { bareColumns, type Db, type Tx } from '../sql/database.js'
import { type DeliveryOutline, OUTLINE_COLUMNS } from './deliveries.js'

const d = alias(webhookDeliveries, 'd')
const column = bareColumns(webhookDeliveries)

const deliveries = webhookDeliveries
/** Those that have ended without success. */
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
    // An index holds the few that are open or have failed; it is used only where a query says so in these words.
    sql`${deliveries.state} not in ('processed', 'ignored')`,
    state && eq(deliveries.state, state),
    event ? eq(deliveries.eventName, event) : undefined,
    repo ? eq(deliveries.repo, repo) : undefined,
    since && gte(deliveries.receivedAt, since),
    until && lte(deliveries.receivedAt, until)
  )
}

/** The oldest of those that can be tried again; whoever holds one already is not waited for. */
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

/** How many match, by whether there is still something to try them with. */
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
 * Of these that the host has sent again, those that have failed, if they say the same as the first time: of what came
 * from its log nobody knows the text that it was sent with.
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

/** Each is queued as if it had never failed; the error of its last try stays to be seen until the next one is over. */
export async function requeueDeliveries(tx: Tx, jobs: readonly RetryJob[]): Promise<void> {
  await tx.execute(sql`
    update ${webhookDeliveries} d set ${column.state} = 'queued', ${column.failedAt} = null, ${column.tries} = 0,
      ${column.jobId} = job."jobId"
    from json_to_recordset(${JSON.stringify(jobs)}::json) as job (row bigint, "jobId" uuid) where ${d.id} = job.row`)
}

/** A payload that is no longer kept is there again once the host has sent it again. */
export async function restorePayload(tx: Tx, row: number, payload: string): Promise<void> {
  await tx
    .update(deliveries)
    .set({ payload })
    .where(and(eq(deliveries.id, row), isNull(deliveries.payload)))
}
