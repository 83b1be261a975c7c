// Tests with their results and what these have come to, with the sums about them. Made by the database itself.
import type postgres from 'postgres'
import { emptyHistory, observeOutcomes } from '#domain/flaky-tests/history.js'
import { packHistory } from '#domain/flaky-tests/packed-history.js'
import { chronicleOf } from '../flaky/chronicle.js'
import { KINDS } from '../flaky/trial.js'
import { chance, momentWithin, oneOf, someRepository } from './drawn.js'
import { keepSums } from './sums.js'

export interface TestSize {
  repositories: number
  /** About as many. */
  results: number
}

const DAYS = 90
/** Sums of days are kept for longer than results. */
const DAYS_OF_SUMS = 365
const RESULTS_OF_RUN = 100
const RESULTS_OF_TEST = 33

/** One in ten has failed of late. */
const TESTS = `
  insert into flaky_tests (repo_id, test_id, test_suite, test_name, file, status, standing, history, reasons, failure_rate,
    run_count, pass_count, fail_count, flip_count, same_commit_flips, last_error_class, last_error_message, last_failed_at,
    quarantined_at, quarantine_expires_at, tracked, code_owners, relapse_count, cost_ms, blocked_pulls, graduated_at,
    dismissed_at, dismissed_by, dismissed_reason, first_seen_at, last_seen_at, live)
  select repo_id, md5(n::text), 'suite.number.' || n % 100, 'does what it should in case ' || n, 'test/' || n % 1000 || '.ts',
    status, case when failures > 0 then 'flaky' else 'stable' end, $4::text::json, '[]',
    json_build_object('mean', failures / 30.0, 'lower', 0, 'upper', 1), 30, 30 - failures, failures, failures, failures / 2,
    case when failures > 0 then 'AssertionError' end, case when failures > 0 then 'expected ' || n end,
    case when failures > 0 then at end, case status when 'quarantined' then at end,
    case status when 'quarantined' then $3::timestamptz + interval '30 days' * ${chance('n', 85)} end,
    status = 'quarantined', '{}', 0, failures * 60000, failures / 3, case status when 'graduated' then at end,
    case status when 'dismissed' then at end, case status when 'dismissed' then 'person-1' end,
    case status when 'dismissed' then 'It is known.' end, at - interval '1 year', at, live
  from (
    select *, case when failures = 0 then 'tracked'
        else ${oneOf([...Array.from({ length: 7 }, () => 'tracked'), 'quarantined', 'graduated', 'dismissed'], 'n', 84)} end as status
    from (select n, ${someRepository(81)} as repo_id, ${momentWithin(DAYS - 1)} as at,
        case when ${chance('n', 82)} < 0.1 then 1 + floor(power(${chance('n', 83)}, 3) * 30)::int else 0 end as failures
      from generate_series(1, $1::bigint) as n) as failing
  ) as drawn
  join (select host_id, deleted_at is null as live from repositories) as r on r.host_id = drawn.repo_id
  order by repo_id, n`

/** Of as many tests as a repository has, and not of more than there are in a run. */
const RUNS = `
  insert into test_runs (repo_id, run_id, attempt, workflow_name, branch, head_sha, event, has_failed, status, reports, tests,
    failures, interrupted, notes, ran_at, created_at, read_at, live)
  select repo_id, n, 1, 'build', ${oneOf(['main', 'topic'], 'n', 87)}, md5((n / 2)::text), 'push', n % 3 > 0, 'read', 1,
    least(${RESULTS_OF_RUN}, count), least(n % 3, count), false, '[]', at, at, at, live
  from (select n, ${someRepository(86)} as repo_id, ${momentWithin(DAYS)} as at from generate_series(1, $1::bigint) as n) as drawn
  join (select host_id, deleted_at is null as live from repositories) as r on r.host_id = drawn.repo_id
  join (select repo_id, count(*) from flaky_tests group by 1) as t using (repo_id)
  where $2::bigint > 0
  order by n`

/** The tests of a repository have ids one after another, and its runs take them by turns. */
const RESULTS = `
  insert into test_results (test_run_id, test_id, status, flaky, duration_ms, error_class, error_message)
  select r.id, first + (r.id * ${RESULTS_OF_RUN} + s) % count, case when s < failures then 'failed' else 'passed' end, false, 10 + s,
    case when s < failures then 'AssertionError' end, case when s < failures then 'expected ' || s end
  from test_runs r join (select repo_id, min(id) as first, count(*) from flaky_tests group by 1) as t using (repo_id),
    generate_series(0, r.tests - 1) as s`

const DAY = `(ran_at at time zone 'UTC')::date`
const DAY_SUMS = `
  insert into test_days (day, repo_id, total, failures)
  select ${DAY}, repo_id, sum(tests), sum(failures) from test_runs group by 1, 2
  union all
  select ($1::timestamptz at time zone 'UTC')::date - ago, host_id, 1000, 10
  from repositories, generate_series(${DAYS + 1}, ${DAYS_OF_SUMS}) as ago`

const EVER = `'-infinity'::date`
const FAILING = `fail_count > 0 and status in ('tracked', 'quarantined')`
const SUMS = [
  `select repo_id, ${EVER}, 'flaky.' || status, count(*) from flaky_tests group by 1, 3`,
  `select repo_id, ${EVER}, 'flaky.failing', count(*) from flaky_tests where ${FAILING} group by 1`,
  `select repo_id, ${EVER}, 'flaky.high', count(*) from flaky_tests where ${FAILING} and fail_count * 2 >= run_count group by 1`,
  `select repo_id, ${EVER}, 'flaky.score', sum(round(fail_count * 1000.0 / run_count)) from flaky_tests
    where ${FAILING} group by 1`
]

export async function fillTests(
  sql: postgres.Sql,
  { repositories, results }: TestSize,
  now: Date
): Promise<void> {
  const at = now.toISOString()
  await sql.unsafe(TESTS, [Math.round(results / RESULTS_OF_TEST), repositories, at, historyOfTest()])
  await sql.unsafe(RUNS, [Math.round(results / RESULTS_OF_RUN), repositories, at])
  await sql.unsafe('alter table test_results disable trigger all')
  await sql.unsafe(RESULTS)
  await sql.unsafe('alter table test_results enable trigger all')
  await sql.unsafe(DAY_SUMS, [at])
  await keepSums(sql, SUMS)
}

/** Of a test that is well known. */
function historyOfTest(): string {
  const [kind] = KINDS
  const { outcomes } = kind ? chronicleOf(kind, { runs: 200, rerun: 0 }, 1) : { outcomes: [] }
  return JSON.stringify(packHistory(observeOutcomes(emptyHistory(), outcomes)))
}
