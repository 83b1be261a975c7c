import { syncFleet } from '../services/sync/fleet.js'
import type { JobDefinition } from './index.js'

/** Has everything compared with the host that the service can see there. */
export const syncFleetJob: JobDefinition<'sync.fleet'> = {
  handle: (deps) => syncFleet(deps),
  concurrency: 1,
  retryLimit: 8,
  timeoutSeconds: 600,
  schedule: '*/30 * * * *',
  singleton: true
}
