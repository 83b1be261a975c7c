// The jobs that keep the mirror in sync with the host.

import type { Jobs } from '#queue/job.js'
import { syncMembers } from '#services/mirror/members.js'
import { syncFleet } from '#services/mirror/sync/fleet.js'
import { syncInstallation } from '#services/mirror/sync/installation.js'
import { syncRepository } from '#services/mirror/sync/repository.js'
import { resumeLapsedSyncs } from '#services/mirror/sync/request.js'

declare module '#deps.js' {
  interface JobPayloads {
    'sync.fleet': NoPayload
    'sync.installation': { installation_id: number }
    'sync.members': { installation_ids: number[] }
    'sync.watch': NoPayload
    'sync.repository': { repo_id: number }
  }
}

export const mirrorJobs = {
  /** Enqueues a sync of everything that the service can see on the host. */
  'sync.fleet': {
    handle: (deps) => syncFleet(deps),
    concurrency: 1,
    retryLimit: 8,
    timeoutSeconds: 600,
    schedule: '*/30 * * * *',
    singleton: true
  },
  /** Lists the repositories and members of an installation. */
  'sync.installation': {
    handle: (deps, payload) => syncInstallation(deps, payload),
    concurrency: 2,
    retryLimit: 8,
    timeoutSeconds: 600,
    singleton: true
  },
  /** Lists the members of some organisations, on request. */
  'sync.members': {
    handle: (deps, payload) => syncMembers(deps, payload),
    concurrency: 1,
    retryLimit: 8,
    timeoutSeconds: 600,
    singleton: true
  },
  /** Syncs the mirror of one repository. */
  'sync.repository': {
    handle: (deps, payload, jobId) => syncRepository(deps, payload, jobId),
    concurrency: 4,
    retryLimit: 6,
    // Far longer than one turn of a sync, which ends by itself.
    timeoutSeconds: 600
  },
  /** Resumes syncs whose job has died. */
  'sync.watch': {
    handle: (deps) => resumeLapsedSyncs(deps),
    concurrency: 1,
    retryLimit: 0,
    timeoutSeconds: 60,
    schedule: '* * * * *',
    singleton: true
  }
} satisfies Jobs
