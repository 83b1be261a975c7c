// What maintenance does, in the activity feed.
import type { Tx } from '#deps.js'
import { recordActivity } from '#store/activity/activity.js'
import type { MaintenanceRow } from '#store/maintenance/maintenance-actions.js'

/** One item for each row; call this last. */
export async function recordMaintenanceActivity(tx: Tx, row: MaintenanceRow): Promise<void> {
  const { id, repoId, actionType, targetType, targetNumber, status, result, createdAt } = row
  await recordActivity(tx, [
    {
      source: 'maintainer',
      sourceId: id,
      repoId,
      targetNumber: targetType === 'branch' ? null : Number(targetNumber),
      targetUrl: null,
      actionType,
      status,
      detail: result ?? '',
      createdAt
    }
  ])
}
