import { isNull } from 'drizzle-orm'
import { talliesOfSignals } from '#domain/duplicates/sums.js'
import { duplicateBackfills } from '#tables/duplicates/duplicate-backfills.js'
import { duplicateSignals } from '#tables/duplicates/duplicate-signals.js'
import { issues } from '#tables/mirror/issues.js'
import { countedRows } from '../counters/counted-rows.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const duplicatesTables: readonly RepositoryTable[] = [
  {
    // Both repositories may have a signal for one pair; the orphan's is ended first.
    table: duplicateSignals,
    repoId: duplicateSignals.repoId,
    counted: countedRows(duplicateSignals.repoId, {
      sums: 'tallies',
      columns: {
        sourceIssueId: duplicateSignals.sourceIssueId,
        kind: duplicateSignals.kind,
        status: duplicateSignals.status,
        similarity: duplicateSignals.similarity,
        createdAt: duplicateSignals.createdAt,
        goneAt: duplicateSignals.goneAt
      },
      isCounted: isNull(duplicateSignals.goneAt),
      together: 'sourceIssueId',
      tallies: talliesOfSignals
    }),
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
