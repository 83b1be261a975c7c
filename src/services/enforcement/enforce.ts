// Compares the branches of a repository with the policies, and corrects what falls short.
import type { Deps, JobPayload } from '#deps.js'
import { repositoryMatcher } from '#domain/enforcement/policies.js'
import { configUnreadable } from '#errors/host.js'
import { policiesInForce } from '#store/enforcement/policies.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { loadConfig } from '../configuration/resolve.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { recordFailure } from './correction.js'
import { judgeProtection } from './judge.js'
import { liveBranches } from './protections.js'
import { settleRepository } from './settle.js'

export async function enforceRepository(
  deps: Deps,
  { repo_id: repoId, trigger_event: triggerEvent, dry_run: isDry }: JobPayload<'enforcement.repository'>
): Promise<void> {
  await settleRepository(deps, repoId)
  const repository = await repositoryById(deps.db, repoId)
  const { installationId, fullName, live, isSuspended } = repository
  if (!live || isSuspended || installationId === null || !deps.host.client.isConfigured) return
  const inForce = await policiesInForce(deps.db, installationId)
  const policies = inForce.filter(({ repoFilter }) => repositoryMatcher(repoFilter)(fullName))
  if (policies.length === 0) return
  const config = await loadConfig(deps, { repoId })
  // The job fails and is retried until the configuration can be read.
  if (!config.isReadable) throw configUnreadable()
  const patterns = [...new Set(policies.map(({ branchPattern }) => branchPattern))]
  const run = { repository: { ...repository, installationId }, config, triggerEvent, isDry }
  for await (const found of liveBranches(deps, repositoryAccessOf(repository), patterns))
    await deps.transaction((tx) =>
      'failure' in found ? recordFailure(deps, tx, run, found) : judgeProtection(deps, tx, run, found)
    )
}
