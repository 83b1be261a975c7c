// Settles violations that no policy in force asks about any more.
import type { Deps, JobPayload, Tx } from '#deps.js'
import { reaches } from '#domain/enforcement/policies.js'
import { dropPolicy } from '#store/enforcement/policies.js'
import { repositoriesWithViolations, standingViolations } from '#store/enforcement/violations.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { dropViolation, moveViolation } from './record-violation.js'

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

async function settleViolations({ now }: Deps, tx: Tx, repoId: number): Promise<void> {
  await lockRepository(tx, repoId)
  const { fullName } = await repositoryById(tx, repoId)
  const at = now()
  for (const { violation, policy } of await standingViolations(tx, repoId)) {
    if (policy.deletedAt !== null) await dropViolation(tx, violation)
    else if (!policy.enabled || !reaches(policy, fullName, violation.branch))
      await moveViolation(tx, violation, {
        status: 'remediated',
        remediatedAt: at,
        remediatedBy: 'policy_change',
        suppressedBy: null,
        suppressedReason: null,
        suppressedUntil: null,
        updatedAt: at
      })
  }
}
