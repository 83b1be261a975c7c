// The jobs of patch pull requests.

import type { Jobs } from '#queue/job.js'
import { followPatch } from '#services/patches/follow.js'

declare module '#deps.js' {
  interface JobPayloads {
    'action.follow': { action_id: number }
  }
}

export const patchesJobs = {
  /** Follows up on a created pull request, or cleans up after one that could not be created. */
  'action.follow': {
    handle: (deps, { action_id }) => followPatch(deps, action_id),
    concurrency: 2,
    // Retries for more than an hour while the host is unavailable.
    retryLimit: 11,
    timeoutSeconds: 300,
    needsDiskSpace: false
  }
} satisfies Jobs
