import { syncRepository } from '../services/sync/repository.js'
import type { JobDefinition } from './index.js'

/** Brings one repository's mirror up to the host. */
export const syncRepositoryJob: JobDefinition<'sync.repository'> = {
  handle: (deps, payload, jobId) => syncRepository(deps, payload, jobId),
  concurrency: 4,
  retryLimit: 6,
  // Far longer than a turn, which ends by itself.
  timeoutSeconds: 600
}
