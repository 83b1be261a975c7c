// One delivery with its payload and its jobs.

import type { Deps } from '#deps.js'
import type { DeliveryDetail } from '#schemas/deliveries/deliveries.js'
import type { IgnoredReason } from '#schemas/host/enums.js'
import { type DeliveryRecord, deliveryRecord } from '#store/deliveries/reports.js'

export async function loadDeliveryDetail(deps: Deps, id: string): Promise<DeliveryDetail | undefined> {
  const record = await deliveryRecord(deps.db, id)
  if (!record) return undefined
  const { payload, job_id, ...delivery } = record
  const job = job_id === null ? undefined : await deps.queue.findJob('delivery.handle', job_id)
  return {
    ...delivery,
    ignored_because: ignoredBecause(deps, record),
    payload: payload === null ? null : JSON.parse(payload),
    jobs: job ? [{ ...job, queue: job.name }] : []
  }
}

function ignoredBecause({ host }: Deps, delivery: DeliveryRecord): IgnoredReason | null {
  const { state, event_name: eventName, action, repo_id: repoId } = delivery
  return state === 'ignored' ? host.ignoredReason({ eventName, action, repoId }) : null
}
