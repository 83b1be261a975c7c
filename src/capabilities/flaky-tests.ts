import { flakyMoveV1 } from '#domain/flaky-tests/flaky-move.v1.js'
import { DAY_MS } from '#domain/time/durations.js'
import { flakyTestJobs } from '#jobs/flaky-tests.js'
import { flakyTestGroup } from '#routes/flaky-tests.js'
import { flakyTestActionHooks } from '#services/flaky-tests/action-hooks.js'
import { requestTestReports } from '#services/flaky-tests/completed-run.js'
import { identifyMovedTests } from '#store/flaky-tests/merging.js'
import { flakyTestTables } from '#store/flaky-tests/repository-tables.js'
import { testsByStatus } from '#store/flaky-tests/statistics.js'
import { dropTestRuns } from '#store/flaky-tests/test-runs.js'
import { dropForgottenTests } from '#store/flaky-tests/tests.js'
import { flakyTestEvents, flakyTestListings } from '#webhooks/flaky-tests.js'
import type { Capability } from './capability.js'

const RESULT_RETENTION_MS = 90 * DAY_MS
const FORGOTTEN_RETENTION_MS = 90 * DAY_MS

export const flakyTestsCapability = {
  name: 'flaky-tests',
  groups: [flakyTestGroup],
  jobs: flakyTestJobs,
  events: flakyTestEvents,
  listings: flakyTestListings,
  mirror: { runsCompleted: requestTestReports },
  evaluators: [flakyMoveV1],
  actions: flakyTestActionHooks,
  tables: flakyTestTables,
  transfer: { endClashing: identifyMovedTests },
  retention: [
    { retentionMs: RESULT_RETENTION_MS, atOnce: 20, drop: dropTestRuns },
    { retentionMs: FORGOTTEN_RETENTION_MS, atOnce: 1_000, drop: dropForgottenTests }
  ],
  gauges: [
    {
      name: 'flaky_tests',
      help: 'Tests by status.',
      labelNames: ['status'],
      async read({ db }, set) {
        for (const { status, count } of await testsByStatus(db)) set({ status }, count)
      }
    }
  ]
} satisfies Capability
