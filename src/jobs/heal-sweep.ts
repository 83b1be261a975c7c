import { endLostHeals } from '../services/heal/outcome.js'
import type { JobDefinition } from './index.js'

/** Ends attempts that nobody brought to an end in time. */
export const healSweep: JobDefinition<'heal.sweep'> = {
  handle: (deps) => endLostHeals(deps),
  concurrency: 1,
  retryLimit: 2,
  timeoutSeconds: 300,
  schedule: '*/5 * * * *',
  singleton: true
}
