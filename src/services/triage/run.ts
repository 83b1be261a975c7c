// The triage job: loads the configuration as of now and triages the target.

import type { Deps, JobPayload } from '#deps.js'
import { configUnreadable } from '#errors/host.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { loadConfig } from '../configuration/resolve.js'
import { triageIssue } from './issue.js'
import { triagePull } from './pull.js'

export async function runTriage(deps: Deps, job: JobPayload<'triage.run'>): Promise<void> {
  const repoId = job.repo_id
  const repository = await repositoryById(deps.db, repoId)
  // A deleted repository has no configuration to load.
  if (!repository.live) return
  const config = await loadConfig(deps, { repoId })
  // The job fails and is retried until the configuration file is readable.
  if (!config.isReadable) throw configUnreadable()
  const context = { job, config, repository }
  if (job.target_type === 'pr') await triagePull(deps, context)
  else await deps.transaction((tx) => triageIssue(deps, tx, context))
}
