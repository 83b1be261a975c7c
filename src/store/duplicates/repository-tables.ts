import { duplicateBackfills } from '#tables/duplicates/duplicate-backfills.js'
import { duplicateSignals } from '#tables/duplicates/duplicate-signals.js'
import { issues } from '#tables/mirror/issues.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const duplicatesTables: readonly RepositoryTable[] = [
  {
    // Both repositories may have a signal for one pair; the orphan's is ended first.
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
