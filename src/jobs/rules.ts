// The jobs of custom rules.

import type { Jobs } from '#queue/job.js'
import { applyRules } from '#services/rules/apply.js'

declare module '#deps.js' {
  interface JobPayloads {
    'rules.apply': { delivery_row: number }
  }
}

export const rulesJobs = {
  /** Carries out the rules of a repository for one delivery; what they do on the host are jobs of their own. */
  'rules.apply': {
    handle: (deps, { delivery_row }) => applyRules(deps, delivery_row),
    concurrency: 4,
    // For a quarter of an hour, while the host does not show the configuration.
    retryLimit: 9,
    timeoutSeconds: 120
  }
} satisfies Jobs
