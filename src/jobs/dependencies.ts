// The jobs of dependencies.
import type { Jobs } from '#queue/job.js'
import type { UpdateEcosystem, UpdateType, VulnerabilitySeverity } from '#schemas/dependencies/enums.js'
import { importAdvisories } from '#services/dependencies/import.js'
import { scanFleet } from '#services/dependencies/requests.js'
import { scanRepository } from '#services/dependencies/scan.js'
import { sweepDependencies } from '#services/dependencies/sweep.js'
import { followUpdate } from '#services/dependencies/updates/follow.js'
import { updateDependencies } from '#services/dependencies/updates/update.js'

declare module '#deps.js' {
  interface JobPayloads {
    'dependencies.import': NoPayload
    'dependencies.fleet': NoPayload
    'dependencies.scan': { repo_id: number; trigger_event: string }
    'dependencies.sweep': NoPayload
    'dependencies.update': {
      repo_id: number
      ecosystem: UpdateEcosystem
      update_type: UpdateType
      trigger_event: string
      packages: string[] | null
      severities: VulnerabilitySeverity[] | null
      allow_major: boolean
      /** Over what it is asked for, so that nothing is planned again without news; null where people ask. */
      cause_hash: string | null
      /** How often it has waited for a registry. */
      registry_pauses?: number
    }
    'dependencies.follow': { action_id: number }
  }
}

export const dependencyJobs = {
  /** Brings the local copy of the advisory database up to date, before the scans of the week. */
  'dependencies.import': {
    handle: (deps) => importAdvisories(deps),
    concurrency: 1,
    retryLimit: 5,
    timeoutSeconds: 7_200,
    schedule: '17 1 * * *',
    singleton: true
  },
  /** Enqueues the scans of the week. */
  'dependencies.fleet': {
    handle: (deps) => scanFleet(deps),
    concurrency: 1,
    retryLimit: 8,
    timeoutSeconds: 300,
    schedule: '0 3 * * 0',
    singleton: true
  },
  /** Scans the dependencies of one repository. */
  'dependencies.scan': {
    handle: (deps, payload, jobId) => scanRepository(deps, payload, jobId),
    concurrency: 2,
    // Retries for a quarter of an hour while the host or the configuration cannot be read.
    retryLimit: 9,
    timeoutSeconds: 900,
    singleton: true
  },
  /** Plans the update of vulnerable packages, and keeps its pull request. */
  'dependencies.update': {
    handle: (deps, payload, jobId) => updateDependencies(deps, payload, jobId),
    concurrency: 1,
    retryLimit: 9,
    timeoutSeconds: 600,
    singleton: true
  },
  /** Notes the pull request of an update. */
  'dependencies.follow': {
    handle: (deps, { action_id: id }) => followUpdate(deps, id),
    concurrency: 2,
    retryLimit: 20,
    timeoutSeconds: 60
  },
  /** Opens vulnerabilities again whose dismissal has ended. */
  'dependencies.sweep': {
    handle: (deps) => sweepDependencies(deps),
    concurrency: 1,
    retryLimit: 3,
    timeoutSeconds: 300,
    schedule: '41 * * * *',
    singleton: true
  }
} satisfies Jobs
