// Compares one branch with the policies that reach it: its violations, the decision, and the correction, in one
// transaction.
import type { Deps, Tx } from '#deps.js'
import { breachesOf, floorOf, reaches } from '#domain/enforcement/policies.js'
import { broken, settled, type ViolationChange } from '#domain/enforcement/violations.js'
import type { BranchProtection } from '#domain/host/items.js'
import { UNPROTECTED } from '#domain/host/protection.js'
import { findAction } from '#store/actions/actions.js'
import { saveCompliance } from '#store/enforcement/compliance.js'
import { type PolicyRow, policiesInForce } from '#store/enforcement/policies.js'
import { type ViolationRow, violationsOf } from '#store/enforcement/violations.js'
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
  const findings = await findingsOf(tx, { run, live, at })
  if (findings.length === 0) return
  const { branch, rule } = live
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

interface Judging {
  run: EnforcementRun
  live: ShownBranch
  at: Date
}

/** The policies are read again, since they may have changed while the host was asked. */
async function findingsOf(
  tx: Tx,
  { run: { repository }, live: { branch, rule }, at }: Judging
): Promise<Finding[]> {
  const { repoId, installationId, fullName } = repository
  const inForce = await policiesInForce(tx, installationId)
  const rows = (await violationsOf(tx, repoId)).filter((row) => row.branch === branch)
  const findings: Finding[] = []
  for (const policy of inForce.filter((one) => reaches(one, fullName, branch))) {
    const known = rows.find(({ policyId }) => policyId === policy.id)
    findings.push({
      policy,
      known,
      change: await changeOf(tx, { policy, known, protection: rule ?? UNPROTECTED, at })
    })
  }
  return findings
}

interface Comparison {
  policy: PolicyRow
  known: ViolationRow | undefined
  protection: BranchProtection
  at: Date
}

async function changeOf(
  tx: Tx,
  { policy, known, protection, at }: Comparison
): Promise<ViolationChange | undefined> {
  const breaches = breachesOf(floorOf(policy), protection)
  if (breaches.length > 0) return broken(known, breaches, at)
  return known && settled(known, await remedyOf(tx, known))
}

/** Who has mended it: the service, if its last action was done. */
async function remedyOf(tx: Tx, { actionId }: ViolationRow): Promise<'auto' | 'external'> {
  const action = actionId === null ? undefined : await findAction(tx, actionId)
  return action?.status === 'succeeded' || action?.status === 'reconciled' ? 'auto' : 'external'
}

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
