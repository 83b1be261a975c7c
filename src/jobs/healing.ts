// The jobs of CI healing.

import type { Jobs } from '#queue/job.js'
import type { HealTrigger } from '#schemas/healing/enums.js'
import { deadLetterAttempt, sweepAttempts } from '#services/attempts/end.js'
import { healKind } from '#services/healing/attempt.js'
import { handleCompletedRun } from '#services/healing/completed-run.js'
import { recordRepairOutcome, recordRepairOutcomes } from '#services/healing/pull-outcome.js'
import { runHeal } from '#services/healing/run.js'

declare module '#deps.js' {
  interface JobPayloads {
    /** `trigger` says how the service learned of the run. */
    'heal.run-completed': { host_run_id: number; trigger: HealTrigger }
    'heal.run': { attempt_id: number }
    'heal.give-up': JobPayloads['heal.run']
    'heal.outcome': JobPayloads['heal.run']
    'heal.sweep': NoPayload
  }
}

export const healingJobs = {
  /** Handles a completed run. */
  'heal.run-completed': {
    handle: (deps, payload) => handleCompletedRun(deps, payload),
    concurrency: 4,
    retryLimit: 8,
    timeoutSeconds: 30,
    singleton: true
  },
  /** Diagnoses a failed run and decides on it. Actions on the host are separate jobs. */
  'heal.run': {
    handle: (deps, { attempt_id }, jobId) => runHeal(deps, { attemptId: attempt_id, jobId }),
    // Each may read long logs.
    concurrency: 2,
    // Retries for a quarter of an hour while the configuration cannot be read.
    retryLimit: 9,
    timeoutSeconds: 900,
    deadLetter: 'heal.give-up'
  },
  /** Ends an attempt that failed for good. */
  'heal.give-up': {
    handle: (deps, { attempt_id }) => deadLetterAttempt(deps, healKind, attempt_id),
    concurrency: 2,
    retryLimit: 20,
    timeoutSeconds: 30
  },
  /** Records the outcome of a proposed repair: whether it was merged, and whether it works. */
  'heal.outcome': {
    handle: (deps, { attempt_id }) => recordRepairOutcome(deps, attempt_id),
    concurrency: 2,
    retryLimit: 5,
    timeoutSeconds: 60,
    singleton: true
  },
  /** Ends overdue attempts, and records outcomes of repairs that no event reported. */
  'heal.sweep': {
    async handle(deps) {
      await sweepAttempts(deps, healKind)
      await recordRepairOutcomes(deps)
    },
    concurrency: 1,
    retryLimit: 2,
    timeoutSeconds: 300,
    schedule: '*/5 * * * *',
    singleton: true
  }
} satisfies Jobs
