// The jobs of maintenance.

import type { Jobs } from '#queue/job.js'
import { cleanUpBranches } from '#services/maintenance/branch-cleanup.js'
import { scheduleRuns } from '#services/maintenance/runs.js'
import { scanForStale } from '#services/maintenance/stale-scan.js'

declare module '#deps.js' {
  interface JobPayloads {
    'maintenance.schedule': NoPayload
    'maintenance.stale-scan': {
      repo_id: number
      dry_run: boolean
      /** `schedule` or `api`. */
      trigger: string
    }
    'maintenance.branch-cleanup': JobPayloads['maintenance.stale-scan']
  }
}

export const maintenanceJobs = {
  /** Enqueues the runs of the repositories whose turn it is. */
  'maintenance.schedule': {
    handle: (deps) => scheduleRuns(deps),
    concurrency: 1,
    retryLimit: 4,
    timeoutSeconds: 60,
    schedule: '*/15 * * * *',
    singleton: true
  },
  /** Warns of and closes stale issues and pull requests of a repository. */
  'maintenance.stale-scan': {
    handle: (deps, payload) => scanForStale(deps, payload),
    concurrency: 2,
    retryLimit: 4,
    timeoutSeconds: 300,
    singleton: true
  },
  /** Deletes branches of a repository whose pull requests have ended. */
  'maintenance.branch-cleanup': {
    handle: (deps, payload) => cleanUpBranches(deps, payload),
    concurrency: 2,
    retryLimit: 4,
    timeoutSeconds: 600,
    singleton: true
  }
} satisfies Jobs
