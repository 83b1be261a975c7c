import { endLostHeals } from '../services/heal/outcome.js'
import { settlePulls } from '../services/heal/proposed.js'
import type { JobDefinition } from './index.js'

/** Ends attempts that nobody brought to an end in time, and takes up what no event told of proposed repairs. */
export const healSweep: JobDefinition<'heal.sweep'> = {
  async handle(deps) {
    await endLostHeals(deps)
    await settlePulls(deps)
  },
  concurrency: 1,
  retryLimit: 2,
  timeoutSeconds: 300,
  schedule: '*/5 * * * *',
  singleton: true
}
