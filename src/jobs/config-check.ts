import { checkConfigCommit } from '../services/config-commits.js'
import type { JobDefinition } from './index.js'

/** Checks the configuration file of a commit; the check on the host is a job of its own. */
export const configCheck: JobDefinition<'config.check'> = {
  handle: (deps, payload) => checkConfigCommit(deps, payload),
  concurrency: 4,
  // For a quarter of an hour, while the host does not show the configuration.
  retryLimit: 9,
  timeoutSeconds: 60,
  singleton: true
}
