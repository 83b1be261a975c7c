// The jobs of configuration files on commits.

import type { Jobs } from '#queue/job.js'
import { runConfigCheck } from '#services/config-lab/commit-checks.js'

declare module '#deps.js' {
  interface JobPayloads {
    'config.check': { repo_id: number; head_sha: string }
  }
}

export const configLabJobs = {
  /** Checks the configuration file of a commit; the check on the host is a job of its own. */
  'config.check': {
    handle: (deps, payload) => runConfigCheck(deps, payload),
    concurrency: 4,
    // Retries for a quarter of an hour while the configuration cannot be read.
    retryLimit: 9,
    timeoutSeconds: 60,
    singleton: true
  }
} satisfies Jobs
