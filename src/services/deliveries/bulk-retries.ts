// Retries failed deliveries in bulk, a bounded number at a time, and reports the progress.
import type { Deps } from '#deps.js'
import { deliveryRetryNotFound } from '#errors/errors.js'
import type { DeliveriesRetried, DeliveryRetryProgress } from '#schemas/deliveries/retries.js'
import { bulkProgress, holdFilter, insertBulkRetry, lastBulkRetryOf } from '#store/deliveries/bulk-retries.js'
import type { DeliveryOutline } from '#store/deliveries/deliveries.js'
import { countFailedDeliveries, type FailedFilter, lockFailedDeliveries } from '#store/deliveries/retries.js'
import type { Tx } from '#store/sql/database.js'
import { recordAudit } from '../audit/record.js'
import { requeueAll } from './retries.js'

export interface RetryRequest {
  filter: FailedFilter
  most: number
  /** The filter as requested. */
  query: Record<string, string>
  actor: string
}

interface StartedRetry {
  id: number | null
  retried: number
  isRunning: boolean
}

/**
 * Retries the oldest first. While a retry with this filter is running, the request starts nothing new; after that it
 * continues.
 */
export async function retryDeliveries(deps: Deps, request: RetryRequest): Promise<DeliveriesRetried> {
  const started = await deps.transaction((tx) => startRetry(deps, tx, request))
  const { kept, gone } = await countFailedDeliveries(deps.db, request.filter)
  return {
    id: started.id,
    progress_url: started.id === null ? null : `/api/deliveries/retries/${started.id}`,
    already_running: started.isRunning,
    message: messageOf(started, kept),
    retried: started.retried,
    remaining: kept,
    without_payload: gone
  }
}

async function startRetry(deps: Deps, tx: Tx, request: RetryRequest): Promise<StartedRetry> {
  const { filter, most, query } = request
  await holdFilter(tx, query)
  const last = await lastBulkRetryOf(tx, query)
  const running = last === undefined ? undefined : await bulkProgress(tx, last)
  if (running && running.left > 0) return { id: running.id, retried: running.total, isRunning: true }
  const failed = await lockFailedDeliveries(tx, filter, most)
  if (failed.length === 0) return { id: null, retried: 0, isRunning: false }
  await requeueAll(deps, tx, failed)
  const id = await insertBulkRetry(tx, {
    filter: query,
    most,
    deliveryRows: failed.map((delivery) => delivery.id),
    createdAt: deps.now()
  })
  await recordRetry(deps, tx, request, failed)
  return { id, retried: failed.length, isRunning: false }
}

async function recordRetry(
  deps: Deps,
  tx: Tx,
  { filter, query, actor }: RetryRequest,
  failed: readonly DeliveryOutline[]
): Promise<void> {
  const payload = {
    filter: query,
    retried: failed.length,
    delivery_ids: failed.map(({ deliveryId }) => deliveryId)
  }
  await recordAudit(tx, {
    category: 'config_change',
    eventType: 'deliveries_retried',
    actor,
    actorType: 'human',
    repo: filter.repo ?? null,
    payload,
    occurredAt: deps.now()
  })
}

function messageOf({ id, retried, isRunning }: StartedRetry, remaining: number): string {
  if (isRunning)
    return 'A retry with this filter is still running. Wait until it has finished, then send the request again.'
  if (id === null) return 'No failed delivery matches the filter and can be retried.'
  const queued = `Deliveries queued for a retry: ${retried}.`
  if (remaining === 0) return queued
  return `${queued} More match than this request may retry: ${remaining}. Send it again when these have finished.`
}

/** Progress is read from the state of the deliveries, so that a restart loses nothing. */
export async function retryProgress({ db }: Deps, id: number): Promise<DeliveryRetryProgress> {
  const progress = await bulkProgress(db, id)
  if (!progress) throw deliveryRetryNotFound(id)
  return { ...progress, state: progress.left > 0 ? 'running' : 'finished' }
}
