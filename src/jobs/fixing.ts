// The jobs of issue fixes.

import type { Jobs } from '#queue/job.js'
import { deadLetterAttempt, sweepAttempts } from '#services/attempts/end.js'
import { fixKind } from '#services/fixing/attempt.js'
import { recordMissedFixOutcomes } from '#services/fixing/pull-outcome.js'
import { startOverlookedFixes } from '#services/fixing/queued-fixes.js'
import { releaseFixes } from '#services/fixing/release.js'
import { runFix } from '#services/fixing/run.js'

declare module '#deps.js' {
  interface JobPayloads {
    'fix.run': { attempt_id: number }
    'fix.give-up': JobPayloads['fix.run']
    /** `published_at` is a date-time. */
    'fix.release': { repo_id: number; tag: string; published_at: string }
    'fix.sweep': NoPayload
  }
}

export const fixingJobs = {
  /** Analyses an issue and proposes a change. Actions on the host are separate jobs. */
  'fix.run': {
    handle: (deps, { attempt_id }, jobId) => runFix(deps, { attemptId: attempt_id, jobId }),
    // Each waits for the model. A repository has one attempt at a time.
    concurrency: 2,
    retryLimit: 6,
    timeoutSeconds: 900,
    deadLetter: 'fix.give-up'
  },
  /** Ends an attempt that failed for good. */
  'fix.give-up': {
    handle: (deps, { attempt_id }) => deadLetterAttempt(deps, fixKind, attempt_id),
    concurrency: 2,
    retryLimit: 20,
    timeoutSeconds: 30
  },
  /** Finds the fixes that are part of a release, and has their issues commented on and closed. */
  'fix.release': {
    handle: (deps, payload) => releaseFixes(deps, payload),
    concurrency: 1,
    // Retries for more than an hour while the host is unavailable. Later the next release includes the fixes.
    retryLimit: 11,
    timeoutSeconds: 900
  },
  /** Ends overdue attempts, starts overlooked ones, and records missed outcomes of proposals. */
  'fix.sweep': {
    async handle(deps) {
      await sweepAttempts(deps, fixKind)
      await startOverlookedFixes(deps)
      await recordMissedFixOutcomes(deps)
    },
    concurrency: 1,
    retryLimit: 2,
    timeoutSeconds: 300,
    schedule: '*/5 * * * *',
    singleton: true
  }
} satisfies Jobs
