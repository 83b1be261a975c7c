import { buryScan } from '../services/duplicates/failures.js'
import type { JobDefinition } from './index.js'

/** Lets it show that duplicates of an issue could not be looked for. */
export const duplicatesBury: JobDefinition<'duplicates.bury'> = {
  handle: (deps, payload, jobId) => buryScan(deps, payload, jobId),
  concurrency: 2,
  retryLimit: 20,
  timeoutSeconds: 30
}
