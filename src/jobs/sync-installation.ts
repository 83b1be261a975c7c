import { syncInstallation } from '../services/sync/installation.js'
import type { JobDefinition } from './index.js'

/** Lists what an installation shows. */
export const syncInstallationJob: JobDefinition<'sync.installation'> = {
  handle: (deps, payload) => syncInstallation(deps, payload),
  concurrency: 2,
  retryLimit: 8,
  timeoutSeconds: 600,
  singleton: true
}
