// What enforcement checks right before a protection, or the setup of a repository, is written.
import type { Deps } from '#deps.js'
import {
  asksForAll,
  findLostField,
  findWeakening,
  floorOf,
  reaches,
  strictest
} from '#domain/enforcement/policies.js'
import { correctedPolicies, repositoryWish } from '#domain/enforcement/repository-wish.js'
import { isSetupIntent, isStillWished } from '#domain/enforcement/setup.js'
import { changedProtection, UNPROTECTED } from '#domain/host/protection.js'
import { branchRuleOf } from '#domain/mirror/branch-rules.js'
import type { PendingAction } from '#registry.js'
import type { ActionIntent, ArgumentsOf } from '#schemas/actions/arguments.js'
import { WHOLE_REPOSITORY } from '#schemas/enforcement/enums.js'
import { type PolicyRow, policiesInForce } from '#store/enforcement/policies.js'
import { suppressedPolicies } from '#store/enforcement/suppressed.js'
import { openPoliciesOf } from '#store/enforcement/violations.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { intentOfAction } from '../actions/action-row.js'
import type { ActionStop } from '../actions/policy-check.js'
import { evaluateGuards } from '../decisions/guards.js'
import { ENFORCEMENT } from './requests.js'

export async function checkProtection(deps: Deps, pending: PendingAction): Promise<ActionStop | undefined> {
  const intent = intentOfAction(pending.row)
  if (intent.actionType === 'set-protection') return stopWeakening(deps, pending, intent.arguments)
  if (intent.actionType === 'tighten-protection') return stopOutdated(deps, pending, intent.arguments)
  return pending.row.source === ENFORCEMENT ? stopOutdatedSetup(deps, pending, intent) : undefined
}

/** The same for what is asked of the repository as a whole. */
async function stopOutdatedSetup(
  deps: Deps,
  { row: { repoId } }: PendingAction,
  intent: ActionIntent
): Promise<ActionStop | undefined> {
  if (!isSetupIntent(intent)) return undefined
  const { installationId, fullName } = await repositoryById(deps.db, repoId)
  const inForce = installationId === null ? [] : await policiesInForce(deps.db, installationId)
  const accepted = await suppressedPolicies(deps.db, [repoId], deps.now())
  const isAccepted = (id: number) =>
    accepted.some(({ policyId, branch }) => policyId === id && branch === WHOLE_REPOSITORY)
  const policies = correctedPolicies(inForce, fullName, isAccepted)
  if (isStillWished(intent, repositoryWish(policies))) return undefined
  const detail = 'The policies no longer ask for all of this. The next run looks again.'
  return { to: 'cancelled', reason: null, detail, evidence: {} }
}

async function enforcedPolicies({ db }: Deps, repoId: number, branch: string): Promise<PolicyRow[]> {
  const { installationId, fullName } = await repositoryById(db, repoId)
  const inForce = installationId === null ? [] : await policiesInForce(db, installationId)
  return inForce.filter((policy) => policy.mode === 'enforce' && reaches(policy, fullName, branch))
}

/** A correction that waits is dropped if its policies were changed, or its violations suppressed, meanwhile. */
async function stopOutdated(
  deps: Deps,
  { row: { repoId, source } }: PendingAction,
  { branch, floor }: ArgumentsOf<'tighten-protection'>
): Promise<ActionStop | undefined> {
  // Of somebody else's action, nobody knows why it asks.
  if (source !== ENFORCEMENT) return undefined
  const open = new Set(await openPoliciesOf(deps.db, repoId, branch))
  const policies = (await enforcedPolicies(deps, repoId, branch)).filter(({ id }) => open.has(id))
  if (asksForAll(strictest(policies.map(floorOf)), floor)) return undefined
  const detail = `The policies no longer ask for all of this on ${branch}. The next run looks again.`
  return { to: 'cancelled', reason: null, detail, evidence: {} }
}

/** A repository whose pillar is off, or waived, may be changed as people like. */
async function stopWeakening(
  deps: Deps,
  { row, place, config }: PendingAction,
  { branch, wish }: ArgumentsOf<'set-protection'>
): Promise<ActionStop | undefined> {
  const policies = await enforcedPolicies(deps, row.repoId, branch)
  const against = policies.filter((policy) => findWeakening(wish, floorOf(policy)) !== undefined)
  if (against.length === 0) return undefined
  const live = branchRuleOf(await deps.host.protectedBranch(place, branch)) ?? UNPROTECTED
  const next = changedProtection(live, wish)
  const losses = against.map((policy) => ({ policy, field: findLostField(live, next, floorOf(policy)) }))
  const loss = losses.find(({ field }) => field !== undefined)
  if (!loss) return undefined
  const input = { repoId: row.repoId, pillar: 'enforcement' as const, branches: [branch] }
  if ((await evaluateGuards(deps, deps.db, input, config)).verdict.decision === 'skipped') return undefined
  const { policy, field = null } = loss
  const detail = `The policy ${policy.name} asks for more: ${field} would be weaker than it allows. Change the policy, or waive it for this branch.`
  return { to: 'blocked', reason: 'policy_denied', detail, evidence: { policy_id: policy.id, field } }
}
