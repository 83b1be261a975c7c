// Records arriving deliveries, each together with its job; those that arrive together share one commit.
import { createHash, randomUUID } from 'node:crypto'
import type { JsonObject } from '../../schemas/common.js'
import type { Receipt } from '../../schemas/webhooks.js'
import type { Deps } from '../deps.js'
import { sanitized } from '../domain/sanitize.js'
import type { Tx } from '../store/database.js'
import { countDuplicates, insertDeliveries, type NewDelivery } from '../store/deliveries.js'
import { addToHours, countsOf } from '../store/delivery-hours.js'
import { batched } from './batched.js'

export interface Arrival {
  deliveryId: string
  eventName: string
  /** The text that arrived, and what it says. */
  body: string
  payload: JsonObject
}

export type Receive = (arrival: Arrival) => Promise<Receipt>

const MOST_AT_ONCE = 100

export function intakeOf(deps: Deps): Receive {
  const record = batched<NewDelivery, boolean>(
    (rows) => deps.transaction((tx) => recordDeliveries(deps, tx, rows)),
    MOST_AT_ONCE
  )
  return async (arrival) => {
    const row = rowOf(deps, arrival)
    const isNew = await record(row)
    return {
      queued: isNew && row.state === 'queued',
      duplicate: !isNew,
      ignored: isNew && row.state === 'ignored',
      delivery_id: row.deliveryId,
      event: row.eventName,
      action: row.action
    }
  }
}

function rowOf(deps: Deps, { deliveryId, eventName, body, payload }: Arrival): NewDelivery {
  const clean = sanitized(payload)
  const isWanted = deps.host.eventOf(eventName, clean) !== undefined
  const receivedAt = deps.now()
  return {
    deliveryId,
    eventName,
    ...deps.host.subjectOf(clean),
    state: isWanted ? 'queued' : 'ignored',
    receivedAt,
    processedAt: isWanted ? null : receivedAt,
    payload: clean === payload ? body : JSON.stringify(clean),
    payloadSha256: createHash('sha256').update(body).digest('hex'),
    jobId: isWanted ? randomUUID() : null
  }
}

/** Says for each row whether it was new. */
async function recordDeliveries(deps: Deps, tx: Tx, rows: NewDelivery[]): Promise<boolean[]> {
  const inserted = await insertDeliveries(tx, rows)
  const repeated = new Map<string, number>()
  const fresh: NewDelivery[] = []
  const isNew = rows.map((row) => {
    const first = inserted.has(row.deliveryId) && !fresh.some((other) => other.deliveryId === row.deliveryId)
    if (first) fresh.push(row)
    else repeated.set(row.deliveryId, (repeated.get(row.deliveryId) ?? 0) + 1)
    return first
  })
  if (repeated.size > 0) await countDuplicates(tx, repeated, deps.now())
  if (fresh.length > 0) await enqueueFresh(deps, tx, fresh, inserted)
  return isNew
}

async function enqueueFresh(
  deps: Deps,
  tx: Tx,
  fresh: NewDelivery[],
  inserted: Map<string, number>
): Promise<void> {
  await addToHours(
    tx,
    fresh.map(({ receivedAt, eventName, state }) => ({
      receivedAt,
      eventName,
      counts: { total: 1, ...countsOf(state, false) }
    }))
  )
  const jobs = fresh.flatMap(({ deliveryId, jobId }) => {
    const row = inserted.get(deliveryId)
    return jobId === null || row === undefined ? [] : [{ id: jobId, payload: { delivery_row: row } }]
  })
  if (jobs.length > 0) await deps.queue.enqueue(tx, 'delivery.handle', jobs)
}
