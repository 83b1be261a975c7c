import { talliesOfConfigResult } from '#domain/enforcement/config-files/tallies.js'
import { talliesOfViolation } from '#domain/enforcement/violations.js'
import { configResults } from '#tables/enforcement/config-results.js'
import { violations } from '#tables/enforcement/violations.js'
import { countedRows } from '../counters/counted-rows.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const enforcementTables: readonly RepositoryTable[] = [
  {
    table: violations,
    repoId: violations.repoId,
    counted: countedRows(violations.repoId, {
      sums: 'tallies',
      columns: {
        policyId: violations.policyId,
        status: violations.status,
        remediatedBy: violations.remediatedBy,
        detectedAt: violations.detectedAt
      },
      tallies: (rows) => rows.flatMap(talliesOfViolation)
    }),
    keys: [[violations.policyId, violations.branch]],
    live: { column: violations.live }
  },
  {
    table: configResults,
    repoId: configResults.repoId,
    counted: countedRows(configResults.repoId, {
      sums: 'tallies',
      columns: {
        fileType: configResults.fileType,
        valid: configResults.valid,
        isFirst: configResults.isFirst,
        createdAt: configResults.createdAt
      },
      tallies: (rows) => rows.flatMap(talliesOfConfigResult)
    }),
    keys: [[configResults.commitSha, configResults.filePath]],
    live: { column: configResults.live }
  }
]
