import { shipFixes } from '../services/fix/shipping.js'
import type { JobDefinition } from './index.js'

/** Finds the fixes that are part of a release, and has their issues told and closed. */
export const fixRelease: JobDefinition<'fix.release'> = {
  handle: (deps, payload) => shipFixes(deps, payload),
  concurrency: 1,
  // For more than an hour, while the host is away; then the next release has them.
  retryLimit: 11,
  timeoutSeconds: 900
}
