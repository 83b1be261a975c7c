// Compares a repository and its branches with the policies, and corrects what falls short.

import type { Deps, JobPayload } from '#deps.js'
import { asksOfBranches } from '#domain/enforcement/policies.js'
import { asksOfRepository } from '#domain/enforcement/repository-rules.js'
import { repositoryMatcher } from '#domain/text/repository-filter.js'
import { configUnreadable } from '#errors/host.js'
import { WHOLE_REPOSITORY } from '#schemas/enforcement/enums.js'
import { type PolicyRow, policiesInForce } from '#store/enforcement/policies.js'
import { type KnownRepository, repositoryById } from '#store/mirror/repositories.js'
import { loadConfig } from '../configuration/resolve.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { branchSubject } from './branch-subject.js'
import { recordFailure } from './correction.js'
import { type EnforcementRun, judgeSubject, type SubjectResult } from './judge.js'
import { type RunResult, recordEnforcementRun } from './pipeline-events.js'
import { reachedBranches, readBranch } from './protections.js'
import { readRepository } from './repository-reading.js'
import { repositorySubject } from './repository-subject.js'
import { SETUP_TRIGGERS } from './requests.js'
import { settleGoneBranches, settleRepository } from './settle.js'

export async function enforceRepository(
  deps: Deps,
  job: JobPayload<'enforcement.repository'>
): Promise<void> {
  const { repo_id: repoId, trigger_event: triggerEvent, dry_run: isDry } = job
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
  await recordEnforcementRun(deps, job, await compareAll(deps, run, policies))
}

const NOTHING: RunResult = { results: [], branches: 0, unread: 0 }

async function compareAll(
  deps: Deps,
  run: EnforcementRun,
  policies: readonly PolicyRow[]
): Promise<RunResult> {
  const isOfSetup = SETUP_TRIGGERS.some((trigger) => trigger === run.triggerEvent)
  const ofBranches = isOfSetup ? [] : policies.filter(asksOfBranches)
  const patterns = ofBranches.map(({ branchPattern }) => branchPattern)
  const ofAll = patterns.length > 0 ? await compareBranches(deps, run, [...new Set(patterns)]) : NOTHING
  const asking = policies.filter(asksOfRepository)
  const ofItself = asking.length > 0 ? await compareRepository(deps, run, asking) : NOTHING
  return {
    results: [...ofAll.results, ...ofItself.results],
    branches: ofAll.branches,
    unread: ofAll.unread + ofItself.unread
  }
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

async function compareBranches(
  deps: Deps,
  run: EnforcementRun,
  patterns: readonly string[]
): Promise<RunResult> {
  const results: SubjectResult[] = []
  let unread = 0
  const place = repositoryAccessOf(run.repository)
  const { branches, areAll } = await reachedBranches(deps, place, patterns)
  const there = new Set<string>()
  for (const known of branches) {
    const found = await readBranch(deps, place, known)
    if (!found) continue
    there.add(found.branch)
    const result = await deps.transaction((tx) =>
      'failure' in found
        ? recordFailure(deps, tx, run, found)
        : judgeSubject(deps, tx, run, branchSubject(run, found))
    )
    if (result) results.push(result)
    else unread += 1
  }
  if (areAll && !run.isDry) await settleGoneBranches(deps, run.repository.repoId, there)
  return { results, branches: results.length, unread }
}

async function compareRepository(
  deps: Deps,
  run: EnforcementRun,
  policies: readonly PolicyRow[]
): Promise<RunResult> {
  const found = await readRepository(deps, repositoryAccessOf(run.repository), policies)
  const result = await deps.transaction(async (tx) => {
    for (const failure of found.failures)
      await recordFailure(deps, tx, run, { branch: WHOLE_REPOSITORY, failure })
    return judgeSubject(deps, tx, run, repositorySubject(run, found))
  })
  return { results: [result], branches: 0, unread: found.failures.length }
}
