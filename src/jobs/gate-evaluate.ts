import { evaluateForJob } from '../services/gate-evaluation.js'
import type { JobDefinition } from './index.js'

/** Evaluates the gates of a repository for a pull request; the check on the host is a job of its own. */
export const gateEvaluate: JobDefinition<'gate.evaluate'> = {
  handle: (deps, payload, jobId) => evaluateForJob(deps, payload, jobId),
  concurrency: 4,
  // For a quarter of an hour, while the host does not show the configuration.
  retryLimit: 9,
  timeoutSeconds: 60,
  singleton: true
}
