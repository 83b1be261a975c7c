// Compares one branch with the policies that reach it: its violations, the decision, and the correction, in one
// transaction.
import type { Deps, Tx } from '#deps.js'
import { protectionKey, targetLabel } from '#domain/actions/actions.js'
import { breachesOf, brokenRules, floorOf, reaches } from '#domain/enforcement/policies.js'
import { broken, settled, type ViolationChange } from '#domain/enforcement/violations.js'
import { UNPROTECTED } from '#domain/host/protection.js'
import { valueAt } from '#domain/json/path.js'
import type { ActionStatus } from '#schemas/actions/enums.js'
import type { JsonObject } from '#schemas/common.js'
import { type ActionRow, findAction, lastActionOfEffect } from '#store/actions/actions.js'
import { saveCompliance } from '#store/enforcement/compliance.js'
import { type PolicyRow, policiesInForce } from '#store/enforcement/policies.js'
import { type ViolationRow, violationsOf } from '#store/enforcement/violations.js'
import { ruleReadAt } from '#store/mirror/branch-rules.js'
import { lockRepository } from '#store/mirror/mirror.js'
import type { KnownRepository } from '#store/mirror/repositories.js'
import type { ResolvedConfig } from '../configuration/resolve.js'
import { replaceBranchRules } from '../mirror/branch-rules.js'
import { decideCorrection } from './correction.js'
import type { ShownBranch } from './protections.js'
import { saveFindings } from './save-findings.js'
import { trackBranch } from './tracking.js'

export interface EnforcementRun {
  repository: KnownRepository & { installationId: number }
  config: ResolvedConfig
  triggerEvent: string
  isDry: boolean
}

/** A policy that reaches the branch, what was known, and what is found. */
export interface Finding {
  policy: PolicyRow
  known: ViolationRow | undefined
  /** Undefined if nothing is broken, and nothing was. */
  change: ViolationChange | undefined
}

/** What is known of a branch before it is judged. */
interface KnownBranch {
  violations: readonly ViolationRow[]
  /** The last action that was to correct it, whoever asked for it. */
  lastAction: ActionRow | undefined
}

export async function judgeProtection(
  deps: Deps,
  tx: Tx,
  run: EnforcementRun,
  live: ShownBranch
): Promise<void> {
  const { repoId } = run.repository
  const held = await lockRepository(tx, repoId)
  if (!held?.live) return
  const known = await knownBranch(tx, repoId, live.branch)
  if (await isOvertaken(tx, { repoId, live }, known)) return
  const findings = await findingsOf(tx, { run, live, known })
  if (findings.length === 0) return
  const { branch, rule, readAt } = live
  // The mirror shows what is judged.
  await replaceBranchRules(tx, { repoId, items: rule ? [rule] : [], at: readAt, branch })
  const { lastAction } = known
  const actionId = await decideCorrection(deps, tx, run, { branch, findings, lastAction })
  const standing = await saveFindings(tx, findings, { repoId, live, at: deps.now(), actionId })
  const compliance = { compliant: standing.length === 0, violationIds: standing, at: readAt }
  await saveCompliance(tx, { repoId, branch }, compliance)
  const { enabled } = run.config.config.pillars.enforcement
  if (enabled && !run.isDry) await trackBranch(deps, tx, repoId, branch)
}

async function knownBranch(tx: Tx, repoId: number, branch: string): Promise<KnownBranch> {
  const violations = await violationsOf(tx, repoId, branch)
  const ids = violations.flatMap(({ actionId }) => actionId ?? [])
  const own = ids.length === 0 ? undefined : await findAction(tx, Math.max(...ids))
  const target = targetLabel({ type: 'branch', branch })
  const last = await lastActionOfEffect(tx, { repoId, actionKey: protectionKey(branch), target })
  // The reconciler corrects under the same key, and so do people.
  const isLater = last?.actionType === 'tighten-protection' && last.id > (own?.id ?? 0)
  return { violations, lastAction: isLater ? last : own }
}

/** A later reading was judged already, or the service has written since: what was read is no longer so. */
async function isOvertaken(
  tx: Tx,
  { repoId, live: { branch, readAt } }: { repoId: number; live: ShownBranch },
  { violations, lastAction }: KnownBranch
): Promise<boolean> {
  const isLater = (moment: Date | null | undefined) => (moment ?? NEVER) > readAt
  if (isLater(lastAction?.resolvedAt) || violations.some(({ lastSeenAt }) => isLater(lastSeenAt))) return true
  return isLater(await ruleReadAt(tx, repoId, branch))
}

const NEVER = new Date(0)

interface Judging {
  run: EnforcementRun
  live: ShownBranch
  known: KnownBranch
}

/** The policies are read again, since they may have changed while the host was asked. */
async function findingsOf(tx: Tx, { run: { repository }, live, known }: Judging): Promise<Finding[]> {
  const inForce = await policiesInForce(tx, repository.installationId)
  const { violations, lastAction } = known
  return inForce
    .filter((policy) => reaches(policy, repository.fullName, live.branch))
    .map((policy) => {
      const violation = violations.find(({ policyId }) => policyId === policy.id)
      return { policy, known: violation, change: changeOf(live, { policy, known: violation, lastAction }) }
    })
}

interface Comparison {
  policy: PolicyRow
  known: ViolationRow | undefined
  lastAction: ActionRow | undefined
}

function changeOf(live: ShownBranch, { policy, known, lastAction }: Comparison): ViolationChange | undefined {
  const breaches = brokenRules(policy, live)
  if (breaches.length > 0) return broken(known, breaches, live.readAt)
  if (!known) return undefined
  const isAsked = breachesOf(floorOf(policy), UNPROTECTED).some(({ field }) =>
    known.breaches.some((breach) => breach.field === field)
  )
  if (!isAsked) return settled(known, 'policy_change')
  return settled(known, hasMended(lastAction, known) ? 'auto' : 'external')
}

/** Whether the service has written since the violation was found; the host may tell of it before the action has ended. */
function hasMended(action: ActionRow | undefined, { detectedAt }: ViolationRow): boolean {
  // Cast at the database boundary: evidence is JSON.
  const wasThere = action && valueAt(action.evidence as JsonObject, 'already_there') === true
  if (!action || wasThere || !WRITING.includes(action.status)) return false
  return action.executedAt !== null && action.executedAt >= detectedAt
}

const WRITING: readonly ActionStatus[] = ['executing', 'succeeded', 'reconciled']
