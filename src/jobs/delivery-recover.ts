import { recoverDeliveries } from '../services/recovery.js'
import type { JobDefinition } from './index.js'

/** Fetches what the host has sent and what has not arrived. */
export const deliveryRecover: JobDefinition<'delivery.recover'> = {
  handle: (deps) => recoverDeliveries(deps),
  concurrency: 1,
  retryLimit: 3,
  timeoutSeconds: 900,
  schedule: '*/10 * * * *',
  singleton: true
}
