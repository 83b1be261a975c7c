// The job that judges: under the configuration as it is known by then.

import type { Deps, JobPayload } from '#deps.js'
import { configUnreadable } from '#errors/host.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { loadConfig } from '../configuration/resolve.js'
import { triageIssue } from './issue.js'
import { triagePull } from './pull.js'

export async function runTriage(deps: Deps, job: JobPayload<'triage.run'>): Promise<void> {
  const repoId = job.repo_id
  const repository = await repositoryById(deps.db, repoId)
  // Nobody asks for the configuration of what is gone.
  if (!repository.live) return
  const config = await loadConfig(deps, { repoId })
  // The queue asks again: whether its file allows it is not known yet.
  if (!config.isReadable) throw configUnreadable()
  const occasion = { job, config, repository }
  if (job.target_type === 'pr') await triagePull(deps, occasion)
  else await deps.transaction((tx) => triageIssue(deps, tx, occasion))
}
