// The log lines of an action, written if the transaction commits: one when it has ended, however it did, and one where its
// effect was found on the host after that.
import { redactSecrets } from '#domain/text/secrets.js'
import type { managedActions } from '#tables/actions/managed-actions.js'
import { logAfterCommit } from '../sql/commit-log.js'
import type { Tx } from '../sql/database.js'

type ActionRow = typeof managedActions.$inferSelect

/** Says nothing of an action that goes on, or that had ended before. */
export function logEnd(tx: Tx, row: ActionRow, before?: ActionRow): void {
  const hadEnded = before !== undefined && before.resolvedAt !== null
  if (row.resolvedAt !== null && !hadEnded) logAfterCommit(tx, factsOf(row), 'Action ended')
}

export const logLateEffect = (tx: Tx, row: ActionRow): void =>
  logAfterCommit(tx, factsOf(row), 'Action had its effect after it ended')

const factsOf = (row: ActionRow) => ({
  action_id: row.id,
  action: row.actionType,
  repo: row.repoFullName,
  target: row.target,
  source: row.source,
  outcome: row.status,
  ...(row.decisionId === null ? {} : { decision_id: row.decisionId }),
  ...(row.blockedReason === null ? {} : { blocked_by: row.blockedReason }),
  ...(row.errorMessage === null ? {} : { reason: redactSecrets(row.errorMessage) })
})
