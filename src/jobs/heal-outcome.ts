import { settlePull } from '../services/heal/proposed.js'
import type { JobDefinition } from './index.js'

/** Takes up what has become of a proposed repair: whether it was merged, and whether it helps. */
export const healOutcome: JobDefinition<'heal.outcome'> = {
  handle: (deps, { attempt_id }) => settlePull(deps, attempt_id),
  concurrency: 2,
  retryLimit: 5,
  timeoutSeconds: 60,
  singleton: true
}
