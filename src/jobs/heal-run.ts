import { healRun } from '../services/heal/run.js'
import type { JobDefinition } from './index.js'

/** Diagnoses a failed run and decides on it; what is done on the host are jobs of their own. */
export const healRunJob: JobDefinition<'heal.run'> = {
  handle: (deps, { attempt_id }) => healRun(deps, attempt_id),
  // Each may read long logs.
  concurrency: 2,
  // For a quarter of an hour, while the host does not show the configuration.
  retryLimit: 9,
  timeoutSeconds: 900,
  deadLetter: 'heal.give-up'
}
