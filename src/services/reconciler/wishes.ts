// What people ask of a repository: the baseline of its configuration, and the policies that reach it.
import type { Db, Deps, Tx } from '#deps.js'
import { reaches } from '#domain/enforcement/policies.js'
import { type DesiredSetup, desiredSetup } from '#domain/reconciler/desired.js'
import { policiesInForce } from '#store/enforcement/policies.js'
import type { RepositoryRef } from '#store/mirror/repositories.js'
import { suppressedPolicies } from '#store/reconciler/suppressed.js'
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
      const isAccepted = (id: number) => accepted.some((one) => one.policyId === id && one.branch === branch)
      const reaching = policies.filter((policy) => branch !== null && reaches(policy, fullName, branch))
      return desiredSetup(
        baseline,
        reaching.map((policy) => ({
          policyId: policy.id,
          isCorrected: policy.mode === 'enforce' && !isAccepted(policy.id),
          rules: policy
        }))
      )
    }
  }
}
