// Compares the branches of a repository with the policies, and corrects what falls short.
import type { Deps, JobPayload } from '#deps.js'
import { repositoryMatcher } from '#domain/enforcement/policies.js'
import { configUnreadable } from '#errors/host.js'
import { type PolicyRow, policiesInForce } from '#store/enforcement/policies.js'
import { type KnownRepository, repositoryById } from '#store/mirror/repositories.js'
import { loadConfig } from '../configuration/resolve.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { recordFailure } from './correction.js'
import { type EnforcementRun, judgeProtection } from './judge.js'
import { reachedBranches, readBranch } from './protections.js'
import { settleGoneBranches, settleRepository } from './settle.js'

export async function enforceRepository(
  deps: Deps,
  { repo_id: repoId, trigger_event: triggerEvent, dry_run: isDry }: JobPayload<'enforcement.repository'>
): Promise<void> {
  if (!isDry) await settleRepository(deps, repoId)
  const repository = await repositoryById(deps.db, repoId)
  const { installationId } = repository
  if (installationId === null || !isReachable(deps, repository)) return
  const policies = await policiesOf(deps, { ...repository, installationId })
  if (policies.length === 0) return
  const config = await loadConfig(deps, { repoId })
  // The job fails and is retried until the configuration can be read.
  if (!config.isReadable) throw configUnreadable()
  const run = { repository: { ...repository, installationId }, config, triggerEvent, isDry }
  await compareBranches(deps, run, [...new Set(policies.map(({ branchPattern }) => branchPattern))])
}

/** Whether it can be read and written at the host. */
const isReachable = ({ host }: Deps, { live, archived, isSuspended }: KnownRepository): boolean =>
  live && !archived && !isSuspended && host.client.isConfigured

async function policiesOf(
  { db }: Deps,
  { installationId, fullName }: EnforcementRun['repository']
): Promise<PolicyRow[]> {
  const inForce = await policiesInForce(db, installationId)
  return inForce.filter(({ repoFilter }) => repositoryMatcher(repoFilter)(fullName))
}

async function compareBranches(deps: Deps, run: EnforcementRun, patterns: readonly string[]): Promise<void> {
  const place = repositoryAccessOf(run.repository)
  const { branches, areAll } = await reachedBranches(deps, place, patterns)
  const there = new Set<string>()
  for (const known of branches) {
    const found = await readBranch(deps, place, known)
    if (!found) continue
    there.add(found.branch)
    await deps.transaction((tx) =>
      'failure' in found ? recordFailure(deps, tx, run, found) : judgeProtection(deps, tx, run, found)
    )
  }
  if (areAll && !run.isDry) await settleGoneBranches(deps, run.repository.repoId, there)
}
