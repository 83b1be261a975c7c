// Processes queued deliveries, exactly once each.

import type { Deps } from '#deps.js'
import { payloadCorrections } from '#domain/deliveries/corrections.js'
import { isProcessed, statesBefore } from '#domain/deliveries/delivery.js'
import type { HostEvent } from '#domain/host/events.js'
import { errorText } from '#domain/text/failure.js'
import { DAY_MS } from '#domain/time/durations.js'
import { isLocked, ResourceLocked } from '#errors/locked.js'
import type { RetentionLimits, RetentionRule } from '#registry.js'
import type { JsonObject } from '#schemas/common.js'
import type { DeliveryState } from '#schemas/deliveries/deliveries.js'
import type { NewActivity } from '#store/activity/activity.js'
import { dropBulkRetries } from '#store/deliveries/bulk-retries.js'
import { dropChecks } from '#store/deliveries/checks.js'
import {
  type DeliveryOutline,
  type DeliveryWithPayload,
  deliveryByRow,
  dropHours,
  dropPayloads,
  finishDelivery,
  lockDelivery,
  lockExpiredFailures,
  saveCorrections,
  tryLockDelivery
} from '#store/deliveries/deliveries.js'
import { countsBetween, countsOf, mergeLanes } from '#store/deliveries/hours.js'
import { filterWaiting, isOvertaken, jobsInTurn, takeTurn, waitBriefly } from '#store/deliveries/order.js'
import type { Tx } from '#store/sql/database.js'

/** The context in which an event is handled. */
export interface DeliveryContext {
  deps: Deps
  /** The transaction that also records the outcome of the delivery. */
  tx: Tx
  /** When the delivery arrived. */
  at: Date
  /** A later delivery about the same entity was handled before this one, which had failed or was recovered. */
  isOvertaken: boolean
  /** The row of the delivery and the name of its event. */
  delivery: { row: number; event: string }
}

/** Tells for each delivery whether all earlier ones about its entity are done. */
export async function mayBeHandled({ db }: Deps, rows: readonly number[]): Promise<boolean[]> {
  const waiting = await filterWaiting(db, rows)
  return rows.map((row) => !waiting.has(row))
}

/**
 * Applies the event and records the outcome in one transaction: a second call finds it done. Deliveries about the same
 * entity that are next continue after this attempt, even if it failed. If another transaction holds a lock, the job is
 * put back in the queue, which does not count as an attempt.
 */
export async function handleDelivery(deps: Deps, row: number): Promise<void> {
  try {
    await deps.transaction(async (tx) => {
      const delivery = await takeDelivery(tx, row)
      if (!delivery || !statesBefore('processed').includes(delivery.state)) return
      const payload = payloadOf(delivery)
      const event = deps.host.eventOf(delivery.eventName, payload)
      if (event) await applyEvent(await deliveryContextOf(deps, tx, delivery), event)
      await recordCorrections(deps, tx, { delivery, payload })
      await recordDeliveryOutcome(deps, tx, delivery, { state: 'processed', error: null, attempted: true })
    })
  } catch (error) {
    // The holder of the lock resumes the others.
    if (isLocked(error)) throw error
    await recordFailure(deps, row, errorText(error)).catch((cause: unknown) =>
      deps.log.warn({ err: cause }, 'Failure of a delivery could not be recorded')
    )
    await resumeOthers(deps, row)
    throw error
  }
  await resumeOthers(deps, row)
}

/** Locks the delivery for this transaction; undefined if its row was deleted. */
async function takeDelivery(tx: Tx, row: number): Promise<DeliveryWithPayload | undefined> {
  // Sent together: the row is read after the previous holder of the turn has committed.
  const [isOurs, delivery] = await Promise.all([takeTurn(tx, row), tryLockDelivery(tx, row)])
  if (!isOurs) throw new ResourceLocked('The entity of the delivery')
  if (!delivery && (await deliveryByRow(tx, row))) throw new ResourceLocked('The delivery')
  return delivery
}

/** Capabilities run in their order, so that the mirror is up to date before any other looks at it. */
export async function applyEvent(context: DeliveryContext, event: HostEvent): Promise<void> {
  for (const handlers of context.deps.registry.events) {
    // TypeScript does not relate the kind to its handler across an index; the type of the handlers does.
    const handle = handlers[event.kind] as
      | ((context: DeliveryContext, event: HostEvent) => Promise<void>)
      | undefined
    await handle?.(context, event)
  }
}

async function deliveryContextOf(
  deps: Deps,
  tx: Tx,
  delivery: DeliveryWithPayload
): Promise<DeliveryContext> {
  const { id, receivedAt, eventName, attempts, error, isRecovered } = delivery
  // Workers that never came back leave no attempt, but the error by which the delivery was given up.
  const mayBeLate = attempts > 0 || error !== null || isRecovered
  return {
    deps,
    tx,
    at: receivedAt,
    isOvertaken: mayBeLate && (await isOvertaken(tx, id)),
    delivery: { row: id, event: eventName }
  }
}

async function resumeOthers({ db, queue }: Deps, row: number): Promise<void> {
  const others = await jobsInTurn(db, row)
  if (others.length > 0) await queue.resume('delivery.handle', others)
}

function payloadOf({ payload }: DeliveryWithPayload): JsonObject {
  if (payload === null) throw new Error('the payload of the delivery has expired')
  return JSON.parse(payload)
}

interface ParsedDelivery {
  delivery: DeliveryWithPayload
  payload: JsonObject
}

/** Recorded to show why the mirror differs from the payload. */
async function recordCorrections(
  { host }: Deps,
  tx: Tx,
  { delivery, payload }: ParsedDelivery
): Promise<void> {
  const corrections = payloadCorrections(host.claimsOf(delivery.eventName, payload), delivery.receivedAt)
  if (corrections.length > 0) await saveCorrections(tx, delivery.id, corrections)
}

async function recordFailure(deps: Deps, row: number, error: string): Promise<void> {
  await deps.transaction(async (tx) => {
    await waitBriefly(tx)
    const delivery = await lockDelivery(tx, row)
    if (!delivery || isProcessed(delivery.state)) return
    await recordDeliveryOutcome(deps, tx, delivery, { state: delivery.state, error, attempted: true })
  })
}

/**
 * Called after the last attempt failed, or when the workers crashed. A second call for the same job does not end a retry
 * that began in between, because the delivery then belongs to another job.
 */
export async function deadLetterDelivery(deps: Deps, row: number, jobId?: string): Promise<void> {
  await deps.transaction(async (tx) => {
    await waitBriefly(tx)
    const delivery = await lockDelivery(tx, row)
    if (!delivery || !statesBefore('failed').includes(delivery.state)) return
    if (jobId !== undefined && delivery.jobId !== jobId) return
    const error = delivery.error ?? 'every worker stopped before it had finished'
    await recordDeliveryOutcome(deps, tx, delivery, { state: 'failed', error, attempted: false })
  })
  await resumeOthers(deps, row)
}

interface DeliveryOutcome {
  state: DeliveryState
  error: string | null
  attempted: boolean
}

/** Writes the new state, updates the hourly counts and records the activity. */
async function recordDeliveryOutcome(
  deps: Deps,
  tx: Tx,
  delivery: DeliveryOutline,
  outcome: DeliveryOutcome
): Promise<void> {
  const before = countsOf(delivery.state, delivery.error !== null)
  const after = countsOf(outcome.state, outcome.error !== null)
  const { receivedAt, eventName } = delivery
  await finishDelivery(
    tx,
    delivery.id,
    { ...outcome, at: deps.now() },
    {
      hour: { receivedAt, eventName, counts: countsBetween(before, after) },
      feed: deliveryActivity(delivery, outcome)
    }
  )
}

/** A dead delivery has failed before and keeps that item in the activity feed. */
function deliveryActivity(delivery: DeliveryOutline, { state, error }: DeliveryOutcome): NewActivity[] {
  if (state !== 'processed' && state !== 'failed') return []
  const { id, eventName, action, repoId, receivedAt } = delivery
  return [
    {
      source: 'webhook',
      sourceId: id,
      repoId,
      targetNumber: null,
      targetUrl: null,
      actionType: action === null ? eventName : `${eventName}.${action}`,
      status: state,
      detail: error ?? '',
      createdAt: receivedAt
    }
  ]
}

const REPORT_RETENTION_MS = 90 * DAY_MS
const ROWS_AT_ONCE = 1_000

/** A failed delivery that was not retried within a day becomes dead. */
async function endUnretriedDeliveries(
  tx: Tx,
  { before, atOnce }: RetentionLimits,
  deps: Deps
): Promise<number> {
  const expired = await lockExpiredFailures(tx, before, atOnce)
  for (const delivery of expired)
    await recordDeliveryOutcome(deps, tx, delivery, {
      state: 'dead',
      error: delivery.error,
      attempted: false
    })
  return expired.length
}

export const deliveryRetention: readonly RetentionRule[] = [
  { retentionMs: DAY_MS, atOnce: ROWS_AT_ONCE, drop: endUnretriedDeliveries },
  { retentionMs: 14 * DAY_MS, atOnce: ROWS_AT_ONCE, drop: dropPayloads },
  // One hour may hold the deliveries of many repositories.
  { retentionMs: REPORT_RETENTION_MS, atOnce: 1, drop: dropHours },
  { retentionMs: 0, atOnce: ROWS_AT_ONCE, drop: mergeLanes },
  { retentionMs: REPORT_RETENTION_MS, atOnce: ROWS_AT_ONCE, drop: dropChecks },
  { retentionMs: REPORT_RETENTION_MS, atOnce: ROWS_AT_ONCE, drop: dropBulkRetries }
]
