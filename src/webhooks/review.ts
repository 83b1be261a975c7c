import type { EventHandlers } from '#registry.js'
import { recordChangeSet } from '#services/review/learning/change-sets.js'
import { requestLearning } from '#services/review/learning/learn.js'
import { recordResolution } from '#services/review/learning/resolutions.js'

/** Learns from what becomes of pull requests, and from which files are changed together. */
export const reviewEvents: EventHandlers = {
  'pull-request': ({ deps, tx }, { repository, pullRequest }) =>
    requestLearning(deps, tx, repository.hostId, pullRequest),
  'review-thread': recordResolution,
  push: (context, event) => recordChangeSet(context, event)
}
