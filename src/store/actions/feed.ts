// Feed items about actions that ended on the host, and about what followed.

import type { ActionStatus } from '#schemas/actions/enums.js'
import type { managedActions } from '#tables/actions/managed-actions.js'
import { recordActivity } from '../activity/activity.js'
import type { Tx } from '../sql/database.js'

type ActionRow = typeof managedActions.$inferSelect

/** The decision reports an action that was never started or was stopped. */
const FEED_STATUSES: readonly ActionStatus[] = ['succeeded', 'failed', 'reconciled']

export const HAPPENED = 'It had already happened on the host.'

/** An item follows its action, even when a failed action is cancelled, or an ended one turns out to have had its effect. */
export async function recordActionEnd(tx: Tx, before: ActionRow, moved: ActionRow): Promise<void> {
  const isLate = moved.reconciliationStatus !== null && moved.status !== 'reconciled'
  if (!FEED_STATUSES.includes(moved.status) && before.status !== 'failed' && !isLate) return
  const { id, repoId, targetNumber, actionType, status, actionValue, source, errorMessage, createdAt } = moved
  const what = [source, actionValue, errorMessage, isLate ? HAPPENED : null].filter((part) => part !== null)
  await recordActivity(tx, [
    {
      source: 'action',
      sourceId: id,
      repoId,
      targetNumber,
      actionType,
      status,
      createdAt,
      targetUrl: null,
      detail: what.join(': ')
    }
  ])
}
