// The jobs of enforcement.

import type { Jobs } from '#queue/job.js'
import { enforceRepository } from '#services/enforcement/enforce.js'
import { runFleet, spreadRun } from '#services/enforcement/requests.js'
import { settlePolicy } from '#services/enforcement/settle.js'

declare module '#deps.js' {
  interface JobPayloads {
    'enforcement.fleet': NoPayload
    'enforcement.run': {
      /** Null for all. */
      installation_id: number | null
      policy_id: number | null
      dry_run: boolean
      trigger_event: string
    }
    'enforcement.repository': { repo_id: number; trigger_event: string; dry_run: boolean }
    'enforcement.settle': { policy_id: number }
  }
}

export const enforcementJobs = {
  /** Compares all repositories with the policies. */
  'enforcement.fleet': {
    handle: (deps) => runFleet(deps),
    concurrency: 1,
    retryLimit: 3,
    timeoutSeconds: 300,
    schedule: '23 * * * *',
    singleton: true
  },
  /** The same, on request. */
  'enforcement.run': {
    handle: (deps, payload) => spreadRun(deps, payload),
    concurrency: 1,
    retryLimit: 8,
    timeoutSeconds: 300,
    singleton: true
  },
  /** Compares the branches of one repository with the policies, and corrects what falls short. */
  'enforcement.repository': {
    handle: (deps, payload) => enforceRepository(deps, payload),
    concurrency: 3,
    retryLimit: 8,
    timeoutSeconds: 600,
    singleton: true
  },
  /** Settles violations that a policy asks about no more. */
  'enforcement.settle': {
    handle: (deps, payload) => settlePolicy(deps, payload),
    concurrency: 1,
    retryLimit: 12,
    timeoutSeconds: 600,
    singleton: true
  }
} satisfies Jobs
