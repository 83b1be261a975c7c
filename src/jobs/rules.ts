// The jobs of custom rules.

import type { Jobs } from '#queue/job.js'
import { applyRules } from '#services/rules/apply.js'

declare module '#deps.js' {
  interface JobPayloads {
    /** `is_gated`: the spam gate is asked, and what it lets pass comes back as another job. */
    'rules.apply': { delivery_row: number; is_gated?: boolean }
  }
}

export const rulesJobs = {
  /** Asks the spam gate, or applies the rules of a repository to one delivery. Actions on the host are separate jobs. */
  'rules.apply': {
    handle: applyRules,
    concurrency: 4,
    // Retries for a quarter of an hour while the configuration cannot be read.
    retryLimit: 9,
    timeoutSeconds: 120
  }
} satisfies Jobs
