// Compares a branch, or a repository as a whole, with the policies that reach it: its violations, the decision, and the
// corrections, in one transaction.
import type { Deps, Tx } from '#deps.js'
import { broken, settled, type ViolationChange } from '#domain/enforcement/violations.js'
import { valueAt } from '#domain/json/path.js'
import type { ActionStatus, ActionType } from '#schemas/actions/enums.js'
import type { JsonObject } from '#schemas/common.js'
import type { Breach } from '#schemas/enforcement/violations.js'
import type { ActionRow } from '#store/actions/actions.js'
import { type PolicyRow, policiesInForce } from '#store/enforcement/policies.js'
import { type ViolationRow, violationsOf } from '#store/enforcement/violations.js'
import { lockRepository } from '#store/mirror/mirror.js'
import type { KnownRepository } from '#store/mirror/repositories.js'
import type { ResolvedConfig } from '../configuration/resolve.js'
import { type CorrectingWrite, decideCorrection } from './correction.js'
import { recordViolationActivity } from './record-violation.js'
import { saveFindings } from './save-findings.js'
import { isFruitless, trackBranch } from './tracking.js'

export interface EnforcementRun {
  repository: KnownRepository & { installationId: number }
  config: ResolvedConfig
  triggerEvent: string
  isDry: boolean
}

/** What is compared with the policies, as the host has shown it. */
export interface Subject {
  /** Its name, or that of the repository as a whole. */
  branch: string
  /** What changed later is not known. */
  readAt: Date
  isReachedBy(policy: PolicyRow): boolean
  breachesOf(policy: PolicyRow): Breach[]
  /** Whether the policy asks for anything by the rule that was broken. */
  asksBy(policy: PolicyRow, field: Breach['field']): boolean
  /** The last actions that were to correct it, whoever asked for them. */
  lastActions(tx: Tx, violations: readonly ViolationRow[]): Promise<ActionRow[]>
  /** Whether an action of this type may mend any of these. */
  mends(actionType: ActionType, breaches: readonly Breach[]): boolean
  /** What would correct it, by policies that are enforced and whose violations nobody accepts. */
  correctionsOf(enforced: readonly Finding[], lastActions: readonly ActionRow[]): CorrectingWrite[]
  /** The rest is there only for what the mirror shows: when it was last mirrored. */
  mirroredAt?(tx: Tx): Promise<Date | null | undefined>
  mirror?(tx: Tx, held: { live: boolean }): Promise<void>
  saveCompliance?(tx: Tx, violationIds: number[]): Promise<void>
}

/** A policy that reaches the subject, what was known, and what is found. */
export interface Finding {
  policy: PolicyRow
  known: ViolationRow | undefined
  /** Undefined if nothing is broken, and nothing was. */
  change: ViolationChange | undefined
}

export type OpenFinding = Finding & { change: ViolationChange }

/** What came of a branch, or of the repository as a whole. */
export interface SubjectResult {
  /** Violations that stand. */
  violations: number
  /** Violations that were found or have ended. */
  changes: number
  /** Those that have ended. */
  remediated: number
  corrections: number
  /** Corrections that have failed or were stopped, of what still stands and is not corrected again. */
  failed: number
}

/** What is known of a subject before it is judged. */
interface KnownSubject {
  violations: readonly ViolationRow[]
  lastActions: readonly ActionRow[]
}

export async function judgeSubject(
  deps: Deps,
  tx: Tx,
  run: EnforcementRun,
  subject: Subject
): Promise<SubjectResult> {
  const { repoId } = run.repository
  const held = await lockRepository(tx, repoId)
  if (!held?.live) return NOTHING_JUDGED
  const violations = await violationsOf(tx, repoId, subject.branch)
  const known = { violations, lastActions: await subject.lastActions(tx, violations) }
  if (await isOvertaken(tx, subject, known)) return NOTHING_JUDGED
  const findings = await findingsOf(tx, { run, subject, known })
  if (findings.length === 0) return NOTHING_JUDGED
  await subject.mirror?.(tx, held)
  const { lastActions } = known
  const proposed = await decideCorrection(deps, tx, run, { subject, findings, lastActions })
  const context = { repoId, subject, at: deps.now(), proposed }
  const { standing, changes, remediated, written } = await saveFindings(tx, findings, context)
  await subject.saveCompliance?.(tx, standing)
  const { enabled } = run.config.config.pillars.enforcement
  if (enabled && !run.isDry) await trackBranch(deps, tx, repoId, subject.branch)
  await recordViolationActivity(tx, written)
  const isLeft = standing.length > 0 && proposed.length === 0
  const failed = isLeft ? lastActions.filter(isFruitless).length : 0
  return { violations: standing.length, changes, remediated, corrections: proposed.length, failed }
}

const NOTHING_JUDGED: SubjectResult = { violations: 0, changes: 0, remediated: 0, corrections: 0, failed: 0 }

/** A later reading was judged already, or the service has written since: what was read is no longer so. */
async function isOvertaken(
  tx: Tx,
  subject: Subject,
  { violations, lastActions }: KnownSubject
): Promise<boolean> {
  const isLater = (moment: Date | null | undefined) => (moment ?? NEVER) > subject.readAt
  if (lastActions.some(({ resolvedAt }) => isLater(resolvedAt))) return true
  if (violations.some(({ lastSeenAt }) => isLater(lastSeenAt))) return true
  return isLater(await subject.mirroredAt?.(tx))
}

const NEVER = new Date(0)

interface Judging {
  run: EnforcementRun
  subject: Subject
  known: KnownSubject
}

/** The policies are read again, since they may have changed while the host was asked. */
async function findingsOf(tx: Tx, { run: { repository }, subject, known }: Judging): Promise<Finding[]> {
  const inForce = await policiesInForce(tx, repository.installationId)
  const { violations, lastActions } = known
  return inForce
    .filter((policy) => subject.isReachedBy(policy))
    .map((policy) => {
      const violation = violations.find(({ policyId }) => policyId === policy.id)
      return {
        policy,
        known: violation,
        change: changeOf(subject, { policy, known: violation, lastActions })
      }
    })
}

interface Comparison {
  policy: PolicyRow
  known: ViolationRow | undefined
  lastActions: readonly ActionRow[]
}

function changeOf(subject: Subject, { policy, known, lastActions }: Comparison): ViolationChange | undefined {
  const breaches = subject.breachesOf(policy)
  if (breaches.length > 0) return broken(known, breaches, subject.readAt)
  if (!known) return undefined
  if (!known.breaches.some(({ field }) => subject.asksBy(policy, field)))
    return settled(known, 'policy_change')
  const isOwn = lastActions.some(
    (action) => subject.mends(action.actionType, known.breaches) && hasMended(action, known)
  )
  return settled(known, isOwn ? 'auto' : 'external')
}

/** Whether the service has written since the violation was found; the host may tell of it before the action has ended. */
function hasMended(action: ActionRow, { detectedAt }: ViolationRow): boolean {
  // Cast at the database boundary: evidence is JSON.
  const wasThere = valueAt(action.evidence as JsonObject, 'already_there') === true
  if (wasThere || !WRITING.includes(action.status)) return false
  return action.executedAt !== null && action.executedAt >= detectedAt
}

const WRITING: readonly ActionStatus[] = ['executing', 'succeeded', 'reconciled']
