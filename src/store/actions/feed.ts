// The items of the feed about actions: of each that came to its end on the host, and of what followed.

import type { ActionStatus } from '#schemas/actions/words.js'
import type { managedActions } from '#tables/actions/managed-actions.js'
import { recordActivity } from '../activity/activity.js'
import type { Tx } from '../sql/database.js'

type ActionRow = typeof managedActions.$inferSelect

/** What was never begun, or was stopped, is told by its decision. */
const FEED_STATUSES: readonly ActionStatus[] = ['succeeded', 'failed', 'reconciled']

export const HAPPENED = 'It had already happened on the host.'

/** An item stays, and follows its action: also where a failed one is cancelled, or one that was ended had its effect. */
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
