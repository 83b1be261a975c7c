import { talliesOfTest } from '#domain/flaky-tests/tallies.js'
import { flakyTests } from '#tables/flaky-tests/flaky-tests.js'
import { testDays } from '#tables/flaky-tests/test-days.js'
import { testRuns } from '#tables/flaky-tests/test-runs.js'
import { countedRows } from '../counters/counted-rows.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const flakyTestTables: readonly RepositoryTable[] = [
  {
    table: flakyTests,
    repoId: flakyTests.repoId,
    counted: countedRows(flakyTests.repoId, {
      sums: 'tallies',
      columns: {
        status: flakyTests.status,
        runCount: flakyTests.runCount,
        failCount: flakyTests.failCount,
        forgottenAt: flakyTests.forgottenAt
      },
      tallies: (rows) => rows.flatMap(talliesOfTest)
    }),
    keys: [[flakyTests.testId]],
    live: { column: flakyTests.live, unless: flakyTests.forgottenAt }
  },
  { table: testRuns, repoId: testRuns.repoId, live: { column: testRuns.live } },
  { table: testDays, repoId: testDays.repoId, keys: [[testDays.day]] }
]
