import { talliesOfViolation } from '#domain/enforcement/violations.js'
import { violations } from '#tables/enforcement/violations.js'
import { countedRows } from '../counters/counted-rows.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const enforcementTables: readonly RepositoryTable[] = [
  {
    table: violations,
    repoId: violations.repoId,
    counted: countedRows(violations.repoId, {
      sums: 'tallies',
      columns: { policyId: violations.policyId, status: violations.status },
      tallies: (rows) => rows.flatMap(talliesOfViolation)
    }),
    keys: [[violations.policyId, violations.branch]],
    live: { column: violations.live }
  }
]
