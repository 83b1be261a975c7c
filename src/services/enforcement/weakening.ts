// Keeps people from making a branch weaker than policies that are enforced ask for.
import type { Deps } from '#deps.js'
import { findWeakening, floorOf, reaches } from '#domain/enforcement/policies.js'
import type { PendingAction } from '#registry.js'
import { policiesInForce } from '#store/enforcement/policies.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { intentOfAction } from '../actions/action-row.js'
import type { ActionStop } from '../actions/policy-check.js'
import { evaluateGuards } from '../decisions/guards.js'

/** A repository whose pillar is off, or waived, may be changed as people like. */
export async function stopWeakening(
  deps: Deps,
  { row, config }: PendingAction
): Promise<ActionStop | undefined> {
  const intent = intentOfAction(row)
  if (intent.actionType !== 'set-protection') return undefined
  const { installationId, fullName } = await repositoryById(deps.db, row.repoId)
  if (installationId === null) return undefined
  const { branch, wish } = intent.arguments
  for (const policy of await policiesInForce(deps.db, installationId)) {
    if (policy.mode !== 'enforce' || !reaches(policy, fullName, branch)) continue
    const field = findWeakening(wish, floorOf(policy))
    if (field === undefined || (await isExempt(deps, { row, config }, branch))) continue
    const detail = `The policy ${policy.name} asks for more: ${field} would be weaker than it allows. Change the policy, or waive it for this branch.`
    return { to: 'blocked', reason: 'policy_denied', detail, evidence: { policy_id: policy.id, field } }
  }
  return undefined
}

async function isExempt(
  deps: Deps,
  { row, config }: Pick<PendingAction, 'row' | 'config'>,
  branch: string
): Promise<boolean> {
  const input = { repoId: row.repoId, pillar: 'enforcement' as const, branches: [branch] }
  return (await evaluateGuards(deps, deps.db, input, config)).verdict.decision === 'skipped'
}
