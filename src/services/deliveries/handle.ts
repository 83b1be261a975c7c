// Carries deliveries from queued to their end, exactly once each.

import type { Deps } from '#deps.js'
import { payloadCorrections } from '#domain/deliveries/corrections.js'
import { isProcessed, statesBefore } from '#domain/deliveries/delivery.js'
import type { HostEvent } from '#domain/host/events.js'
import { errorText } from '#domain/text/failure.js'
import { HeldByAnother, isHeld } from '#errors/held.js'
import type { RetentionLimits, RetentionRule } from '#registry.js'
import type { JsonObject } from '#schemas/common.js'
import type { DeliveryState } from '#schemas/deliveries/deliveries.js'
import { recordActivity } from '#store/activity/activity.js'
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
import { addToHours, countsBetween, countsOf, mergeLanes } from '#store/deliveries/hours.js'
import { filterWaiting, isOvertaken, jobsInTurn, takeTurn, waitBriefly } from '#store/deliveries/order.js'
import type { Tx } from '#store/sql/database.js'

/** What an event is handled with. */
export interface DeliveryContext {
  deps: Deps
  /** Settles the delivery as well. */
  tx: Tx
  /** When the delivery arrived. */
  at: Date
  /** Whether a later delivery of the same thing was handled before this one, which had failed or got lost. */
  isOvertaken: boolean
  /** The row of the delivery, and what the host calls its event. */
  delivery: { row: number; event: string }
}

/** Says of each whether it is its turn. */
export async function mayBeHandled({ db }: Deps, rows: readonly number[]): Promise<boolean[]> {
  const waiting = await filterWaiting(db, rows)
  return rows.map((row) => !waiting.has(row))
}

/**
 * Applies what the delivery asks for and settles it, in one transaction: a second call finds it done. Those of the same
 * entity whose turn it is begin once this try is over, also a failed one. What somebody else holds is not waited for:
 * that was no try.
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
    // Whoever holds it resumes the others.
    if (isHeld(error)) throw error
    await recordFailure(deps, row, errorText(error)).finally(() => resumeOthers(deps, row))
    throw error
  }
  await resumeOthers(deps, row)
}

/** Held for this transaction; nothing where it is no longer on record. */
async function takeDelivery(tx: Tx, row: number): Promise<DeliveryWithPayload | undefined> {
  // In one go: the row is read after whoever had the turn before has committed.
  const [, isOurs, delivery] = await Promise.all([
    waitBriefly(tx),
    takeTurn(tx, row),
    tryLockDelivery(tx, row)
  ])
  if (!isOurs) throw new HeldByAnother('What the delivery is about')
  if (!delivery && (await deliveryByRow(tx, row))) throw new HeldByAnother('The delivery')
  return delivery
}

/** Each capability in its order: the mirror is up to date before anybody else looks at it. */
export async function applyEvent(receipt: DeliveryContext, event: HostEvent): Promise<void> {
  for (const handlers of receipt.deps.registry.events) {
    // TypeScript does not relate the kind to its handler across an index; the type of the handlers does.
    const handle = handlers[event.kind] as
      | ((receipt: DeliveryContext, event: HostEvent) => Promise<void>)
      | undefined
    await handle?.(receipt, event)
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
  if (payload === null) throw new Error('its payload is no longer kept')
  return JSON.parse(payload)
}

interface ParsedDelivery {
  delivery: DeliveryWithPayload
  payload: JsonObject
}

/** So that people see why the mirror has something else than the payload. */
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

/** Called when the last attempt is over, or when the workers that tried it never came back. */
export async function deadLetterDelivery(deps: Deps, row: number): Promise<void> {
  await deps.transaction(async (tx) => {
    await waitBriefly(tx)
    const delivery = await lockDelivery(tx, row)
    if (!delivery || !statesBefore('failed').includes(delivery.state)) return
    const error = delivery.error ?? 'every worker that tried it stopped before the end'
    await recordDeliveryOutcome(deps, tx, delivery, { state: 'failed', error, attempted: false })
  })
  await resumeOthers(deps, row)
}

interface DeliveryOutcome {
  state: DeliveryState
  error: string | null
  attempted: boolean
}

/** Writes the new state, keeps the counts true, and notes what has come to an end. */
export async function recordDeliveryOutcome(
  deps: Deps,
  tx: Tx,
  delivery: DeliveryOutline,
  outcome: DeliveryOutcome
): Promise<void> {
  await finishDelivery(tx, delivery.id, { ...outcome, at: deps.now() })
  const before = countsOf(delivery.state, delivery.error !== null)
  const after = countsOf(outcome.state, outcome.error !== null)
  const { receivedAt, eventName } = delivery
  await addToHours(tx, [{ receivedAt, eventName, counts: countsBetween(before, after) }])
  await recordDeliveryActivity(tx, delivery, outcome)
}

/** One that is dead has failed already, and stays so in the feed. */
async function recordDeliveryActivity(
  tx: Tx,
  delivery: DeliveryOutline,
  { state, error }: DeliveryOutcome
): Promise<void> {
  if (state !== 'processed' && state !== 'failed') return
  const { id, eventName, action, repoId, receivedAt } = delivery
  await recordActivity(tx, [
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
  ])
}

const DAY_MS = 24 * 3_600_000
const KEPT_MS = 90 * DAY_MS
const ROWS_AT_ONCE = 1_000

/** A failed delivery that nobody retried within a day is dead. */
async function endUnretriedDeliveries(
  tx: Tx,
  { before, atOnce }: RetentionLimits,
  deps: Deps
): Promise<number> {
  const forgotten = await lockExpiredFailures(tx, before, atOnce)
  for (const delivery of forgotten)
    await recordDeliveryOutcome(deps, tx, delivery, {
      state: 'dead',
      error: delivery.error,
      attempted: false
    })
  return forgotten.length
}

export const deliveryRetention: readonly RetentionRule[] = [
  { retentionMs: DAY_MS, atOnce: ROWS_AT_ONCE, drop: endUnretriedDeliveries },
  { retentionMs: 14 * DAY_MS, atOnce: ROWS_AT_ONCE, drop: dropPayloads },
  // One hour holds the deliveries of a fleet.
  { retentionMs: KEPT_MS, atOnce: 1, drop: dropHours },
  { retentionMs: 0, atOnce: ROWS_AT_ONCE, drop: mergeLanes },
  { retentionMs: KEPT_MS, atOnce: ROWS_AT_ONCE, drop: dropChecks },
  { retentionMs: KEPT_MS, atOnce: ROWS_AT_ONCE, drop: dropBulkRetries }
]
