import type { EventHandlers, ListingHandlers } from '#registry.js'
import { scanAfterPush } from '#services/dependencies/requests.js'
import { followUpdateAfterPull, followUpdatesAfterListing } from '#services/dependencies/updates/follow.js'

export const dependencyEvents: EventHandlers = { push: scanAfterPush, 'pull-request': followUpdateAfterPull }

export const dependencyListings: ListingHandlers = { pull_requests: followUpdatesAfterListing }
