import type { EventHandlers, ListingHandlers } from '#registry.js'
import { refuseAfterListing, refuseAfterPull } from '#services/flaky-tests/pulls.js'

export const flakyTestEvents: EventHandlers = { 'pull-request': refuseAfterPull }

export const flakyTestListings: ListingHandlers = { pull_requests: refuseAfterListing }
