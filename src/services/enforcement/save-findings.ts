// Writes what a run has found about a branch.
import type { Tx } from '#deps.js'
import type { ViolationChange } from '#domain/enforcement/violations.js'
import { markSeen } from '#store/enforcement/violations.js'
import type { Finding } from './judge.js'
import type { ShownBranch } from './protections.js'
import { writeViolation } from './record-violation.js'

interface FindingContext {
  repoId: number
  live: ShownBranch
  at: Date
  /** The action that is to correct the branch, if a new one is. */
  actionId: number | undefined
}

type ChangedFinding = Finding & { change: ViolationChange }

/** Returns the ids of the violations that stand. Those that are as they were are only seen again, all at once. */
export async function saveFindings(
  tx: Tx,
  findings: readonly Finding[],
  context: FindingContext
): Promise<number[]> {
  const changed = findings.filter((finding): finding is ChangedFinding => finding.change !== undefined)
  const seen = changed.flatMap((finding) => (isAsBefore(finding, context) ? (finding.known?.id ?? []) : []))
  await markSeen(tx, seen, context.live.readAt)
  const standing = [...seen]
  for (const finding of changed.filter((one) => !isAsBefore(one, context))) {
    const id = await saveFinding(tx, finding, context)
    if (finding.change.status !== 'remediated') standing.push(id)
  }
  return standing.sort((one, other) => one - other)
}

const isAsBefore = (finding: ChangedFinding, context: FindingContext) =>
  finding.known !== undefined && !finding.change.isNews && newActionOf(finding, context) === undefined

const newActionOf = ({ policy, change }: ChangedFinding, { actionId }: FindingContext) =>
  policy.mode === 'enforce' && change.status === 'open' ? actionId : undefined

function saveFinding(tx: Tx, finding: ChangedFinding, context: FindingContext): Promise<number> {
  const { policy, known, change } = finding
  const { repoId, live, at } = context
  const key = { policyId: policy.id, repoId, branch: live.branch, live: true }
  const circumstances = { at, readAt: live.readAt, actionId: newActionOf(finding, context) }
  return writeViolation(tx, { key, known, change }, circumstances)
}
