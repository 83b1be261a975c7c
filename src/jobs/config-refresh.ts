import { refreshConfigFile } from '../services/config-files.js'
import type { JobDefinition } from './index.js'

/** Reads the configuration file of a repository. */
export const configRefresh: JobDefinition<'config.refresh'> = {
  handle: (deps, { repo_id }) => refreshConfigFile(deps, repo_id, 'work'),
  concurrency: 4,
  retryLimit: 3,
  timeoutSeconds: 120,
  singleton: true
}
