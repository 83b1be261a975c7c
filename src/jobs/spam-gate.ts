// The job of the spam gate.

import type { Jobs } from '#queue/job.js'
import { runSpamGate } from '#services/spam-gate/run.js'

declare module '#deps.js' {
  interface JobPayloads {
    'spam.gate': { delivery_row: number }
  }
}

export const spamGateJobs = {
  /** Decides on a new issue or pull request. What passes goes on with the rules; closing it is a job of its action. */
  'spam.gate': {
    handle: (deps, { delivery_row }) => runSpamGate(deps, delivery_row),
    concurrency: 4,
    // As for the rules, which wait for it.
    retryLimit: 9,
    timeoutSeconds: 120
  }
} satisfies Jobs
