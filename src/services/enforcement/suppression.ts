// Suppresses violations that people accept for now, and lifts suppressions: for people, and once their time has come.
import type { Deps, Tx } from '#deps.js'
import { parseFutureMoment } from '#domain/time/moment.js'
import { violationNotFound, violationSettled } from '#errors/enforcement.js'
import type { SuppressionBody, SuppressionSaved } from '#schemas/enforcement/violations.js'
import { lapsedViolations, repositoriesWithLapsedViolations } from '#store/enforcement/suppressed.js'
import { type ViolationRow, violationById, violationShown } from '#store/enforcement/violations.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { type GovernedOutcome, govern, type Initiator } from '../maintenance/governance.js'
import { moveViolation, recordViolationActivity, type WrittenViolation } from './record-violation.js'
import { closeSettled, trackBranch } from './tracking.js'

export interface SuppressionRequest {
  by: Initiator
  id: number
  body: SuppressionBody | null
}

export function saveSuppression(deps: Deps, { by, id, body }: SuppressionRequest): Promise<SuppressionSaved> {
  const target = { type: 'violation' as const, id: String(id) }
  return govern(deps, { by, action: 'violation.suppress', target }, async () => {
    const { suppressed = true, reason = null } = body ?? {}
    const until = parseFutureMoment('/until', body?.until ?? null, deps.now())
    return async (tx) => {
      const known = await lockedViolation(tx, id)
      if (known.status === 'remediated') throw violationSettled(id)
      const wanted = suppressed
        ? { suppressedBy: by.actor, suppressedReason: reason, suppressedUntil: until }
        : NOBODY
      const status = suppressed ? 'suppressed' : 'open'
      const written = await moveViolation(tx, known, { status, ...wanted, updatedAt: deps.now() })
      await followInIssue(deps, tx, known, suppressed)
      await recordViolationActivity(tx, [written])
      const { suppressedReason, suppressedUntil } = wanted
      return outcomeOf(tx, known, { suppressed, reason: suppressedReason, until: suppressedUntil })
    }
  })
}

const followInIssue = (deps: Deps, tx: Tx, { repoId, branch }: ViolationRow, suppressed: boolean) =>
  suppressed ? closeSettled(deps, tx, repoId) : trackBranch(deps, tx, repoId, branch)

/** Nobody accepts it. */
const NOBODY = { suppressedBy: null, suppressedReason: null, suppressedUntil: null } as const

/** The repository is locked first, as by every writer of its sums. */
async function lockedViolation(tx: Tx, id: number): Promise<ViolationRow> {
  const found = await violationById(tx, id)
  if (!found?.live) throw violationNotFound(id)
  await lockRepository(tx, found.repoId)
  const known = await violationById(tx, id)
  if (!known?.live) throw violationNotFound(id)
  return known
}

async function outcomeOf(
  tx: Tx,
  { id, repoId, branch }: ViolationRow,
  { suppressed, reason, until }: { suppressed: boolean; reason: string | null; until: Date | null }
): Promise<GovernedOutcome<SuppressionSaved>> {
  const violation = await violationShown(tx, id)
  if (!violation) throw violationNotFound(id)
  const { fullName } = await repositoryById(tx, repoId)
  return {
    reply: { suppressed, violation },
    payload: { violation_id: id, branch, suppressed, reason, until: until?.toISOString() ?? null },
    evidence: {
      category: 'policy_bypass',
      eventType: suppressed ? 'violation_suppressed' : 'violation_unsuppressed',
      repo: fullName
    }
  }
}

/**
 * Every hour, wherever no run may have read the branch. It falls short, accepted or not: what is known of its rule
 * stays.
 */
export async function liftLapsedSuppressions(deps: Deps): Promise<void> {
  for (const repoId of await repositoriesWithLapsedViolations(deps.db, deps.now()))
    await deps.transaction((tx) => reopenLapsed(deps, tx, repoId))
}

async function reopenLapsed(deps: Deps, tx: Tx, repoId: number): Promise<void> {
  await lockRepository(tx, repoId)
  const at = deps.now()
  const lapsed = await lapsedViolations(tx, repoId, at)
  const written: WrittenViolation[] = []
  for (const violation of lapsed)
    written.push(await moveViolation(tx, violation, { status: 'open', ...NOBODY, updatedAt: at }))
  for (const branch of new Set(lapsed.map((violation) => violation.branch)))
    await trackBranch(deps, tx, repoId, branch)
  await recordViolationActivity(tx, written)
}
