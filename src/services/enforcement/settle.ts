// Settles violations that no policy in force asks about any more, and those of branches that are gone.

import type { Deps, JobPayload, Tx } from '#deps.js'
import { asksOfBranches, reaches } from '#domain/enforcement/policies.js'
import { asksOfRepository } from '#domain/enforcement/repository-rules.js'
import { repositoryMatcher } from '#domain/text/repository-filter.js'
import { type ViolationEnd, WHOLE_REPOSITORY } from '#schemas/enforcement/enums.js'
import { forgetCompliance } from '#store/enforcement/compliance.js'
import { dropPolicy } from '#store/enforcement/policies.js'
import {
  repositoriesWithViolations,
  type StandingViolation,
  standingViolations,
  type ViolationRow,
  violationById
} from '#store/enforcement/violations.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { type KnownRepository, repositoryById } from '#store/mirror/repositories.js'
import { recordViolations } from './pipeline-events.js'
import {
  dropViolation,
  moveViolation,
  recordViolationActivity,
  type WrittenViolation
} from './record-violation.js'
import { closeSettled } from './tracking.js'

/** After a policy was narrowed, disabled or deleted. */
export async function settlePolicy(
  deps: Deps,
  { policy_id: policyId }: JobPayload<'enforcement.settle'>
): Promise<void> {
  for (const repoId of await repositoriesWithViolations(deps.db, policyId))
    await settleRepository(deps, repoId)
  await deps.transaction((tx) => dropPolicy(tx, policyId))
}

export async function settleRepository(deps: Deps, repoId: number): Promise<void> {
  await deps.transaction((tx) => settleViolations(deps, tx, repoId))
}

async function settleViolations(deps: Deps, tx: Tx, repoId: number): Promise<void> {
  await lockRepository(tx, repoId)
  const repository = await repositoryById(tx, repoId)
  const outdated = (await standingViolations(tx, repoId)).filter((one) => !isAsked(one, repository))
  const written = await remediate(deps, tx, outdated, 'policy_change')
  await closeSettled(deps, tx, repoId)
  for (const { violation } of outdated.filter(({ policy }) => policy.deletedAt !== null)) {
    const settled = await violationById(tx, violation.id)
    if (settled) await dropViolation(tx, settled)
  }
  // The next run says what holds for what other policies reach.
  await forgetCompliance(
    tx,
    repoId,
    outdated.map(({ violation }) => violation.branch)
  )
  await recordViolationActivity(tx, written)
}

function isAsked({ violation, policy }: StandingViolation, repository: KnownRepository): boolean {
  const { installationId, fullName } = repository
  const isInForce = policy.deletedAt === null && policy.enabled
  if (!isInForce || policy.installationId !== installationId) return false
  return violation.branch === WHOLE_REPOSITORY
    ? asksOfRepository(policy) && repositoryMatcher(policy.repoFilter)(fullName)
    : asksOfBranches(policy) && reaches(policy, fullName, violation.branch)
}

/** Violations of branches that a whole reading of the host did not show. */
export async function settleGoneBranches(
  deps: Deps,
  repoId: number,
  there: ReadonlySet<string>
): Promise<void> {
  await deps.transaction(async (tx) => {
    await lockRepository(tx, repoId)
    const standing = await standingViolations(tx, repoId)
    const gone = standing.filter(({ violation }) => isGone(violation, there))
    const written = await remediate(deps, tx, gone, 'external')
    await closeSettled(deps, tx, repoId)
    await recordViolationActivity(tx, written)
  })
}

const isGone = ({ branch }: ViolationRow, there: ReadonlySet<string>) =>
  branch !== WHOLE_REPOSITORY && !there.has(branch)

async function remediate(
  { now }: Deps,
  tx: Tx,
  violations: readonly StandingViolation[],
  by: ViolationEnd
): Promise<WrittenViolation[]> {
  const at = now()
  const left = violations.filter(({ violation }) => violation.status !== 'remediated')
  const ended = {
    status: 'remediated' as const,
    remediatedAt: at,
    remediatedBy: by,
    suppressedBy: null,
    suppressedReason: null,
    suppressedUntil: null,
    updatedAt: at
  }
  const written: WrittenViolation[] = []
  for (const { violation } of left) written.push(await moveViolation(tx, violation, ended))
  await recordViolations(
    tx,
    left.map(({ violation, policy }) => ({ ...violation, policy, remediatedBy: by })),
    at
  )
  return written
}
