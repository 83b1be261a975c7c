// The floor of what is shown of dependencies: bare Fastify sends what one prepared query makes of its rows.
import { bodyText, listText, moments, page, serve } from './by-hand.js'

const PER_PAGE = 20

const NAMED = (name: string) =>
  `(select host_id from repositories where lower(full_name) collate "C" = lower(${name}) and deleted_at is null)`

const ORDER = 't.severity_rank desc, t.score_tenths desc, t.detected_at desc, t.id desc'
const FIELDS = `t.id, t.repo_id, r.full_name as repo_full_name, r.owner, r.name as repo_name, t.advisory_id, t.ghsa_id, t.cve_id,
  t.aliases, t.ecosystem, t.package_name, t.affected_range, t.installed_version, t.patched_version, t.manifest_path,
  t.manifest_line, t.direct, t.dev, t.severity, (nullif(t.score_tenths, -1) / 10.0)::float8 as cvss_score, t.summary, t.status,
  t.reopen_count, t.fix_pr_number, t.fix_pr_url, t.dismissed_category, t.dismissed_reason, t.dismissed_by,
  ${moments('dismissed_until', 'detected_at', 'published_at', 'fixed_at', 'updated_at')}`

const rowsWith = (condition: string, limit: number) =>
  `select ${FIELDS} from (
      select * from vulnerabilities t where t.live ${condition} order by ${ORDER} limit ${limit}
    ) as t join repositories r on r.host_id = t.repo_id order by ${ORDER}`
const first = (condition: string, total: string) => page(rowsWith(condition, PER_PAGE), total)

const SEVERITIES = ['critical', 'high', 'medium', 'low', 'unknown']
const STATUSES = ['open', 'pr_opened', 'fixed', 'dismissed']
const ECOSYSTEMS = ['npm', 'pip', 'maven', 'go', 'cargo']
const FIXABILITIES = ['fixable', 'unfixable']

/** The sum of all counters that have one of these words in each place. */
function summed(repository: string, places: readonly (readonly string[])[], day = '-infinity'): string {
  const measures = places.reduce<string[]>(
    (begun, words) => begun.flatMap((start) => words.map((word) => `${start}.${word}`)),
    ['vulnerabilities']
  )
  return `select coalesce(sum(amount), 0) from tallies where repo_id = ${repository} and day = '${day}'
    and measure in ('${measures.join("', '")}')`
}

const total = (repository: string, statuses = STATUSES, severities = SEVERITIES) =>
  summed(repository, [statuses, severities])
const narrow = (
  ecosystems: readonly string[],
  statuses: readonly string[],
  fixabilities: readonly string[]
) => summed('0', [['ecosystem'], ecosystems, statuses, SEVERITIES, fixabilities], 'infinity')

const OPEN = `and t.status = 'open'`
const CRITICAL = 'and t.severity_rank = 4'
const NPM = `and t.ecosystem = 'npm'`
const OWN = `and t.repo_id = ${NAMED('$1')}`
const OF_PACKAGE = 'and t.package_name = $1'

const lists: Readonly<Record<string, string>> = {
  '': first('', total('0')),
  'status=open': first(OPEN, total('0', ['open'])),
  'severity=critical': first(CRITICAL, total('0', STATUSES, ['critical'])),
  'severity=critical status=open': first(`${CRITICAL} ${OPEN}`, total('0', ['open'], ['critical'])),
  'ecosystem=npm': first(NPM, narrow(['npm'], STATUSES, FIXABILITIES)),
  'ecosystem=npm status=open': first(`${NPM} ${OPEN}`, narrow(['npm'], ['open'], FIXABILITIES)),
  'fixable=false': first('and t.patched_version is null', narrow(ECOSYSTEMS, STATUSES, ['unfixable'])),
  'fixable=true status=open': first(
    `and t.patched_version is not null ${OPEN}`,
    narrow(ECOSYSTEMS, ['open'], ['fixable'])
  ),
  repo: first(OWN, total(NAMED('$1'))),
  'repo status=open': first(`${OWN} ${OPEN}`, total(NAMED('$1'), ['open'])),
  package: first(OF_PACKAGE, `select count(*) from vulnerabilities t where t.live ${OF_PACKAGE}`)
}

// Only what is shown is looked up: the rows before are passed over within the index.
const DEEP = page(
  `select ${FIELDS} from (
      select t.id from vulnerabilities t where t.live order by ${ORDER} limit ${PER_PAGE} offset $1
    ) as chosen join vulnerabilities t using (id) join repositories r on r.host_id = t.repo_id order by ${ORDER}`,
  total('0')
)

const listOf = (rows: string) => `(select coalesce(json_agg(one), '[]') from (${rows}) as one)`

const MOST_SHOWN = 500
const REPOSITORY = `select json_build_object(
    'manifests', ${listOf(`select t.id, t.file_path, t.ecosystem, t.lockfile, t.dep_count, t.status, t.error, t.notes,
        t.commit_sha, ${moments('scanned_at')} from dependency_manifests t where t.repo_id = named.id
      order by t.ecosystem, t.file_path limit ${MOST_SHOWN}`)},
    'vulnerabilities', ${listOf(rowsWith(`and t.repo_id = named.id and t.status in ('open', 'pr_opened')`, MOST_SHOWN))},
    'totals', json_build_object(
      'manifests', (select count(*) from dependency_manifests t where t.repo_id = named.id),
      'vulnerabilities', (${total('named.id', ['open', 'pr_opened'])})),
    'last_scan', (select row_to_json(one) from (
      select t.id, t.status, t.trigger_event, t.job_id, t.commit_sha, t.alerts, t.manifests, t.packages, t.opened, t.fixed,
        t.error, t.notes, ${moments('advisories_at', 'started_at', 'finished_at')}
      from dependency_scans t where t.repo_id = named.id order by t.started_at desc, t.id desc limit 1) as one)
  )::text as body from ${NAMED('$1')} as named (id)`

const WEEKS = 12
const openOf = (severity: string) =>
  `coalesce(sum(amount) filter (where measure = 'vulnerabilities.open.${severity}'), 0)::int as ${severity}`
const DAILY = ['detected', 'closed', 'fixed', 'fix_hours']
  .map((word) => `('vulnerabilities.${word}')`)
  .join(', ')
const withinDays = (measure: string, days: number) =>
  `(select coalesce(sum(amount), 0)::int from daily where measure = 'vulnerabilities.${measure}' and day > today - ${days})`
const inWeek = (measure: string) =>
  `coalesce(sum(amount) filter (where measure = 'vulnerabilities.${measure}'), 0)::int as ${measure}`

interface Scope {
  sums: string
  within: string
  repository: string
}

const statistics = ({ sums, within, repository }: Scope) => `
  with scope as materialized (select ${sums}::bigint as id, (now() at time zone 'UTC')::date as today),
  standing as materialized (
    select ${SEVERITIES.map(openOf).join(', ')},
      coalesce(sum(amount) filter (where measure like 'vulnerabilities.pr!_opened.%' escape '!'), 0)::int as pulls
    from scope join tallies on repo_id = scope.id and day = '-infinity'
      and measure in (${STATUSES.slice(0, 2)
        .flatMap((status) => SEVERITIES.map((severity) => `'vulnerabilities.${status}.${severity}'`))
        .join(', ')})
  ),
  daily as materialized (
    select day.day, asked.measure, sums.amount from scope
    cross join lateral (select today - n as day from generate_series(0, 89) as n) as day
    cross join (values ${DAILY}) as asked (measure)
    cross join lateral (
      select sum(amount) as amount from tallies t where t.repo_id = scope.id and t.day = day.day and t.measure = asked.measure
    ) as sums where amount is not null
  ),
  weeks as materialized (
    select ago, today - 7 * ago as day, ${inWeek('detected')}, ${inWeek('closed')} from scope
    cross join generate_series(0, ${WEEKS - 1}) as ago
    left join daily on daily.day > today - 7 * (ago + 1) and daily.day <= today - 7 * ago group by 1, 2
  )
  select json_build_object(
    'vulnerabilities', json_build_object('total_open', critical + high + medium + low + unknown, 'critical', critical,
      'high', high, 'medium', medium, 'low', low, 'unknown', unknown, 'prs_opened', pulls,
      'repos_affected', (select count(*) from repositories r where r.deleted_at is null ${repository} and exists (
        select from vulnerabilities t where t.repo_id = r.host_id and t.live ${OPEN}))),
    'by_ecosystem', ${listOf(`select split_part(measure, '.', 3) as ecosystem, sum(amount)::int as count from tallies
      where repo_id = scope.id and day = 'infinity' and measure in (${ECOSYSTEMS.flatMap((ecosystem) =>
        SEVERITIES.flatMap((severity) =>
          FIXABILITIES.map((each) => `'vulnerabilities.ecosystem.${ecosystem}.open.${severity}.${each}'`)
        )
      ).join(', ')}) group by 1 having sum(amount) > 0 order by 2 desc, 1`)},
    'recent_batches', ${listOf(`select t.id, t.repo_id, r.full_name as repo_full_name, t.ecosystem, t.update_type, t.packages,
        t.pr_number, t.pr_url, t.status, ${moments('created_at', 'updated_at')}
      from (select * from update_batches t where t.live ${within} order by t.created_at desc, t.id desc limit 5) as t
      join repositories r on r.host_id = t.repo_id order by t.created_at desc, t.id desc`)},
    'fixed_30d', ${withinDays('fixed', 30)},
    'mean_days_to_fix', case when ${withinDays('fixed', 90)} > 0
      then round(${withinDays('fix_hours', 90)}::numeric / ${withinDays('fixed', 90)} / 24, 2) end,
    'oldest_open_days', (select floor(extract(epoch from now() - min(t.detected_at)) / 86400)::int
      from vulnerabilities t where t.live ${OPEN} ${within}),
    'trend', ${listOf(`select day, critical + high + medium + low + unknown + pulls
        + (sum(closed - detected) over (order by ago) - closed + detected)::int as open, detected, closed
      from weeks order by day`)},
    'advisories', json_build_object('source', null, 'records', 0, 'unreadable', 0, 'imported_at', null, 'error', null)
  )::text as body from scope, standing`

const ofFleet = statistics({ sums: '0', within: '', repository: '' })
const ofOne = statistics({
  sums: NAMED('$1'),
  within: OWN,
  repository: `and r.host_id = ${NAMED('$1')}`
})

const whole = { page: 1, perPage: PER_PAGE }

await serve({
  '/api/phase3/dependencies/vulnerabilities': ({ page: number, repo, package: name, ...filters }) => {
    if (number !== undefined)
      return listText(DEEP, [(Number(number) - 1) * PER_PAGE], { ...whole, page: Number(number) })
    const words = Object.entries(filters).map(([key, value]) => `${key}=${value}`)
    const named = [...(repo === undefined ? [] : ['repo']), ...(name === undefined ? [] : ['package'])]
    const query = lists[[...named, ...words].join(' ')] ?? ''
    return listText(
      query,
      [repo, name].filter((one) => one !== undefined),
      whole
    )
  },
  '/api/phase3/dependencies/:owner/:repo': ({ owner, repo }) => bodyText(REPOSITORY, [`${owner}/${repo}`]),
  '/api/phase3/dependencies/stats': ({ repo }) =>
    repo === undefined ? bodyText(ofFleet, []) : bodyText(ofOne, [repo])
})
