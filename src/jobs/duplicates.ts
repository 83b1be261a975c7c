// The jobs of duplicates.

import type { Jobs } from '#queue/job.js'
import { runBackfillBatch } from '#services/duplicates/backfill.js'
import { runCommentUpdates } from '#services/duplicates/comment-updates.js'
import { deadLetterScan } from '#services/duplicates/failures.js'
import { runScan } from '#services/duplicates/scan.js'

declare module '#deps.js' {
  interface JobPayloads {
    'duplicates.scan': {
      issue_id: number
      /** The triggering event, such as `issues.opened`. */
      trigger_event: string
    }
    'duplicates.give-up': JobPayloads['duplicates.scan']
    'duplicates.update-comments': { issue_id: number }
    'duplicates.backfill': { backfill_id: number }
  }
}

export const duplicatesJobs = {
  /** Scans a batch of issues that were never scanned, and enqueues the next batch. */
  'duplicates.backfill': {
    handle: (deps, payload) => runBackfillBatch(deps, payload),
    concurrency: 1,
    retryLimit: 9,
    timeoutSeconds: 900,
    singleton: true
  },
  /** Looks for older duplicates of an issue. The first scan of a repository reads all of its issues. */
  'duplicates.scan': {
    handle: (deps, payload, jobId) => runScan(deps, payload, jobId),
    concurrency: 4,
    // Retries for a quarter of an hour while the configuration cannot be read.
    retryLimit: 9,
    timeoutSeconds: 600,
    singleton: true,
    deadLetter: 'duplicates.give-up'
  },
  /** Records that an issue could not be scanned. */
  'duplicates.give-up': {
    handle: (deps, payload, jobId) => deadLetterScan(deps, payload, jobId),
    concurrency: 2,
    retryLimit: 20,
    timeoutSeconds: 30
  },
  /** Updates the comments on issues related to one that was deleted, closed or reopened. */
  'duplicates.update-comments': {
    handle: (deps, payload) => runCommentUpdates(deps, payload),
    concurrency: 2,
    retryLimit: 9,
    timeoutSeconds: 300,
    singleton: true
  }
} satisfies Jobs
