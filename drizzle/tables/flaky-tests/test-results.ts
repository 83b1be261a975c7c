import { bigint, boolean, check, foreignKey, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { TEST_STATUSES } from '../../../schemas/flaky-tests/enums.js'
import { isOneOf } from '../columns.js'
import { testRuns } from './test-runs.js'

/** One result for each test of an attempt. They go with their run, which is long before a test is forgotten. */
export const testResults = pgTable(
  'test_results',
  {
    testRunId: bigint('test_run_id', { mode: 'number' }).notNull(),
    testId: bigint('test_id', { mode: 'number' }).notNull(),
    status: text('status', { enum: TEST_STATUSES }).notNull(),
    /** It failed first, and passed when the same run tried it again. */
    flaky: boolean('flaky').notNull(),
    durationMs: integer('duration_ms'),
    errorClass: text('error_class'),
    errorMessage: text('error_message')
  },
  (table) => [
    primaryKey({ name: 'test_results_pkey', columns: [table.testRunId, table.testId] }),
    check('test_results_status_check', isOneOf(table.status, TEST_STATUSES)),
    foreignKey({
      name: 'test_results_run_fkey',
      columns: [table.testRunId],
      foreignColumns: [testRuns.id]
    }).onDelete('cascade')
  ]
)
