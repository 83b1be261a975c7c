import { syncFleet } from '../services/sync/fleet.js'
import type { JobDefinition } from './index.js'

/** Has everything compared with the host that the service can see there. */
export const syncFleetJob: JobDefinition<'sync.fleet'> = {
  handle: (deps) => syncFleet(deps),
  concurrency: 1,
  retryLimit: 3,
  timeoutSeconds: 1_800,
  schedule: '*/30 * * * *',
  singleton: true
}
