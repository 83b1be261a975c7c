import { scanForJob } from '../services/duplicates/scan.js'
import type { JobDefinition } from './index.js'

/** Looks for older issues that say what one issue says; the first search in a repository reads all of its issues. */
export const duplicatesScan: JobDefinition<'duplicates.scan'> = {
  handle: (deps, payload, jobId) => scanForJob(deps, payload, jobId),
  concurrency: 4,
  // For a quarter of an hour, while the host does not show the configuration.
  retryLimit: 9,
  timeoutSeconds: 600,
  singleton: true,
  deadLetter: 'duplicates.bury'
}
