// What people ask of a repository: the baseline of its configuration, and the policies that reach it.
import type { Db, Deps, Tx } from '#deps.js'
import { reaches } from '#domain/enforcement/policies.js'
import { correctedPolicies } from '#domain/enforcement/repository-wish.js'
import { besidePolicies, type DesiredSetup, desiredSetup } from '#domain/reconciler/desired.js'
import type { Baseline } from '#schemas/configuration/baseline.js'
import { WHOLE_REPOSITORY } from '#schemas/enforcement/enums.js'
import { type PolicyRow, policiesInForce } from '#store/enforcement/policies.js'
import { type SuppressedPolicy, suppressedPolicies } from '#store/enforcement/suppressed.js'
import type { RepositoryRef } from '#store/mirror/repositories.js'
import type { ResolvedConfig } from '../configuration/resolve.js'

export interface SetupWishes {
  /** What is desired if this is the default branch. */
  on(branch: string | null): DesiredSetup
}

export async function loadWishes(
  { now }: Deps,
  db: Db | Tx,
  { repoId, fullName, installationId }: RepositoryRef,
  { config: { baseline } }: ResolvedConfig
): Promise<SetupWishes> {
  const policies = installationId === null ? [] : await policiesInForce(db, installationId)
  const accepted = policies.length === 0 ? [] : await suppressedPolicies(db, [repoId], now())
  return { on: (branch) => setupUnder({ policies, accepted, fullName }, baseline, branch) }
}

export interface PoliciesAround {
  policies: readonly PolicyRow[]
  /** Of this repository. */
  accepted: readonly SuppressedPolicy[]
  fullName: string
}

/** Policies that only report, and those whose violations people accept, are compared and never corrected. */
export function setupUnder(
  { policies, accepted, fullName }: PoliciesAround,
  baseline: Baseline,
  branch: string | null
): DesiredSetup {
  const isAccepted = (id: number, at: string | null) =>
    accepted.some((one) => one.policyId === id && one.branch === at)
  const ofRepository = correctedPolicies(policies, fullName, (id) => isAccepted(id, WHOLE_REPOSITORY))
  const reaching = policies.filter((policy) => branch !== null && reaches(policy, fullName, branch))
  return desiredSetup(
    besidePolicies(baseline, ofRepository),
    reaching.map((policy) => ({
      policyId: policy.id,
      isCorrected: policy.mode === 'enforce' && !isAccepted(policy.id, branch),
      rules: policy
    }))
  )
}
