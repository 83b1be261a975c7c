// Retries single failed deliveries: on request, or because the host sent them again.
import { randomUUID } from 'node:crypto'
import type { Deps } from '#deps.js'
import { statesBefore } from '#domain/deliveries/delivery.js'
import { deliveryNotFound, deliveryPayloadGone, deliveryState } from '#errors/errors.js'
import type { DeliveryRetried } from '#schemas/deliveries/retries.js'
import { type DeliveryOutline, lockDelivery, type NewDelivery } from '#store/deliveries/deliveries.js'
import { addToHours, countsBetween, countsOf } from '#store/deliveries/hours.js'
import { deliveryRecord } from '#store/deliveries/reports.js'
import { lockRedelivered, requeueDeliveries, restorePayload } from '#store/deliveries/retries.js'
import type { Tx } from '#store/sql/database.js'
import { recordAudit } from '../audit/record.js'

export async function retryDelivery(deps: Deps, id: string, actor: string): Promise<DeliveryRetried> {
  const record = await deliveryRecord(deps.db, id)
  if (!record) throw deliveryNotFound(id)
  return deps.transaction(async (tx) => {
    const delivery = await lockDelivery(tx, record.id)
    if (!delivery) throw deliveryNotFound(id)
    if (!mayBeTried(delivery)) throw deliveryState(id, delivery.state)
    if (delivery.payload === null) throw deliveryPayloadGone(id)
    const jobId = await requeueOne(deps, tx, delivery)
    const { deliveryId, attempts, error } = delivery
    const payload = { delivery_id: deliveryId, event: delivery.eventName, attempts, error }
    await recordAudit(tx, {
      category: 'config_change',
      eventType: 'delivery_retried',
      actor,
      actorType: 'human',
      repo: record.repo,
      payload,
      occurredAt: deps.now()
    })
    return { id: delivery.id, delivery_id: deliveryId, state: 'queued', job_id: jobId }
  })
}

function mayBeTried({ state }: DeliveryOutline): boolean {
  return state !== 'received' && statesBefore('queued').includes(state)
}

/** Retries those of the redelivered deliveries that had failed, and returns their ids. */
export async function retryRedelivered(
  deps: Deps,
  tx: Tx,
  redelivered: readonly NewDelivery[]
): Promise<Set<string>> {
  if (redelivered.length === 0) return new Set()
  const failed = await lockRedelivered(tx, redelivered)
  const payloads = new Map(redelivered.map(({ deliveryId, payload }) => [deliveryId, payload]))
  for (const { id, deliveryId, hasPayload } of failed) {
    const resent = payloads.get(deliveryId)
    if (!hasPayload && resent !== undefined) await restorePayload(tx, id, resent)
  }
  await requeueAll(deps, tx, failed)
  return new Set(failed.map(({ deliveryId }) => deliveryId))
}

async function requeueOne(deps: Deps, tx: Tx, delivery: DeliveryOutline): Promise<string> {
  const [job] = await requeueAll(deps, tx, [delivery])
  if (!job) throw new Error('the retried delivery has no job')
  return job.jobId
}

/** Gives each delivery a new job. */
export async function requeueAll(deps: Deps, tx: Tx, failed: readonly DeliveryOutline[]) {
  if (failed.length === 0) return []
  const jobs = failed.map(({ id }) => ({ row: id, jobId: randomUUID() }))
  await requeueDeliveries(tx, jobs)
  await addToHours(
    tx,
    failed.map(({ receivedAt, eventName, state, error }) => ({
      receivedAt,
      eventName,
      counts: countsBetween(countsOf(state, error !== null), countsOf('queued', error !== null))
    }))
  )
  const payloads = jobs.map(({ row, jobId }) => ({
    id: jobId,
    payload: { delivery_row: row, job_id: jobId }
  }))
  await deps.queue.enqueue(tx, 'delivery.handle', payloads)
  return jobs
}
