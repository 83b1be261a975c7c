import { configHistory, repoConfigs } from '#tables/configuration/configs.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const configurationTables: readonly RepositoryTable[] = [
  { table: repoConfigs, repoId: repoConfigs.repoId, keys: [[]] },
  { table: configHistory, repoId: configHistory.repoId }
]
