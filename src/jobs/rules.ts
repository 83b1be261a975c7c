// The jobs of custom rules.

import type { Jobs } from '#queue/job.js'
import { applyRules } from '#services/rules/apply.js'

declare module '#deps.js' {
  interface JobPayloads {
    'rules.apply': { delivery_row: number }
  }
}

export const rulesJobs = {
  /** Applies the rules of a repository to one delivery. Actions on the host are separate jobs. */
  'rules.apply': {
    handle: (deps, { delivery_row }) => applyRules(deps, delivery_row),
    concurrency: 4,
    // Retries for a quarter of an hour while the configuration cannot be read.
    retryLimit: 9,
    timeoutSeconds: 120
  }
} satisfies Jobs
