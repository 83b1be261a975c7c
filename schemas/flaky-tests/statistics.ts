// Statistics of flaky tests, and what became of the latest reports.
import { type Static, Type } from '@sinclair/typebox'
import { closed, count, nullable, oneOf, operation, ref, repoFilter, timestamp } from '../common.js'
import { TEST_RUN_STATUSES } from './enums.js'
import { FlakyTest } from './flaky-tests.js'

const {
  test_suite,
  test_name,
  failure_pct,
  run_count,
  quarantined,
  repo_full_name,
  id,
  cost_minutes,
  blocked_pulls
} = FlakyTest.properties

export const FlakySummary = closed(
  {
    total_tracked: count('Tests that have neither graduated nor been dismissed.'),
    quarantined: count('Quarantined tests.'),
    graduated: count('Tests that have graduated.'),
    high_flakiness: count(
      'Tests that fail in at least half of their results, without the graduated and dismissed.'
    ),
    repos_affected: count('Repositories with a test that failed within its latest results.'),
    avg_flakiness_pct: nullable(Type.Number({ minimum: 0, maximum: 100 }), {
      description: 'Mean share of failures of all tracked tests, in percent; null without a test.'
    })
  },
  { $id: 'FlakySummary', description: 'How many tests there are.' }
)

export const RankedTest = closed(
  { id, test_suite, test_name, failure_pct, run_count, quarantined, repo_full_name },
  { $id: 'RankedTest', description: 'A test among the flakiest.' }
)

export const CostlyTest = closed(
  { id, test_suite, test_name, quarantined, repo_full_name, cost_minutes, blocked_pulls },
  { $id: 'CostlyTest', description: 'A test whose failures have cost the most.' }
)

export const TestDay = closed(
  {
    day: Type.String({ format: 'date', description: 'A UTC day.' }),
    failures: count('Results that failed.'),
    total: count('All results, without skipped ones.')
  },
  { $id: 'TestDay', description: 'Results of a day.' }
)

export const TestRun = closed(
  {
    repo_full_name,
    run_id: Type.Integer({ description: "The host's id of the CI run." }),
    attempt: Type.Integer({ minimum: 1, description: 'Attempt of the run.' }),
    status: oneOf(TEST_RUN_STATUSES, {
      description:
        '`skipped` and `failed`: `notes` says why. `without_reports`: no artifact holds a test report.'
    }),
    reports: count('Reports that were read.'),
    tests: count('Results in them.'),
    failures: count('How many of them failed.'),
    notes: Type.Array(Type.String(), { description: 'What was left out, and why.' }),
    read_at: nullable(timestamp('When its reports were read.'))
  },
  { $id: 'TestRun', description: 'What became of the test reports of a CI run.' }
)
export type TestRun = Static<typeof TestRun>

export const FlakyStatistics = closed(
  {
    summary: ref(FlakySummary),
    top_flaky: Type.Array(ref(RankedTest), {
      description: 'The five that fail most often, of those with at least five results and both outcomes.'
    }),
    costliest: Type.Array(ref(CostlyTest), { description: 'The ten to mend first.' }),
    trend: Type.Array(ref(TestDay), { description: 'The last 14 days, the oldest first.' }),
    recent_runs: Type.Array(ref(TestRun), { description: 'The ten CI runs that were looked at last.' })
  },
  { $id: 'FlakyStatistics', description: 'Flaky tests at a glance.' }
)
export type FlakyStatistics = Static<typeof FlakyStatistics>

export const getFlakyStatistics = operation({
  operationId: 'getFlakyStatistics',
  codes: ['repo_not_found'],
  summary: 'Show statistics of flaky tests',
  description: 'The tests that fail most, those that cost most, and the results by day.',
  querystring: closed({ repo: Type.Optional(repoFilter('Only this repository.')) }),
  response: { 200: ref(FlakyStatistics) }
})

export const schemas = [FlakySummary, RankedTest, CostlyTest, TestDay, TestRun, FlakyStatistics]
