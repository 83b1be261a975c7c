import { runFix } from '../services/fix/run.js'
import type { JobDefinition } from './index.js'

/** Looks into an issue and proposes a change; what is done on the host are jobs of their own. */
export const fixRun: JobDefinition<'fix.run'> = {
  handle: (deps, { attempt_id }, jobId) => runFix(deps, { attemptId: attempt_id, jobId }),
  // Each waits for a model; in one repository there is one at a time.
  concurrency: 2,
  retryLimit: 6,
  timeoutSeconds: 900,
  deadLetter: 'fix.give-up'
}
