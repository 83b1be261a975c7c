// Tells people how a rollback ended: on the pull request that is taken back, and by the rules of feedback.
import type { Deps, Tx } from '#deps.js'
import { failedComment, type RevertedMerge, reasonText, revertedComment } from '#domain/rollbacks/texts.js'
import type { RollbackRow } from '#store/rollbacks/rollbacks.js'
import { upsertStickyComment } from '../actions/sticky-comments.js'
import { sendFeedback } from '../feedback/send.js'

/** The source of the actions of rollbacks. */
export const ROLLBACK = 'rollback'

export const mergeOf = (row: RollbackRow): RevertedMerge => ({
  prNumber: row.prNumber,
  title: row.title,
  mergeCommit: row.mergeCommit,
  beforeCommit: row.beforeCommit,
  baseBranch: row.baseBranch,
  reason: row.triggerReason,
  details: row.triggerDetails,
  runUrl: row.runUrl
})

/** What people ask for by name needs no pillar. */
export const pillarOf = ({ triggerReason }: Pick<RollbackRow, 'triggerReason'>) =>
  triggerReason === 'manual' ? null : ('merge_queue' as const)

/** Where no pull request is named, none is commented on. */
export async function announceEnd(deps: Deps, tx: Tx, row: RollbackRow): Promise<void> {
  const { id, repoId, prNumber, decisionId, status, error, revertPrNumber, triggerReason } = row
  const merge = mergeOf(row)
  if (prNumber !== null) {
    const body =
      revertPrNumber === null ? failedComment(merge, error ?? '') : revertedComment(merge, revertPrNumber)
    await upsertStickyComment(deps, tx, {
      repoId,
      pillar: pillarOf(row),
      source: ROLLBACK,
      decisionId,
      topic: ROLLBACK,
      target: { type: 'pr', number: prNumber },
      body,
      evidence: { rollback_id: id }
    })
  }
  const reason = reasonText({ reason: triggerReason, details: row.triggerDetails })
  await sendFeedback(deps, tx, {
    event: 'rollback',
    data: {
      reason: error === null ? reason : `${reason} ${error}`,
      merge_sha: row.mergeCommit,
      revert_pr_url: row.revertPrUrl,
      run_url: row.runUrl
    },
    repoId,
    subject: `rollback:${id}:${status}`,
    decisionId,
    ...(prNumber === null ? {} : { prNumber })
  })
}
