import { talliesOfFailure } from '#domain/triage/failures.js'
import { talliesOfTriage } from '#domain/triage/quality.js'
import { triageFailures, triageModels, triages } from '#tables/triage/triages.js'
import { countedRows } from '../counters/counted-rows.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const triageTables: readonly RepositoryTable[] = [
  // Rows refer to issues and pull requests by ids that are unique across repositories, so none clash.
  {
    table: triages,
    repoId: triages.repoId,
    counted: countedRows(triages.repoId, {
      sums: 'evidence_tallies',
      columns: {
        targetType: triages.targetType,
        type: triages.type,
        probability: triages.probability,
        isSure: triages.isSure,
        heard: triages.heard
      },
      tallies: (rows) => rows.flatMap(talliesOfTriage)
    })
  },
  { table: triageModels, repoId: triageModels.repoId, keys: [[]] },
  {
    table: triageFailures,
    repoId: triageFailures.repoId,
    counted: countedRows(triageFailures.repoId, {
      sums: 'evidence_tallies',
      columns: { state: triageFailures.state },
      tallies: (rows) => rows.flatMap(({ state }) => talliesOfFailure(state))
    })
  }
]
