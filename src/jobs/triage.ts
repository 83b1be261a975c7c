// The jobs of triage.

import type { Jobs } from '#queue/job.js'
import type { TriageTarget } from '#schemas/triage/words.js'
import { deadLetterTriage } from '#services/triage/failures.js'
import { handleLabelFeedback } from '#services/triage/label-feedback.js'
import { handleMissedTarget } from '#services/triage/missed.js'
import { runTriage } from '#services/triage/run.js'

declare module '#deps.js' {
  interface JobPayloads {
    /** Of an issue or a pull request that no event has told of. */
    'triage.missed': { repo_id: number; target_type: TriageTarget; number: number }
    'triage.run': JobPayloads['triage.missed'] & {
      /** The id of the job itself, by which it is known when it was given up. */
      job_id: string
      /** What gave rise to it, such as `issues.opened`. */
      trigger_event: string
    }
    'triage.bury': JobPayloads['triage.run']
    /** A label that somebody set or took off. */
    'triage.learn': JobPayloads['triage.missed'] & { label: string; is_on: boolean; by: string }
  }
}

export const triageJobs = {
  /** Judges an issue or a pull request. */
  'triage.run': {
    handle: runTriage,
    concurrency: 4,
    retryLimit: 8,
    timeoutSeconds: 120,
    deadLetter: 'triage.bury'
  },
  /** Lets it show that something was not judged. */
  'triage.bury': {
    handle: deadLetterTriage,
    concurrency: 2,
    retryLimit: 20,
    timeoutSeconds: 30
  },
  /** Learns from a label that somebody set or took off. */
  'triage.learn': {
    handle: handleLabelFeedback,
    concurrency: 2,
    retryLimit: 12,
    timeoutSeconds: 60
  },
  /** Has judged what no event has told of. */
  'triage.missed': {
    handle: (deps, payload) => handleMissedTarget(deps, payload),
    concurrency: 2,
    retryLimit: 8,
    timeoutSeconds: 30,
    singleton: true
  }
} satisfies Jobs
