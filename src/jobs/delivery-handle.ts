import { handleDelivery } from '../services/deliveries.js'
import { applyEvent } from '../webhooks/index.js'
import type { JobDefinition } from './index.js'

/** Carries out what one webhook delivery asks for. */
export const deliveryHandle: JobDefinition<'delivery.handle'> = {
  handle: (deps, { delivery_row }) => handleDelivery(deps, delivery_row, applyEvent),
  concurrency: 10,
  retryLimit: 4,
  timeoutSeconds: 30,
  deadLetter: 'delivery.bury'
}
