// The jobs of webhook deliveries.

import type { Jobs } from '#queue/job.js'
import { deadLetterDelivery, handleDelivery, mayBeHandled } from '#services/deliveries/handle.js'
import { recoverDeliveries } from '#services/deliveries/recovery.js'

declare module '#deps.js' {
  interface JobPayloads {
    /** `job_id` is missing in jobs of earlier versions: these may give up the delivery whichever job it has now. */
    'delivery.handle': { delivery_row: number; job_id?: string }
    'delivery.give-up': JobPayloads['delivery.handle']
    'delivery.recover': NoPayload
  }
}

export const deliveriesJobs = {
  /** Processes one webhook delivery. */
  'delivery.handle': {
    handle: (deps, { delivery_row }) => handleDelivery(deps, delivery_row),
    mayBegin: (deps, payloads) =>
      mayBeHandled(
        deps,
        payloads.map(({ delivery_row }) => delivery_row)
      ),
    concurrency: 10,
    retryLimit: 4,
    // The job is one short transaction. After this time its worker must be dead, and another takes over.
    timeoutSeconds: 10,
    deadLetter: 'delivery.give-up'
  },
  /** Marks a delivery as failed after its last attempt. */
  'delivery.give-up': {
    handle: (deps, { delivery_row, job_id }) => deadLetterDelivery(deps, delivery_row, job_id),
    concurrency: 2,
    retryLimit: 20,
    timeoutSeconds: 30
  },
  /** Fetches deliveries that the host sent but the service did not receive. */
  'delivery.recover': {
    handle: (deps) => recoverDeliveries(deps),
    concurrency: 1,
    retryLimit: 3,
    timeoutSeconds: 900,
    schedule: '* * * * *',
    singleton: true
  }
} satisfies Jobs
