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
import { SERVICE_ACTOR } from '../decisions/record.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { recordPipelineEvent } from '../telemetry/record.js'
import { branchSubject } from './branch-subject.js'
import { recordFailure } from './correction.js'
import { type EnforcementRun, judgeSubject, type SubjectResult } from './judge.js'
import { reachedBranches, readBranch } from './protections.js'
import { readRepository } from './repository-reading.js'
import { repositorySubject } from './repository-subject.js'
import { ASKED, SETUP_TRIGGERS } from './requests.js'
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

async function compareAll(
  deps: Deps,
  run: EnforcementRun,
  policies: readonly PolicyRow[]
): Promise<SubjectResult[]> {
  const isOfSetup = SETUP_TRIGGERS.some((trigger) => trigger === run.triggerEvent)
  const ofBranches = isOfSetup ? [] : policies.filter(asksOfBranches)
  const patterns = ofBranches.map(({ branchPattern }) => branchPattern)
  const results = patterns.length > 0 ? await compareBranches(deps, run, [...new Set(patterns)]) : []
  const asking = policies.filter(asksOfRepository)
  if (asking.length > 0) results.push(await compareRepository(deps, run, asking))
  return results
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
): Promise<SubjectResult[]> {
  const results: SubjectResult[] = []
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
  }
  if (areAll && !run.isDry) await settleGoneBranches(deps, run.repository.repoId, there)
  return results
}

async function compareRepository(
  deps: Deps,
  run: EnforcementRun,
  policies: readonly PolicyRow[]
): Promise<SubjectResult> {
  const found = await readRepository(deps, repositoryAccessOf(run.repository), policies)
  return deps.transaction(async (tx) => {
    for (const failure of found.failures)
      await recordFailure(deps, tx, run, { branch: WHOLE_REPOSITORY, failure })
    return judgeSubject(deps, tx, run, repositorySubject(run, found))
  })
}

/** Of a run by the clock or after an event, only if there is news: most find that all is as it was. */
async function recordEnforcementRun(
  deps: Deps,
  job: JobPayload<'enforcement.repository'>,
  results: readonly SubjectResult[]
): Promise<void> {
  const total = (count: (result: SubjectResult) => number) =>
    results.reduce((sum, result) => sum + count(result), 0)
  const [changes, corrections] = [total((one) => one.changes), total((one) => one.corrections)]
  if (job.trigger_event !== ASKED && changes + corrections === 0) return
  await deps.transaction((tx) =>
    recordPipelineEvent(tx, {
      repoId: job.repo_id,
      type: 'enforcement_run_completed',
      actor: SERVICE_ACTOR,
      success: true,
      metadata: {
        trigger: job.trigger_event,
        dry_run: job.dry_run,
        compared: results.length,
        violations: total((one) => one.violations),
        changes,
        corrections
      },
      occurredAt: deps.now()
    })
  )
}
