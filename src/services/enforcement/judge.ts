// Compares one branch with the policies that reach it: its violations, the decision, and the correction, in one
// transaction.
import type { Deps, Tx } from '#deps.js'
import { breachesOf, floorOf, reaches } from '#domain/enforcement/policies.js'
import { broken, settled, type ViolationChange } from '#domain/enforcement/violations.js'
import { UNPROTECTED } from '#domain/host/protection.js'
import { valueAt } from '#domain/json/path.js'
import type { ActionStatus } from '#schemas/actions/enums.js'
import type { JsonObject } from '#schemas/common.js'
import { findAction } from '#store/actions/actions.js'
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
import { writeViolation } from './record-violation.js'

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

export async function judgeProtection(
  deps: Deps,
  tx: Tx,
  run: EnforcementRun,
  live: ShownBranch
): Promise<void> {
  const { repoId } = run.repository
  const held = await lockRepository(tx, repoId)
  if (!held?.live) return
  const at = deps.now()
  const { branch, rule, readAt } = live
  const known = await violationsOf(tx, repoId, branch)
  if (await isOvertaken(tx, { repoId, branch, readAt }, known)) return
  const findings = await findingsOf(tx, { run, live, known, at })
  if (findings.length === 0) return
  // The mirror shows what is judged.
  await replaceBranchRules(tx, { repoId, items: rule ? [rule] : [], at, branch })
  const actionId = await decideCorrection(deps, tx, run, { branch, findings })
  const standing: number[] = []
  for (const finding of findings) {
    const id = await saveFinding(tx, finding, { repoId, branch, at, actionId })
    if (id !== undefined) standing.push(id)
  }
  const compliance = { compliant: standing.length === 0, violationIds: standing, at }
  await saveCompliance(tx, { repoId, branch }, compliance)
}

/** A later reading was judged already, or the service has written since: what was read is no longer so. */
async function isOvertaken(
  tx: Tx,
  { repoId, branch, readAt }: { repoId: number; branch: string; readAt: Date },
  known: readonly ViolationRow[]
): Promise<boolean> {
  if (known.some(({ lastSeenAt, updatedAt }) => lastSeenAt > readAt || updatedAt > readAt)) return true
  const syncedAt = await ruleReadAt(tx, repoId, branch)
  return syncedAt !== undefined && syncedAt > readAt
}

interface Judging {
  run: EnforcementRun
  live: ShownBranch
  known: readonly ViolationRow[]
  at: Date
}

/** The policies are read again, since they may have changed while the host was asked. */
async function findingsOf(
  tx: Tx,
  { run: { repository }, live, known: rows, at }: Judging
): Promise<Finding[]> {
  const inForce = await policiesInForce(tx, repository.installationId)
  const findings: Finding[] = []
  for (const policy of inForce.filter((one) => reaches(one, repository.fullName, live.branch))) {
    const known = rows.find(({ policyId }) => policyId === policy.id)
    findings.push({ policy, known, change: await changeOf(tx, { policy, known, live, at }) })
  }
  return findings
}

interface Comparison {
  policy: PolicyRow
  known: ViolationRow | undefined
  live: ShownBranch
  at: Date
}

/**
 * Where administrators are to be bound, the protection of the branch has to ask for everything itself: it binds them to
 * its own rules, and nobody can tell who may bypass a ruleset.
 */
async function changeOf(
  tx: Tx,
  { policy, known, live: { rule, own }, at }: Comparison
): Promise<ViolationChange | undefined> {
  const floor = floorOf(policy)
  const breaches = breachesOf(floor, policy.enforceAdmins ? own : (rule ?? UNPROTECTED))
  if (breaches.length > 0) return broken(known, breaches, at)
  if (!known) return undefined
  const isAsked = breachesOf(floor, UNPROTECTED).some(({ field }) =>
    known.breaches.some((breach) => breach.field === field)
  )
  return settled(known, isAsked ? await menderOf(tx, known) : 'policy_change')
}

/** Who has mended it: the service, if its last action has written. */
async function menderOf(tx: Tx, { actionId }: ViolationRow): Promise<'auto' | 'external'> {
  const action = actionId === null ? undefined : await findAction(tx, actionId)
  // Cast at the database boundary: evidence is JSON.
  const wasThere = action && valueAt(action.evidence as JsonObject, 'already_there') === true
  return action && WRITING.includes(action.status) && !wasThere ? 'auto' : 'external'
}

/** The host may tell of the write before the action has ended. */
const WRITING: readonly ActionStatus[] = ['executing', 'succeeded', 'reconciled']

interface SavedFinding {
  repoId: number
  branch: string
  at: Date
  actionId: number | undefined
}

/** Returns the id of a violation that stands. */
async function saveFinding(
  tx: Tx,
  { policy, known, change }: Finding,
  { repoId, branch, at, actionId }: SavedFinding
): Promise<number | undefined> {
  if (!change) return undefined
  const key = { policyId: policy.id, repoId, branch, live: true }
  const isCorrected = policy.mode === 'enforce' && change.status === 'open'
  const circumstances = { at, actionId: isCorrected ? actionId : undefined }
  const id = await writeViolation(tx, { key, known, change }, circumstances)
  return change.status === 'remediated' ? undefined : id
}
