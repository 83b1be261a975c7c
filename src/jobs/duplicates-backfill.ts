import { carryOnBackfill } from '../services/duplicates/backfill.js'
import type { JobDefinition } from './index.js'

/** Looks for duplicates among some issues that were never looked at, and leaves the rest to the next job. */
export const duplicatesBackfill: JobDefinition<'duplicates.backfill'> = {
  handle: (deps, payload) => carryOnBackfill(deps, payload),
  concurrency: 1,
  retryLimit: 9,
  timeoutSeconds: 900,
  singleton: true
}
