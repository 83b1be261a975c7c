import { sweepFixes } from '../services/fix/lost.js'
import type { JobDefinition } from './index.js'

/** Ends attempts that nobody brought to an end in time, and begins those that were forgotten. */
export const fixSweep: JobDefinition<'fix.sweep'> = {
  handle: (deps) => sweepFixes(deps),
  concurrency: 1,
  retryLimit: 2,
  timeoutSeconds: 300,
  schedule: '*/5 * * * *',
  singleton: true
}
