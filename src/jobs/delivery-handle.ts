import { handleDelivery, mayBeHandled } from '../services/deliveries.js'
import { applyEvent } from '../webhooks/index.js'
import type { JobDefinition } from './index.js'

/** Carries out what one webhook delivery asks for. */
export const deliveryHandle: JobDefinition<'delivery.handle'> = {
  handle: (deps, { delivery_row }) => handleDelivery(deps, delivery_row, applyEvent),
  mayBegin: (deps, payloads) =>
    mayBeHandled(
      deps,
      payloads.map(({ delivery_row }) => delivery_row)
    ),
  concurrency: 10,
  retryLimit: 4,
  // One short transaction: a worker that has not ended it by then is gone, and another takes over.
  timeoutSeconds: 10,
  deadLetter: 'delivery.bury'
}
