import { followForgotten } from '../services/action-ends.js'
import { endOverdueActions } from '../services/action-timeouts.js'
import type { JobDefinition } from './index.js'

/** Ends actions that nobody brought to an end in time, and asks again for what was to follow upon others. */
export const actionSweep: JobDefinition<'action.sweep'> = {
  async handle(deps) {
    await endOverdueActions(deps)
    await followForgotten(deps)
  },
  concurrency: 1,
  retryLimit: 2,
  timeoutSeconds: 300,
  schedule: '*/10 * * * *',
  singleton: true
}
