import type { EventHandlers } from '#registry.js'
import { recordFixOutcomes } from '#services/fixing/pull-outcome.js'
import { requestFixRelease } from '#services/fixing/release.js'

/** Follows a proposed fix by its pull request, until a release ships it. */
export const fixingEvents: EventHandlers = {
  'pull-request': ({ deps, tx }, { repository, pullRequest }) =>
    recordFixOutcomes(deps, tx, repository.hostId, [pullRequest]),
  release: ({ deps, tx }, { repository, release }) => requestFixRelease(deps, tx, repository.hostId, release)
}
