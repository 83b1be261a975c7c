import { duplicateBackfills, duplicateSignals, issues } from '#tables/index.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const duplicatesTables: readonly RepositoryTable[] = [
  {
    // Both repositories may hold a signal for one pair; the orphan's is closed first.
    table: duplicateSignals,
    repoId: duplicateSignals.repoId,
    live: { column: duplicateSignals.live, unless: duplicateSignals.goneAt },
    references: [
      { column: duplicateSignals.sourceIssueId, to: issues.hostId },
      { column: duplicateSignals.targetIssueId, to: issues.hostId }
    ]
  },
  {
    table: duplicateBackfills,
    repoId: duplicateBackfills.repoId,
    keys: [[]],
    gone: duplicateBackfills.finishedAt
  }
]
