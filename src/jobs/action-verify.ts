import { verifyActions } from '../services/verification.js'
import type { JobDefinition } from './index.js'

/** Looks whether what was done on the host is still so. */
export const actionVerify: JobDefinition<'action.verify'> = {
  handle: (deps) => verifyActions(deps),
  concurrency: 1,
  retryLimit: 2,
  timeoutSeconds: 3_600,
  schedule: '41 */6 * * *',
  singleton: true
}
