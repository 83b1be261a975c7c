import { takeMissed } from '../services/triage/missed.js'
import type { JobDefinition } from './index.js'

/** Has judged what no event has told of. */
export const triageMissed: JobDefinition<'triage.missed'> = {
  handle: (deps, payload) => takeMissed(deps, payload),
  concurrency: 2,
  retryLimit: 8,
  timeoutSeconds: 30,
  singleton: true
}
