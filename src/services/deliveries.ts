// Carries deliveries from queued to their end, exactly once each.
import type { DeliveryState } from '../../schemas/deliveries.js'
import type { HostEvent } from '../../schemas/events.js'
import type { Deps } from '../deps.js'
import { isProcessed, statesBefore } from '../domain/delivery.js'
import { errorText } from '../domain/failure.js'
import { noteActivity } from '../store/activity.js'
import type { Tx } from '../store/database.js'
import { type DeliveryAtWork, lockDelivery, settleDelivery } from '../store/deliveries.js'
import { addToHours, countsBetween, countsOf } from '../store/delivery-hours.js'
import { holdEntity, isOvertaken, nextJobAfter, waitingAmong } from '../store/delivery-order.js'

/** What an event is handled with. */
export interface Receipt {
  deps: Deps
  /** Settles the delivery as well. */
  tx: Tx
  /** When the delivery arrived. */
  at: Date
  /** Whether a later delivery of the same thing was handled before this one, which had failed. */
  isOvertaken: boolean
  /** The row of the delivery, and what the host calls its event. */
  delivery: { row: number; event: string }
}

export type Effect = (receipt: Receipt, event: HostEvent) => Promise<void>

/** Says of each whether it is its turn. */
export async function mayBeHandled({ db }: Deps, rows: readonly number[]): Promise<boolean[]> {
  const waiting = await waitingAmong(db, rows)
  return rows.map((row) => !waiting.has(row))
}

/**
 * Applies what the delivery asks for and settles it, in one transaction: a second call finds it done. The next of the same
 * entity begins once this try is over, also a failed one: what waits for another try keeps nobody waiting.
 */
export async function handleDelivery(deps: Deps, row: number, apply: Effect): Promise<void> {
  try {
    await deps.transaction(async (tx) => {
      const [delivery] = await Promise.all([lockDelivery(tx, row), holdEntity(tx, row)])
      if (!delivery || !statesBefore('processed').includes(delivery.state)) return
      const event = eventOf(deps, delivery)
      if (event) await apply(await receiptOf(deps, tx, delivery), event)
      await settle(deps, tx, delivery, { state: 'processed', error: null, attempted: true })
    })
  } catch (error) {
    await recordFailure(deps, row, errorText(error))
    throw error
  } finally {
    await resumeNext(deps, row)
  }
}

async function receiptOf(deps: Deps, tx: Tx, delivery: DeliveryAtWork): Promise<Receipt> {
  const { id, receivedAt, eventName, attempts } = delivery
  return {
    deps,
    tx,
    at: receivedAt,
    isOvertaken: attempts > 0 && (await isOvertaken(tx, id)),
    delivery: { row: id, event: eventName }
  }
}

async function resumeNext({ db, queue }: Deps, row: number): Promise<void> {
  const next = await nextJobAfter(db, row)
  if (next !== undefined) await queue.resume('delivery.handle', [next])
}

function eventOf(deps: Deps, delivery: DeliveryAtWork): HostEvent | undefined {
  if (delivery.payload === null) throw new Error('its payload is no longer kept')
  return deps.host.eventOf(delivery.eventName, JSON.parse(delivery.payload))
}

async function recordFailure(deps: Deps, row: number, error: string): Promise<void> {
  await deps.transaction(async (tx) => {
    const delivery = await lockDelivery(tx, row)
    if (!delivery || isProcessed(delivery.state)) return
    await settle(deps, tx, delivery, { state: delivery.state, error, attempted: true })
  })
}

/** Called when the last attempt is over, or when the workers that tried it never came back. */
export async function buryDelivery(deps: Deps, row: number): Promise<void> {
  await deps.transaction(async (tx) => {
    const delivery = await lockDelivery(tx, row)
    if (!delivery || !statesBefore('failed').includes(delivery.state)) return
    const error = delivery.error ?? 'every worker that tried it stopped before the end'
    await settle(deps, tx, delivery, { state: 'failed', error, attempted: false })
  })
  await resumeNext(deps, row)
}

interface Outcome {
  state: DeliveryState
  error: string | null
  attempted: boolean
}

/** Writes the new state, keeps the counts true, and notes what has come to an end. */
export async function settle(deps: Deps, tx: Tx, delivery: DeliveryAtWork, outcome: Outcome): Promise<void> {
  await settleDelivery(tx, delivery.id, { ...outcome, at: deps.now() })
  const before = countsOf(delivery.state, delivery.error !== null)
  const after = countsOf(outcome.state, outcome.error !== null)
  const { receivedAt, eventName } = delivery
  await addToHours(tx, [{ receivedAt, eventName, counts: countsBetween(before, after) }])
  await noteEnd(tx, delivery, outcome)
}

/** One that is dead has failed already, and stays so in the feed. */
async function noteEnd(tx: Tx, delivery: DeliveryAtWork, { state, error }: Outcome): Promise<void> {
  if (state !== 'processed' && state !== 'failed') return
  const { id, eventName, action, repoId, receivedAt } = delivery
  await noteActivity(tx, [
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
