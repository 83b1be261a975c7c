import { maintenanceSettings } from '#tables/maintenance/maintenance-settings.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const maintenanceTables: readonly RepositoryTable[] = [
  { table: maintenanceSettings, repoId: maintenanceSettings.repoId, keys: [[]] }
]
