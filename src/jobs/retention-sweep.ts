import { sweep } from '../services/retention.js'
import type { JobDefinition } from './index.js'

/** Drops what has been kept long enough. */
export const retentionSweep: JobDefinition<'retention.sweep'> = {
  handle: (deps) => sweep(deps),
  concurrency: 1,
  retryLimit: 2,
  timeoutSeconds: 3_600,
  schedule: '17 * * * *',
  singleton: true
}
