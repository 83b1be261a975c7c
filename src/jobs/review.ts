// The jobs of reviews.

import type { Jobs } from '#queue/job.js'
import { endOverdueReviews, giveUpReview } from '#services/review/end.js'
import { learnFromPull } from '#services/review/learning/learn.js'
import { runReview } from '#services/review/run.js'

declare module '#deps.js' {
  interface JobPayloads {
    'review.run': { review_id: number; round: number }
    'review.give-up': JobPayloads['review.run']
    'review.learn': { repo_id: number; pr_number: number; is_merged: boolean }
    'review.sweep': NoPayload
  }
}

export const reviewJobs = {
  /** Reviews a pull request at one head. What it says on the host are separate jobs. */
  'review.run': {
    handle: (deps, payload) => runReview(deps, payload),
    // Each may wait for a language model.
    concurrency: 2,
    retryLimit: 6,
    // The longest time that the settings give the language model, and some for the host.
    timeoutSeconds: 2_400,
    deadLetter: 'review.give-up'
  },
  /** Ends a review that failed for good. */
  'review.give-up': {
    handle: (deps, payload) => giveUpReview(deps, payload),
    concurrency: 2,
    retryLimit: 20,
    timeoutSeconds: 30
  },
  /** Reads what people made of the findings, when their pull request is closed. */
  'review.learn': {
    handle: (deps, payload) => learnFromPull(deps, payload),
    concurrency: 1,
    retryLimit: 8,
    timeoutSeconds: 120
  },
  /** Ends reviews without a result for a day. */
  'review.sweep': {
    handle: (deps) => endOverdueReviews(deps),
    concurrency: 1,
    retryLimit: 2,
    timeoutSeconds: 300,
    schedule: '*/30 * * * *',
    singleton: true
  }
} satisfies Jobs
