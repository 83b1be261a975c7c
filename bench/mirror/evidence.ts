// What the service did for the fleet: feed, decisions, gates, configurations and deliveries, with the sums about them.
// Made by the database itself: rows of this number would take minutes to send.
import type postgres from 'postgres'
import { chance, momentWithin, oneOf, someRepository } from './drawn.js'

/** At scale 1. */
const ACTIVITY = 1_000_000
const DECISIONS = 1_000_000
const ACTIVITY_DAYS = 90
const DECISION_DAYS = 60
/** As many rows as a sum over all has where many write. */
const LANES = 16

const FEED = `
  insert into activity (source, source_id, repo_id, target_number, target_url, action_type, status, detail, created_at)
  select source, n, repo_id, number, 'https://host.example/' || repo_id || '/' || number,
    case source when 'webhook' then ${oneOf(['issues.opened', 'pull_request.synchronize', 'push', 'workflow_run.completed'], 'n', 1)}
      when 'action' then 'add_label' when 'quality_gate' then 'evaluated' else 'patch' end,
    case source
      when 'webhook' then case when ${chance('n', 2)} < 0.98 then 'processed' else 'failed' end
      when 'action' then ${oneOf(['succeeded', 'proposed', 'failed', 'blocked'], 'n', 3)}
      when 'quality_gate' then ${oneOf(['passed', 'failed'], 'n', 4)} else 'applied' end,
    'What there is to say about number ' || number, created_at
  from (
    select n, ${someRepository(5)} as repo_id, 1 + (n % 5000)::int as number, ${momentWithin(ACTIVITY_DAYS)} as created_at,
      case when c < 0.9 then 'webhook' when c < 0.96 then 'action' when c < 0.99 then 'quality_gate' else 'config_change' end as source
    from (select n, ${chance('n', 6)} as c from generate_series(1, $1::bigint) as n) as drawn
  ) as item`

const FEED_SUMS = [
  `select 0, '-infinity'::timestamptz, source, status, id % ${LANES}, count(*) from activity group by 3, 4, 5`,
  `select 0, date_trunc('hour', created_at, 'UTC'), source, status, 0, count(*) from activity group by 2, 3, 4`,
  `select repo_id, '-infinity'::timestamptz, source, status, 0, count(*) from activity group by 1, 3, 4`
].map((sums) => `insert into activity_sums (repo_id, hour, source, status, lane, amount) ${sums}`)

const CONDITIONS = JSON.stringify([
  { check: 'config_readable', result: true },
  { check: 'pillar_enabled(triage)', result: true },
  { check: 'dry_run', result: false, detail: 'settings.dry_run' },
  { check: 'waiver', result: false }
])

const DECIDED = `
  insert into decisions (repo_id, source, trigger_event, target_type, target_number, pillar, decision, reason,
    conditions, inputs, config_used, config_version, evaluator, evaluator_version, actor, created_at)
  select ${someRepository(11)}, source, case source when 'ci_heal' then 'workflow_run.completed' else 'issues.opened' end,
    case source when 'triage' then 'issue' else 'pr' end, 1 + (n % 5000)::int,
    case source when 'ci_heal' then 'ci_healing' else source end,
    ${oneOf(['acted', 'acted', 'acted', 'skipped', 'skipped', 'dry_run', 'blocked', 'error'], 'n', 12)},
    'Nothing stands in the way of number ' || n % 5000, '${CONDITIONS}', '{"is_readable":true,"pillar":"triage"}',
    '{"pillars":{"triage":{"enabled":true}},"settings":{"dry_run":false}}', 3, 'guards', 1, 'service[bot]',
    ${momentWithin(DECISION_DAYS)}
  from (select n, ${oneOf(['triage', 'triage', 'ci_heal', 'maintainer', 'enforcement'], 'n', 13)} as source
    from generate_series(1, $1::bigint) as n) as drawn`

const KIND = `'decisions.of.' || source || '.' || decision`
const DAY = `(created_at at time zone 'UTC')::date`
const DECISION_SUMS = [
  `select repo_id, '-infinity'::date, ${KIND}, 0, count(*) from decisions group by 1, 3`,
  `select repo_id, ${DAY}, ${KIND}, 0, count(*) from decisions group by 1, 2, 3`,
  `select repo_id, '-infinity'::date, 'decisions.in.' || pillar, 0, count(*) from decisions group by 1, 3`,
  `select 0, '-infinity'::date, ${KIND}, id % ${LANES}, count(*) from decisions group by 3, 4`,
  `select 0, ${DAY}, ${KIND}, 0, count(*) from decisions group by 2, 3`,
  `select 0, '-infinity'::date, 'decisions.in.' || pillar, id % ${LANES}, count(*) from decisions group by 3, 4`
].map((sums) => `insert into evidence_tallies (repo_id, day, measure, lane, amount) ${sums}`)

const GATE = JSON.stringify([{ metric: 'open_issues', operator: '<', threshold: 100 }])
const FOUND = JSON.stringify([
  { metric: 'open_issues', operator: '<', threshold: 100, actual: 7, passed: true }
])

const NOW = '$1::timestamptz'

/** Most repositories have a gate, many have three; about one in ten of what they said is a failure. */
const GATES = [
  `insert into quality_gates (repo_id, name, is_default, conditions, block_on_fail, created_at, updated_at)
    select host_id, gate, gate = 'release', '${GATE}', gate <> 'told', ${NOW}, ${NOW}
    from repositories, unnest(array['release', 'security', 'told']) as gate
    where ${chance('host_id', 21)} < case gate when 'release' then 0.9 else 0.6 end`,
  `insert into gate_standings (repo_id, gate_name, block_on_fail, result, conditions, score, passed_count, failed_count,
      total_count, evaluated_at)
    select repo_id, name, block_on_fail, case when is_good then 'passed' else 'failed' end, '${FOUND}',
      case when is_good then 100 else 0 end, is_good::int, 1 - is_good::int, 1, ${NOW}
    from (select *, ${chance('id', 22)} < 0.9 as is_good from quality_gates) as gate`
]

const CONFIGURATIONS = [
  `insert into repo_configs (repo_id, overrides, version, updated_by, updated_at)
    select host_id, '{"settings":{"dry_run":false},"pillars":{"triage":{"enabled":true}}}', 1 + host_id % 5, 'api', ${NOW}
    from repositories where ${chance('host_id', 31)} < 0.6`,
  `insert into config_history (repo_id, action, before, after, version, updated_by, created_at)
    select repo_id, 'patch', '{}', overrides, n, 'api', ${NOW} from repo_configs, generate_series(1, version) as n`,
  `insert into config_files (repo_id, path, sha, content, fetched_at, checked_at)
    select host_id, '.service.yml', md5(host_id::text), '{"pillars":{"maintainer":{"stale":{"days":60}}}}', ${NOW}, ${NOW}
    from repositories where ${chance('host_id', 32)} < 0.5`
]

/** Of the last nine days: some are too old to say that a webhook is active. */
const DELIVERIES = [
  `insert into webhook_deliveries (delivery_id, event_name, action, repo, repo_id, installation_id, state, attempts,
      received_at, processed_at, payload_sha256)
    select host_id || '-' || n, 'issues', 'opened', full_name, host_id, installation_id, 'processed', 1, at, at,
      md5(host_id || '-' || n)
    from (select *, date_trunc('second', ${NOW} - interval '9 days' * ${chance('host_id * 10 + n', 41)}) as at
      from repositories, generate_series(1, 5) as n where ${chance('host_id', 42)} < 0.8) as sent`,
  `insert into delivery_hours (hour, event_name, total, processed)
    select date_trunc('hour', received_at, 'UTC'), event_name, count(*), count(*) from webhook_deliveries group by 1, 2`
]

export async function fillEvidence(
  sql: postgres.Sql,
  { scale, repositories, now }: { scale: number; repositories: number; now: Date }
): Promise<void> {
  await sql.unsafe(FEED, [Math.round(ACTIVITY * scale), repositories, now.toISOString()])
  await sql.unsafe(DECIDED, [Math.round(DECISIONS * scale), repositories, now.toISOString()])
  for (const text of [...FEED_SUMS, ...DECISION_SUMS]) await sql.unsafe(text)
  for (const text of [...GATES, ...CONFIGURATIONS, ...DELIVERIES]) {
    await sql.unsafe(text, text.includes(NOW) ? [now.toISOString()] : [])
  }
}
