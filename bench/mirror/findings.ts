// Packages that repositories depend on, advisories about them, and what scans have found, with the sums about them. Made
// by the database itself.
import type postgres from 'postgres'
import { chance, momentWithin, oneOf, someRepository } from './drawn.js'
import { keepSums } from './sums.js'

export interface FindingSize {
  repositories: number
  findings: number
}

const DAYS = 730
const FINDINGS_OF_ADVISORY = 5
const FINDINGS_OF_SCAN = 20
const FINDINGS_OF_BATCH = 100
const PACKAGES_OF_MANIFEST = 50
const ADVISORIES_OF_PACKAGE = 10

const ECOSYSTEMS = ['npm', 'npm', 'npm', 'pip', 'pip', 'maven', 'go', 'cargo']
const ECOSYSTEM = oneOf(ECOSYSTEMS, 'a', 91)
/** Few packages are in many advisories. */
const packageOf = (advisories: string) =>
  `'package-' || floor(power(${chance('a', 92)}, 2) * ${advisories}::bigint / ${ADVISORIES_OF_PACKAGE})`
const SEVERITIES = ['critical', 'high', 'high', 'high', 'medium', 'medium', 'low', 'unknown']
const SEVERITY = oneOf(SEVERITIES, 'a', 93)
const SCORE = `case severity when 'critical' then 90 + a % 11 when 'high' then 70 + a % 20 when 'medium' then 40 + a % 30
  when 'low' then 1 + a % 39 else -1 end`

const ADVISORIES = [
  `insert into advisories (id, part, aliases, summary, severity, score_tenths, is_withdrawn, published_at, modified, left_out)
    select 'GHSA-' || a, ${ECOSYSTEM}, json_build_array('CVE-2026-' || a), 'Package fails in way ' || a,
      ${oneOf(['critical', 'high', 'medium', 'low'], 'a', 93)}, 10 + a % 90, false, now(), '2026-01-01T00:00:00Z', '[]'
    from generate_series(1, $1::bigint) as a`,
  `insert into advisory_packages (package_key, advisory_id, affected)
    select ${ECOSYSTEM} || ':' || ${packageOf('$1')}, 'GHSA-' || a,
      '[{"rating":null,"versions":[],"ranges":[[{"kind":"introduced","version":"0"},{"kind":"fixed","version":"2.0.0"}]]}]'
    from generate_series(1, $1::bigint) as a`
]

/** Each in a file of its own: the same finding is never there twice. */
const FINDINGS = `
  insert into vulnerabilities (repo_id, ecosystem, package_name, advisory_id, manifest_path, manifest_line, ghsa_id, cve_id,
    aliases, affected_range, installed_version, patched_version, direct, dev, severity, score_tenths, summary, status,
    from_alert, from_records, reopen_count, fix_pr_number, fix_pr_url, dismissed_category, dismissed_by, dismissed_at,
    dismissed_until, detected_at, published_at, fixed_at, updated_at, live)
  select repo_id, ecosystem, package, 'GHSA-' || a, 'services/' || n || '/package-lock.json', n % 1000, 'GHSA-' || a,
    'CVE-2026-' || a, json_build_array('CVE-2026-' || a), '< 2.0.0', '1.0.' || n % 100,
    case when ${chance('a', 97)} < 0.8 then '2.0.0' end, n % 4 = 0, n % 3 = 0, severity, ${SCORE}, 'Package fails in way ' || a,
    status, true, true, 0, case status when 'pr_opened' then n end,
    case status when 'pr_opened' then 'https://host.example/pull/' || n end, case status when 'dismissed' then 'not_used' end,
    case status when 'dismissed' then 'person-1' end, case status when 'dismissed' then ended end,
    case status when 'dismissed' then $3::timestamptz + interval '90 days' * ${chance('n', 98)} end, at, at,
    case status when 'fixed' then ended end, at, live
  from (
    select *, ${ECOSYSTEM} as ecosystem, ${packageOf('$4')} as package, ${SEVERITY} as severity,
      least($3::timestamptz, at + interval '60 days' * ${chance('n', 96)}) as ended
    from (select n, ${someRepository(94)} as repo_id, ${momentWithin(DAYS)} as at,
        1 + floor(${chance('n', 95)} * $4::bigint)::bigint as a,
        ${oneOf([...Array.from({ length: 12 }, () => 'fixed'), ...Array.from({ length: 5 }, () => 'open'), 'pr_opened', 'dismissed', 'dismissed'], 'n', 99)} as status
      from generate_series(1, $1::bigint) as n) as numbered
  ) as drawn
  join (select host_id, deleted_at is null as live from repositories) as r on r.host_id = drawn.repo_id
  order by n`

const MANIFESTS = `
  insert into dependency_manifests (repo_id, file_path, ecosystem, lockfile, status, notes, dependencies, includes, dep_count,
    commit_sha, blob_sha, reader_version, scanned_at, live)
  select repo_id, 'services/' || n || '/package-lock.json', 'npm', true, 'read', '[]', (
      select json_agg(json_build_object('name', 'package-' || (n * 7919 + p) % 20000, 'requirement', null,
        'resolvedVersion', '1.0.' || p, 'source', null, 'direct', p % 4 = 0, 'dev', p % 3 = 0, 'line', p))
      from generate_series(1, ${PACKAGES_OF_MANIFEST}) as p
    ), '[]', ${PACKAGES_OF_MANIFEST}, md5(n::text), md5(n::text), 1, at, live
  from (select n, ${someRepository(101)} as repo_id, ${momentWithin(7)} as at from generate_series(1, $1::bigint) as n) as drawn
  join (select host_id, deleted_at is null as live from repositories) as r on r.host_id = drawn.repo_id`

const SCANS = `
  insert into dependency_scans (repo_id, job_id, trigger_event, status, commit_sha, alerts, manifests, packages, opened, fixed,
    notes, started_at, finished_at, live)
  select repo_id, 'job-' || n, 'push', 'completed', md5(n::text), 'read', 20, 1000, n % 5, n % 4, '[]', at, at, live
  from (select n, ${someRepository(102)} as repo_id, ${momentWithin(90)} as at from generate_series(1, $1::bigint) as n) as drawn
  join (select host_id, deleted_at is null as live from repositories) as r on r.host_id = drawn.repo_id
  order by n`

const BATCHES = `
  insert into update_batches (repo_id, ecosystem, update_type, packages, pr_number, pr_url, status, created_at, updated_at, live)
  select repo_id, 'npm', 'batch_minor_patch', '[{"name":"package-1","from":"1.0.0","to":"2.0.0"}]', n,
    'https://host.example/pull/' || n, ${oneOf(['merged', 'merged', 'closed'], 'n', 104)}, at, at, live
  from (select n, ${someRepository(103)} as repo_id, ${momentWithin(DAYS)} as at from generate_series(1, $1::bigint) as n) as drawn
  join (select host_id, deleted_at is null as live from repositories) as r on r.host_id = drawn.repo_id
  order by n`

const EVER = `'-infinity'::date`
const BY_NAME = `'infinity'::date`
const dayOf = (moment: string) => `(${moment} at time zone 'UTC')::date`
const ENDED = 'coalesce(fixed_at, dismissed_at)'
const HOURS = `round(extract(epoch from fixed_at - detected_at) / 3600)`
const FIXABILITY = `case when patched_version is null then 'unfixable' else 'fixable' end`
const SUMS = [
  `select repo_id, ${EVER}, 'vulnerabilities.' || status || '.' || severity, count(*) from vulnerabilities group by 1, 3`,
  `select repo_id, ${BY_NAME}, 'vulnerabilities.ecosystem.' || ecosystem || '.' || status || '.' || severity || '.' || ${FIXABILITY},
    count(*) from vulnerabilities group by 1, 3`,
  `select repo_id, ${BY_NAME}, 'vulnerabilities.' || ${FIXABILITY} || '.' || status || '.' || severity, count(*) from vulnerabilities
    group by 1, 3`,
  `select repo_id, ${dayOf('detected_at')}, 'vulnerabilities.detected', count(*) from vulnerabilities group by 1, 2`,
  `select repo_id, ${dayOf(ENDED)}, 'vulnerabilities.closed', count(*) from vulnerabilities
    where ${ENDED} is not null group by 1, 2`,
  `select repo_id, ${dayOf('fixed_at')}, 'vulnerabilities.fixed', count(*) from vulnerabilities
    where fixed_at is not null group by 1, 2`,
  `select repo_id, ${dayOf('fixed_at')}, 'vulnerabilities.fix_hours', sum(${HOURS}) from vulnerabilities
    where fixed_at is not null group by 1, 2`
]

export async function fillFindings(
  sql: postgres.Sql,
  { repositories, findings }: FindingSize,
  now: Date
): Promise<void> {
  const shareOf = (each: number) => Math.round(findings / each)
  const advisories = shareOf(FINDINGS_OF_ADVISORY)
  for (const text of ADVISORIES) await sql.unsafe(text, [advisories])
  await sql.unsafe(FINDINGS, [findings, repositories, now.toISOString(), advisories])
  const rows = [
    [MANIFESTS, PACKAGES_OF_MANIFEST],
    [SCANS, FINDINGS_OF_SCAN],
    [BATCHES, FINDINGS_OF_BATCH]
  ] as const
  for (const [text, each] of rows) await sql.unsafe(text, [shareOf(each), repositories, now.toISOString()])
  await keepSums(sql, SUMS)
}
