// The jobs of CI healing.

import type { Jobs } from '#queue/job.js'
import type { HealTrigger } from '#schemas/healing/words.js'
import { deadLetterAttempt, sweepAttempts } from '#services/attempts/end.js'
import { healKind } from '#services/healing/attempt.js'
import { handleCompletedRun } from '#services/healing/completed-run.js'
import { recordRepairOutcome, recordRepairOutcomes } from '#services/healing/pull-outcome.js'
import { runHeal } from '#services/healing/run.js'

declare module '#deps.js' {
  interface JobPayloads {
    /** `trigger` is how it became known. */
    'heal.news': { host_run_id: number; trigger: HealTrigger }
    'heal.run': { attempt_id: number }
    'heal.give-up': JobPayloads['heal.run']
    'heal.outcome': JobPayloads['heal.run']
    'heal.sweep': NoPayload
  }
}

export const healingJobs = {
  /** Takes up what a run that has ended means for healing. */
  'heal.news': {
    handle: (deps, payload) => handleCompletedRun(deps, payload),
    concurrency: 4,
    retryLimit: 8,
    timeoutSeconds: 30,
    singleton: true
  },
  /** Diagnoses a failed run and decides on it; what is done on the host are jobs of their own. */
  'heal.run': {
    handle: (deps, { attempt_id }, jobId) => runHeal(deps, { attemptId: attempt_id, jobId }),
    // Each may read long logs.
    concurrency: 2,
    // For a quarter of an hour, while the host does not show the configuration.
    retryLimit: 9,
    timeoutSeconds: 900,
    deadLetter: 'heal.give-up'
  },
  /** Ends an attempt that could not be carried out. */
  'heal.give-up': {
    handle: (deps, { attempt_id }) => deadLetterAttempt(deps, healKind, attempt_id),
    concurrency: 2,
    retryLimit: 20,
    timeoutSeconds: 30
  },
  /** Takes up what has become of a proposed repair: whether it was merged, and whether it helps. */
  'heal.outcome': {
    handle: (deps, { attempt_id }) => recordRepairOutcome(deps, attempt_id),
    concurrency: 2,
    retryLimit: 5,
    timeoutSeconds: 60,
    singleton: true
  },
  /** Ends attempts that nobody brought to an end in time, and takes up what no event told of proposed repairs. */
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
