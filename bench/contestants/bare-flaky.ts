// The floor of the list of tests and of their statistics: bare Fastify sends what one prepared query makes of its rows.
import { bodyText, listText, moments, page, serve, utc } from './by-hand.js'

const PER_PAGE = 20

const NAMED = (name: string) =>
  `(select host_id from repositories where lower(full_name) collate "C" = lower(${name}) and deleted_at is null)`

const ORDER = 't.score_rank desc, t.run_count desc, t.id desc'
const PERCENT =
  'case t.run_count when 0 then 0 else round(100.0 * t.fail_count / t.run_count)::int end as failure_pct'
const QUARANTINED = `t.status = 'quarantined' as quarantined`
const MINUTES = 'round(t.cost_ms / 60000.0, 1)::float8 as cost_minutes'
const FIELDS = `t.id, t.repo_id, r.full_name as repo_full_name, r.owner, r.name as repo_name, t.test_id, t.test_suite,
  t.test_name, t.status, t.standing, t.reasons, t.run_count, t.pass_count, t.fail_count,
  case t.run_count when 0 then 0 else round(t.fail_count::numeric / t.run_count, 4)::float8 end as flakiness_score, ${PERCENT},
  t.failure_rate, t.flip_count, t.same_commit_flips, t.first_bad_commit, t.last_error_class, t.last_error_message,
  ${QUARANTINED}, t.quarantine_pr_number, t.issue_number, t.code_owners, t.relapse_count, ${MINUTES}, t.blocked_pulls,
  t.dismissed_by, t.dismissed_reason, ${moments('last_failed_at', 'quarantined_at', 'quarantine_expires_at', 'graduated_at')},
  ${moments('dismissed_at', 'first_seen_at', 'last_seen_at')}`

const first = (condition: string, total: string) =>
  page(
    `select ${FIELDS} from (
        select * from flaky_tests t where t.live ${condition} order by ${ORDER} limit ${PER_PAGE}
      ) as t join repositories r on r.host_id = t.repo_id order by ${ORDER}`,
    total
  )

const summed = (repository: string, statuses: readonly string[]) =>
  `select coalesce(sum(amount), 0) from tallies where repo_id = ${repository} and day = '-infinity'
    and measure in ('flaky.${statuses.join("', 'flaky.")}')`
const ACTIVE = ['tracked', 'quarantined']
const FREE = ['tracked', 'graduated', 'dismissed']
const ALL = [...FREE, 'quarantined']
const counted = (condition: string) => `select count(*) from flaky_tests t where t.live ${condition}`
const FREE_ONES = `and t.status in ('${FREE.join("', '")}')`
const SCORED = 'and t.score_rank >= $1'

const ENDING = "and t.status = 'quarantined' and t.quarantine_expires_at <= now() + $1 * interval '1 day'"

const queries = {
  all: first('', summed('0', ALL)),
  // Only what is shown is looked up: the rows before are passed over within the index.
  deep: page(
    `select ${FIELDS} from (
        select t.id from flaky_tests t where t.live order by ${ORDER} limit ${PER_PAGE} offset $1
      ) as chosen join flaky_tests t using (id) join repositories r on r.host_id = t.repo_id order by ${ORDER}`,
    summed('0', ALL)
  ),
  free: first(FREE_ONES, summed('0', FREE)),
  quarantined: first(`and t.status = 'quarantined'`, summed('0', ['quarantined'])),
  scored: first(SCORED, counted(SCORED)),
  ending: first(ENDING, counted(ENDING)),
  ofRepository: first(`and t.repo_id = ${NAMED('$1')}`, summed(NAMED('$1'), ALL)),
  ofBoth: first(
    `and t.repo_id = ${NAMED('$1')} and t.status = 'quarantined'`,
    summed(NAMED('$1'), ['quarantined'])
  )
}

const listOf = (rows: string) => `(select coalesce(json_agg(one), '[]') from (${rows}) as one)`
const NAME = `t.id, t.test_suite, t.test_name, ${QUARANTINED}, r.full_name as repo_full_name`
const ranked = (fields: string, rows: string) =>
  listOf(`select ${fields} from (${rows}) as t join repositories r on r.host_id = t.repo_id order by t.rank`)
const IS_ACTIVE = `t.status in ('${ACTIVE.join("', '")}')`

interface Scope {
  sums: string
  within: string
}

function statistics({ sums, within }: Scope): string {
  const flakiest = `select t.*, row_number() over (order by ${ORDER}) as rank from (
    select * from flaky_tests t where t.live ${within} and t.score_rank > 0 and t.pass_count > 0 and t.run_count >= 5
      and ${IS_ACTIVE} order by ${ORDER} limit 5) as t`
  const costliest = `select t.*, row_number() over (order by t.cost_ms desc, t.id desc) as rank from (
    select * from flaky_tests t where t.live ${within} and t.cost_ms > 0 and ${IS_ACTIVE}
      order by t.cost_ms desc, t.id desc limit 10) as t`
  const runs = `select t.*, row_number() over (order by t.created_at desc, t.id desc) as rank from (
    select * from test_runs t where t.live ${within} order by t.created_at desc, t.id desc limit 10) as t`
  const days = `select today - 13 + n as day from generate_series(0, 13) as n`
  return `with scope as materialized (select ${sums}::bigint as id, (now() at time zone 'UTC')::date as today),
    counts as materialized (
      select coalesce(sum(amount) filter (where measure = 'flaky.tracked'), 0)::int as tracked,
        coalesce(sum(amount) filter (where measure = 'flaky.quarantined'), 0)::int as quarantined,
        coalesce(sum(amount) filter (where measure = 'flaky.graduated'), 0)::int as graduated,
        coalesce(sum(amount) filter (where measure = 'flaky.high'), 0)::int as high,
        coalesce(sum(amount) filter (where measure = 'flaky.score'), 0)::int as score
      from scope join tallies on repo_id = scope.id and tallies.day = '-infinity'
        and measure in ('flaky.tracked', 'flaky.quarantined', 'flaky.graduated', 'flaky.high', 'flaky.score')
    )
    select json_build_object(
      'summary', json_build_object('total_tracked', tracked + quarantined, 'quarantined', quarantined, 'graduated', graduated,
        'high_flakiness', high,
        'repos_affected', (select count(*) from tallies t join repositories r on r.host_id = t.repo_id
          where t.day = '-infinity' and t.measure = 'flaky.failing' and t.amount > 0 and r.counted ${within}),
        'avg_flakiness_pct', case when tracked + quarantined > 0
          then round(score::numeric / (tracked + quarantined), 0) / 10 end),
      'top_flaky', ${ranked(`${NAME}, ${PERCENT}, t.run_count`, flakiest)},
      'costliest', ${ranked(`${NAME}, ${MINUTES}, t.blocked_pulls`, costliest)},
      'trend', ${listOf(`select days.day, coalesce(sum(t.failures), 0)::int as failures, coalesce(sum(t.total), 0)::int as total
        from (${days}) as days left join (test_days t join repositories r on r.host_id = t.repo_id and r.counted) on t.day = days.day
          ${within} group by 1 order by 1`)},
      'recent_runs', ${ranked(
        `r.full_name as repo_full_name, t.run_id, t.attempt, t.status, t.reports, t.tests, t.failures, t.notes,
          ${utc('t.read_at')} as read_at`,
        runs
      )}
    )::text as body from scope, counts`
}

const ofFleet = statistics({ sums: '0', within: '' })
const ofOne = statistics({ sums: NAMED('$1'), within: `and t.repo_id = ${NAMED('$1')}` })

const whole = { page: 1, perPage: PER_PAGE }
const MILLION = 1_000_000

await serve({
  '/api/phase3/flaky': ({
    page: number,
    status,
    quarantined,
    min_score: score,
    quarantine_ends_within_days: days
  }) => {
    if (days !== undefined) return listText(queries.ending, [Number(days)], whole)
    if (number !== undefined)
      return listText(queries.deep, [(Number(number) - 1) * PER_PAGE], { ...whole, page: Number(number) })
    if (score !== undefined) return listText(queries.scored, [Number(score) * MILLION], whole)
    if (quarantined !== undefined) return listText(queries.free, [], whole)
    return listText(status === undefined ? queries.all : queries.quarantined, [], whole)
  },
  '/api/phase3/flaky/:owner/:repo': ({ owner, repo, status }) =>
    listText(status === undefined ? queries.ofRepository : queries.ofBoth, [`${owner}/${repo}`], whole),
  '/api/phase3/flaky/stats': ({ repo }) =>
    repo === undefined ? bodyText(ofFleet, []) : bodyText(ofOne, [repo])
})
