import { triageFailures, triageModels, triages } from '#tables/triage/triages.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const triageTables: readonly RepositoryTable[] = [
  // Each row names its issue or pull request by an id that no other repository has, so nothing clashes.
  { table: triages, repoId: triages.repoId },
  { table: triageModels, repoId: triageModels.repoId, keys: [[]] },
  { table: triageFailures, repoId: triageFailures.repoId }
]
