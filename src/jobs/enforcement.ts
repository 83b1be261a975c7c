// The jobs of enforcement.

import type { Jobs } from '#queue/job.js'
import { abandonConfigValidation, runConfigValidation } from '#services/enforcement/config-validation.js'
import { enforceRepository } from '#services/enforcement/enforce.js'
import { runFleet, spreadRun } from '#services/enforcement/requests.js'
import { settlePolicy } from '#services/enforcement/settle.js'
import { liftLapsedSuppressions } from '#services/enforcement/suppression.js'

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
    'enforcement.sweep': NoPayload
    'config.check': {
      repo_id: number
      head_sha: string
      /** What follows is missing in jobs about the service's own file alone. */
      branch?: string
      /** The head before the push; null for a new branch. */
      before?: string | null
      /** Changed files to be validated, the service's own excepted. */
      paths?: string[]
      /** False if the host has to be asked for the changed files. */
      is_whole?: boolean
      /** False if no commit touches the service's own file. */
      touches_service_file?: boolean
      /** Changed files beyond the bound. */
      unchecked?: number
    }
    'config.give-up': JobPayloads['config.check']
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
  },
  /** Opens violations again whose suppression has ended. */
  'enforcement.sweep': {
    handle: (deps) => liftLapsedSuppressions(deps),
    concurrency: 1,
    retryLimit: 3,
    timeoutSeconds: 300,
    schedule: '53 * * * *',
    singleton: true
  },
  /** Validates the configuration files of a commit; the check on the host is a job of its own. */
  'config.check': {
    handle: (deps, payload) => runConfigValidation(deps, payload),
    concurrency: 4,
    // Retries for a quarter of an hour while the configuration or the files cannot be read.
    retryLimit: 9,
    timeoutSeconds: 300,
    deadLetter: 'config.give-up',
    singleton: true
  },
  /** Ends the check of a commit whose files could not be validated. */
  'config.give-up': {
    handle: (deps, payload) => abandonConfigValidation(deps, payload),
    concurrency: 2,
    retryLimit: 20,
    timeoutSeconds: 30
  }
} satisfies Jobs
