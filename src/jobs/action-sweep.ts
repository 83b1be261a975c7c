import { endOverdueActions } from '../services/action-timeouts.js'
import type { JobDefinition } from './index.js'

/** Ends actions that nobody brought to an end in time. */
export const actionSweep: JobDefinition<'action.sweep'> = {
  handle: (deps) => endOverdueActions(deps),
  concurrency: 1,
  retryLimit: 2,
  timeoutSeconds: 300,
  schedule: '*/10 * * * *',
  singleton: true
}
