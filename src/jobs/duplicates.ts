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
      /** What gave rise to it, such as `issues.opened`. */
      trigger_event: string
    }
    'duplicates.bury': JobPayloads['duplicates.scan']
    'duplicates.retell': { issue_id: number }
    'duplicates.backfill': { backfill_id: number }
  }
}

export const duplicatesJobs = {
  /** Looks for duplicates among some issues that were never looked at, and leaves the rest to the next job. */
  'duplicates.backfill': {
    handle: (deps, payload) => runBackfillBatch(deps, payload),
    concurrency: 1,
    retryLimit: 9,
    timeoutSeconds: 900,
    singleton: true
  },
  /** Looks for older issues that say what one issue says; the first search in a repository reads all of its issues. */
  'duplicates.scan': {
    handle: (deps, payload, jobId) => runScan(deps, payload, jobId),
    concurrency: 4,
    // For a quarter of an hour, while the host does not show the configuration.
    retryLimit: 9,
    timeoutSeconds: 600,
    singleton: true,
    deadLetter: 'duplicates.bury'
  },
  /** Lets it show that duplicates of an issue could not be looked for. */
  'duplicates.bury': {
    handle: (deps, payload, jobId) => deadLetterScan(deps, payload, jobId),
    concurrency: 2,
    retryLimit: 20,
    timeoutSeconds: 30
  },
  /** Edits what was said on issues that repeat, or are repeated by, one that was deleted, closed or reopened. */
  'duplicates.retell': {
    handle: (deps, payload) => runCommentUpdates(deps, payload),
    concurrency: 2,
    retryLimit: 9,
    timeoutSeconds: 300,
    singleton: true
  }
} satisfies Jobs
