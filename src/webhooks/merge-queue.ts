import type { EventHandlers, ListingHandlers } from '#registry.js'
import {
  lookAfterChecks,
  lookAfterListing,
  lookAfterPullEvent,
  lookAfterPush,
  lookAfterReview
} from '#services/merge-queue/requests.js'

export const queueEvents: EventHandlers = {
  'pull-request': lookAfterPullEvent,
  review: lookAfterReview,
  checks: lookAfterChecks,
  push: lookAfterPush,
  async 'ci-run'(context, { repository, run }) {
    if (run.conclusion !== null && run.headSha !== null)
      await lookAfterChecks(context, {
        repository,
        sha: run.headSha,
        isGood: run.conclusion === 'success'
      })
  }
}

export const queueListings: ListingHandlers = { pull_requests: lookAfterListing }
