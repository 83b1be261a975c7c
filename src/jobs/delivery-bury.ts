import { buryDelivery } from '../services/deliveries.js'
import type { JobDefinition } from './index.js'

/** Lets a delivery show that its work was given up. */
export const deliveryBury: JobDefinition<'delivery.bury'> = {
  handle: (deps, { delivery_row }) => buryDelivery(deps, delivery_row),
  concurrency: 2,
  retryLimit: 20,
  timeoutSeconds: 30
}
