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
  /** Looks into an issue and proposes a change; what is done on the host are jobs of their own. */
  'fix.run': {
    handle: (deps, { attempt_id }, jobId) => runFix(deps, { attemptId: attempt_id, jobId }),
    // Each waits for a model; in one repository there is one at a time.
    concurrency: 2,
    retryLimit: 6,
    timeoutSeconds: 900,
    deadLetter: 'fix.give-up'
  },
  /** Ends an attempt that could not be carried out. */
  'fix.give-up': {
    handle: (deps, { attempt_id }) => deadLetterAttempt(deps, fixKind, attempt_id),
    concurrency: 2,
    retryLimit: 20,
    timeoutSeconds: 30
  },
  /** Finds the fixes that are part of a release, and has their issues told and closed. */
  'fix.release': {
    handle: (deps, payload) => releaseFixes(deps, payload),
    concurrency: 1,
    // For more than an hour, while the host is away; then the next release has them.
    retryLimit: 11,
    timeoutSeconds: 900
  },
  /** Ends attempts that nobody brought to an end in time, begins those that were forgotten, and settles proposals. */
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
