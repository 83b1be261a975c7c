import { talliesOfFinding, talliesOfReview } from '#domain/review/tallies.js'
import { changeSets } from '#tables/review/change-sets.js'
import { reviewFindings } from '#tables/review/review-findings.js'
import { reviewSettings } from '#tables/review/review-settings.js'
import { reviews } from '#tables/review/reviews.js'
import { countedRows } from '../counters/counted-rows.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const reviewTables: readonly RepositoryTable[] = [
  {
    table: reviews,
    repoId: reviews.repoId,
    counted: countedRows(reviews.repoId, {
      sums: 'tallies',
      columns: {
        status: reviews.status,
        verdict: reviews.verdict,
        severities: reviews.severities,
        tokensUsed: reviews.tokensUsed,
        durationMs: reviews.durationMs,
        startedAt: reviews.startedAt
      },
      tallies: (rows) => rows.flatMap(talliesOfReview)
    }),
    keys: [[reviews.prNumber, reviews.commitSha]],
    live: { column: reviews.live }
  },
  {
    table: reviewFindings,
    repoId: reviewFindings.repoId,
    counted: countedRows(reviewFindings.repoId, {
      sums: 'tallies',
      columns: { rule: reviewFindings.rule, outcome: reviewFindings.outcome },
      tallies: (rows) => rows.flatMap(talliesOfFinding)
    }),
    keys: [[reviewFindings.prNumber, reviewFindings.fingerprint]],
    live: { column: reviewFindings.live }
  },
  { table: reviewSettings, repoId: reviewSettings.repoId, keys: [[]] },
  { table: changeSets, repoId: changeSets.repoId, keys: [[changeSets.commitSha]] }
]
