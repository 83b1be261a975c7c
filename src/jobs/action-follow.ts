import { followPatch } from '../services/patch-follow.js'
import type { JobDefinition } from './index.js'

/** What follows upon a pull request that was made, or clears away what one that was not has left behind. */
export const actionFollow: JobDefinition<'action.follow'> = {
  handle: (deps, { action_id }) => followPatch(deps, action_id),
  concurrency: 2,
  // For more than an hour, while the host is away.
  retryLimit: 11,
  timeoutSeconds: 300
}
