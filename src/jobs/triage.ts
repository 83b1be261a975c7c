// The jobs of triage.

import type { Jobs } from '#queue/job.js'
import type { TriageTarget } from '#schemas/triage/enums.js'
import { deadLetterTriage } from '#services/triage/failures.js'
import { handleLabelFeedback } from '#services/triage/label-feedback.js'
import { handleMissedTarget } from '#services/triage/missed.js'
import { runTriage } from '#services/triage/run.js'

declare module '#deps.js' {
  interface JobPayloads {
    /** An issue or a pull request that no event reported. */
    'triage.missed': { repo_id: number; target_type: TriageTarget; number: number }
    'triage.run': JobPayloads['triage.missed'] & {
      /** The id of the job itself, which identifies a failure. */
      job_id: string
      /** The triggering event, such as `issues.opened`. */
      trigger_event: string
    }
    'triage.give-up': JobPayloads['triage.run']
    /** A label that somebody added or removed. */
    'triage.learn': JobPayloads['triage.missed'] & { label: string; is_on: boolean; by: string }
  }
}

export const triageJobs = {
  /** Triages an issue or a pull request. */
  'triage.run': {
    handle: runTriage,
    concurrency: 4,
    retryLimit: 8,
    timeoutSeconds: 120,
    deadLetter: 'triage.give-up'
  },
  /** Records that an issue or a pull request could not be triaged. */
  'triage.give-up': {
    handle: deadLetterTriage,
    concurrency: 2,
    retryLimit: 20,
    timeoutSeconds: 30
  },
  /** Learns from a label that somebody added or removed. */
  'triage.learn': {
    handle: handleLabelFeedback,
    concurrency: 2,
    retryLimit: 12,
    timeoutSeconds: 60
  },
  /** Requests triage for an issue or a pull request that no event reported. */
  'triage.missed': {
    handle: (deps, payload) => handleMissedTarget(deps, payload),
    concurrency: 2,
    retryLimit: 8,
    timeoutSeconds: 30,
    singleton: true
  }
} satisfies Jobs
