// The jobs of configuration.

import type { Jobs } from '#queue/job.js'
import { refreshConfigFile } from '#services/configuration/files.js'

declare module '#deps.js' {
  interface JobPayloads {
    'config.refresh': { repo_id: number }
  }
}

export const configurationJobs = {
  /** Reads the configuration file of a repository. */
  'config.refresh': {
    handle: (deps, { repo_id }) => refreshConfigFile(deps, repo_id, 'work'),
    concurrency: 4,
    retryLimit: 3,
    timeoutSeconds: 120,
    singleton: true
  }
} satisfies Jobs
