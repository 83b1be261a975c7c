// The jobs of custom rules.

import type { Jobs } from '#queue/job.js'
import { applyRules } from '#services/rules/apply.js'

declare module '#deps.js' {
  interface JobPayloads {
    /** `is_gated`: the spam gate is asked first, and nothing has been done about the event. */
    'rules.apply': { delivery_row: number; is_gated?: boolean }
  }
}

export const rulesJobs = {
  /** Asks the spam gate, and applies the rules of a repository to one delivery. Actions on the host are separate jobs. */
  'rules.apply': {
    handle: applyRules,
    concurrency: 4,
    // Retries for a quarter of an hour while the configuration cannot be read.
    retryLimit: 9,
    timeoutSeconds: 120
  }
} satisfies Jobs
