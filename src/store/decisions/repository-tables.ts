import { decisions } from '#tables/decisions/decisions.js'
import { countedRows } from '../counters/counted-rows.js'
import type { RepositoryTable } from '../sql/repository-table.js'
import { talliesOfDecision } from './decisions.js'

export const decisionsTables: readonly RepositoryTable[] = [
  {
    table: decisions,
    repoId: decisions.repoId,
    counted: countedRows(decisions.repoId, {
      sums: 'evidence_tallies',
      columns: {
        source: decisions.source,
        decision: decisions.decision,
        pillar: decisions.pillar,
        createdAt: decisions.createdAt
      },
      tallies: (rows) => rows.flatMap(talliesOfDecision)
    })
  }
]
