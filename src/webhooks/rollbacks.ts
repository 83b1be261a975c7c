import type { EventHandlers, ListingHandlers } from '#registry.js'
import {
  evaluateAfterListing,
  evaluateAfterRun,
  followAfterListing,
  followAfterPull
} from '#services/rollbacks/events.js'

export const rollbackHandlers: EventHandlers = { 'ci-run': evaluateAfterRun, 'pull-request': followAfterPull }

export const rollbackListings: ListingHandlers = {
  ci_runs: evaluateAfterListing,
  pull_requests: followAfterListing
}
