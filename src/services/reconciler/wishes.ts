// What people ask of a repository: the baseline of its configuration, and the policies that reach it.
import type { Db, Deps, Tx } from '#deps.js'
import { reaches, repositoryMatcher } from '#domain/enforcement/policies.js'
import { repositoryWish } from '#domain/enforcement/repository-wish.js'
import { type DesiredSetup, desiredSetup, overlaid } from '#domain/reconciler/desired.js'
import { WHOLE_REPOSITORY } from '#schemas/enforcement/enums.js'
import { policiesInForce } from '#store/enforcement/policies.js'
import { suppressedPolicies } from '#store/enforcement/suppressed.js'
import type { RepositoryRef } from '#store/mirror/repositories.js'
import type { ResolvedConfig } from '../configuration/resolve.js'

export interface SetupWishes {
  /** What is desired if this is the default branch. */
  on(branch: string | null): DesiredSetup
}

/** Policies that only report, and those whose violations people accept, are compared and never corrected. */
export async function loadWishes(
  { now }: Deps,
  db: Db | Tx,
  { repoId, fullName, installationId }: RepositoryRef,
  { config: { baseline } }: ResolvedConfig
): Promise<SetupWishes> {
  const policies = installationId === null ? [] : await policiesInForce(db, installationId)
  const accepted = policies.length === 0 ? [] : await suppressedPolicies(db, repoId, now())
  return {
    on(branch) {
      const isAcceptedAt = (id: number, at: string | null) =>
        accepted.some((one) => one.policyId === id && one.branch === at)
      const ofRepository = policies.filter(
        ({ id, mode, repoFilter }) =>
          mode === 'enforce' && repositoryMatcher(repoFilter)(fullName) && !isAcceptedAt(id, WHOLE_REPOSITORY)
      )
      const reaching = policies.filter((policy) => branch !== null && reaches(policy, fullName, branch))
      return desiredSetup(
        overlaid(baseline, repositoryWish(ofRepository)),
        reaching.map((policy) => ({
          policyId: policy.id,
          isCorrected: policy.mode === 'enforce' && !isAcceptedAt(policy.id, branch),
          rules: policy
        }))
      )
    }
  }
}
