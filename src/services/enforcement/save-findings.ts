// Writes what a run has found about a branch, or a repository as a whole.
import type { Tx } from '#deps.js'
import type { ViolationChange } from '#domain/enforcement/violations.js'
import { markSeen } from '#store/enforcement/violations.js'
import type { ProposedAction } from './correction.js'
import type { Finding, Subject } from './judge.js'
import { type ChangedViolation, recordViolations } from './pipeline-events.js'
import { type WrittenViolation, writeViolation } from './record-violation.js'

interface FindingContext {
  repoId: number
  subject: Subject
  at: Date
  /** The new actions that are to correct it. */
  proposed: readonly ProposedAction[]
}

export interface SavedFindings {
  /** The ids of the violations that stand. */
  standing: number[]
  /** How many violations were found or have ended. */
  changes: number
  /** How many of them have ended. */
  remediated: number
  written: WrittenViolation[]
}

type ChangedFinding = Finding & { change: ViolationChange }

/** Those that are as they were are only seen again, all at once. */
export async function saveFindings(
  tx: Tx,
  findings: readonly Finding[],
  context: FindingContext
): Promise<SavedFindings> {
  const changed = findings.filter((finding): finding is ChangedFinding => finding.change !== undefined)
  const seen = changed.flatMap((finding) => (isAsBefore(finding, context) ? (finding.known?.id ?? []) : []))
  await markSeen(tx, seen, context.subject.readAt)
  const standing = [...seen]
  const news: ChangedViolation[] = []
  const written: WrittenViolation[] = []
  for (const finding of changed.filter((one) => !isAsBefore(one, context))) {
    const saved = await saveFinding(tx, finding, context)
    written.push(saved)
    if (finding.change.status !== 'remediated') standing.push(saved.after.id)
    if (isFoundOrEnded(finding)) news.push(violationOf(finding, context))
  }
  await recordViolations(tx, news, context.at)
  const remediated = news.filter(({ remediatedBy }) => remediatedBy !== null).length
  return {
    standing: standing.sort((one, other) => one - other),
    changes: news.length,
    remediated,
    written
  }
}

const isFoundOrEnded = ({ change }: ChangedFinding) => change.isDetected || change.remediatedBy !== null

const violationOf = (
  { policy, change }: ChangedFinding,
  { repoId, subject }: FindingContext
): ChangedViolation => ({
  repoId,
  branch: subject.branch,
  breaches: [...change.breaches],
  policy,
  remediatedBy: change.remediatedBy
})

const isAsBefore = (finding: ChangedFinding, context: FindingContext) =>
  finding.known !== undefined && !finding.change.isNews && newActionOf(finding, context) === undefined

function newActionOf({ policy, change }: ChangedFinding, { proposed, subject }: FindingContext) {
  if (policy.mode !== 'enforce' || change.status !== 'open') return undefined
  return proposed.find(({ actionType }) => subject.mends(actionType, change.breaches))?.id
}

function saveFinding(tx: Tx, finding: ChangedFinding, context: FindingContext): Promise<WrittenViolation> {
  const { policy, known, change } = finding
  const { repoId, subject, at } = context
  const key = { policyId: policy.id, repoId, branch: subject.branch, live: true }
  const circumstances = { at, readAt: subject.readAt, actionId: newActionOf(finding, context) }
  return writeViolation(tx, { key, known, change }, circumstances)
}
