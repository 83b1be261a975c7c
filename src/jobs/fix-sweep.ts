import { sweepFixes } from '../services/fix/lost.js'
import { settleFixes } from '../services/fix/pull.js'
import type { JobDefinition } from './index.js'

/** Ends attempts that nobody brought to an end in time, begins those that were forgotten, and settles proposals. */
export const fixSweep: JobDefinition<'fix.sweep'> = {
  async handle(deps) {
    await sweepFixes(deps)
    await settleFixes(deps)
  },
  concurrency: 1,
  retryLimit: 2,
  timeoutSeconds: 300,
  schedule: '*/5 * * * *',
  singleton: true
}
