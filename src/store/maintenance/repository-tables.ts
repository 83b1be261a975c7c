import { talliesOfMaintenance } from '#domain/maintenance/sums.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { itemActivity } from '#tables/maintenance/item-activity.js'
import { maintenanceActions } from '#tables/maintenance/maintenance-actions.js'
import { maintenanceSettings } from '#tables/maintenance/maintenance-settings.js'
import { countedRows } from '../counters/counted-rows.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const maintenanceTables: readonly RepositoryTable[] = [
  {
    table: maintenanceActions,
    repoId: maintenanceActions.repoId,
    counted: countedRows(maintenanceActions.repoId, {
      sums: 'evidence_tallies',
      columns: {
        actionType: maintenanceActions.actionType,
        targetType: maintenanceActions.targetType,
        status: maintenanceActions.status
      },
      tallies: (rows) => rows.flatMap(talliesOfMaintenance)
    }),
    references: [{ column: maintenanceActions.actionId, to: managedActions.id }]
  },
  {
    table: itemActivity,
    repoId: itemActivity.repoId,
    keys: [[itemActivity.targetType, itemActivity.number]]
  },
  { table: maintenanceSettings, repoId: maintenanceSettings.repoId, keys: [[]] }
]
