import { triageFailures, triageModels, triages } from '#tables/triage/triages.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const triageTables: readonly RepositoryTable[] = [
  // Rows refer to issues and pull requests by ids that are unique across repositories, so none clash.
  { table: triages, repoId: triages.repoId },
  { table: triageModels, repoId: triageModels.repoId, keys: [[]] },
  { table: triageFailures, repoId: triageFailures.repoId }
]
