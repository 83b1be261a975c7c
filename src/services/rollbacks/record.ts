// What rollbacks leave behind in the audit trail, the activity feed and the list of pipeline events.
import type { Tx } from '#deps.js'
import { reasonText } from '#domain/rollbacks/texts.js'
import { recordActivity } from '#store/activity/activity.js'
import type { RollbackRow } from '#store/rollbacks/rollbacks.js'
import { recordAudit } from '../audit/record.js'
import { SERVICE_ACTOR } from '../decisions/record.js'
import { recordPipelineEvents } from '../telemetry/record.js'

export interface RollbackRecord {
  row: RollbackRow
  /** Of the repository. */
  fullName: string
  at: Date
  /** The workflow whose run failed. */
  workflow?: string | null
  isNew: boolean
}

/** Last in the transaction that changes the status: it writes to sums. */
export async function recordRollback(tx: Tx, record: RollbackRecord): Promise<void> {
  const { row, fullName, at } = record
  await recordAudit(tx, {
    category: 'rollback',
    eventType: row.status,
    actor: row.initiatedBy,
    actorType: row.initiatedBy === SERVICE_ACTOR ? 'bot' : 'human',
    repo: fullName,
    prNumber: row.prNumber,
    commitSha: row.mergeCommit,
    payload: {
      trigger_reason: row.triggerReason,
      merge_commit: row.mergeCommit,
      revert_pr: row.revertPrNumber,
      status: row.status,
      rollback_id: row.id,
      decision_id: row.decisionId,
      error: row.error
    },
    occurredAt: at
  })
  await recordActivity(tx, [activityOf(row)])
  await recordPipelineEvents(tx, [...triggered(record), ...completed(record)])
}

function activityOf(row: RollbackRow) {
  const { id, repoId, prNumber, revertPrNumber, mergeCommit, error } = row
  const what = prNumber === null ? mergeCommit.slice(0, 7) : `#${prNumber}`
  const reason = reasonText({ reason: row.triggerReason, details: row.triggerDetails })
  const end = revertPrNumber === null ? (error ?? '') : `Pull request #${revertPrNumber}.`
  return {
    source: 'rollback' as const,
    sourceId: id,
    repoId,
    targetNumber: prNumber,
    targetUrl: row.revertPrUrl,
    actionType: row.triggerReason,
    status: row.status,
    detail: `Rollback of ${what}: ${reason} ${end}`.trim(),
    createdAt: row.createdAt
  }
}

function triggered({ row, at, workflow = null, isNew }: RollbackRecord) {
  if (!isNew) return []
  return [
    {
      repoId: row.repoId,
      type: 'rollback_triggered' as const,
      actor: row.initiatedBy,
      ref: row.baseBranch,
      prNumber: row.prNumber,
      occurredAt: at,
      metadata: {
        rollback_id: row.id,
        reason: row.triggerReason,
        merge_commit: row.mergeCommit,
        run_id: row.runId,
        workflow
      }
    }
  ]
}

function completed({ row, at }: RollbackRecord) {
  if (row.status !== 'reverted') return []
  return [
    {
      repoId: row.repoId,
      type: 'rollback_completed' as const,
      actor: SERVICE_ACTOR,
      ref: row.baseBranch,
      prNumber: row.prNumber,
      success: true,
      durationMs: at.getTime() - row.createdAt.getTime(),
      occurredAt: at,
      metadata: {
        rollback_id: row.id,
        revert_pr: row.revertPrNumber,
        revert_sha: row.revertCommit
      }
    }
  ]
}
