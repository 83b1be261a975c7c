// The jobs of proposed changes.

import type { Jobs } from '#queue/job.js'
import { followPatch } from '#services/patches/follow.js'

declare module '#deps.js' {
  interface JobPayloads {
    'action.follow': { action_id: number }
  }
}

export const patchesJobs = {
  /** What follows upon a pull request that was made, or clears away what one that was not has left behind. */
  'action.follow': {
    handle: (deps, { action_id }) => followPatch(deps, action_id),
    concurrency: 2,
    // For more than an hour, while the host is away.
    retryLimit: 11,
    timeoutSeconds: 300,
    needsRoom: false
  }
} satisfies Jobs
