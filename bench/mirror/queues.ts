// The merge queues with what has gone through them, rollbacks, and rules that send word of it, with the sums about them.
// Made by the database itself.
import type postgres from 'postgres'
import { momentWithin, oneOf, someRepository } from './drawn.js'
import { REPOSITORIES_PER_OWNER } from './fleet.js'

export interface QueueSize {
  repositories: number
  /** Pull requests that are in a queue, or were. */
  entries: number
}

const DAYS = 90
/** How many wait depends on the repositories, and not on what has landed before. */
const WAITING_EACH = 2
const RULES_EACH = 5
const ENTRIES_FOR_EACH_ROLLBACK = 200

const LANES = `
  insert into merge_queue_lanes (id, repo_id, base_branch, base_known_at, batches, last_batch, failed_builds, updated_at)
  select host_id, host_id, 'main', $1::timestamptz, '[]', 0, 0, $1::timestamptz from repositories`

const CONFIGS = `
  insert into merge_queue_configs (repo_id, enabled, merge_method, delete_branch, required_checks, max_queue_depth,
    check_timeout_mins, rollback_enabled, batch_size, speculative_depth, batch_max_wait_secs, max_attempts, admit_on, freezes,
    strict, allow_skip, created_at, updated_at)
  select host_id, true, 'squash', true, '{build,test}', 20, 60, true, 4, 2, 60, 3, '{label}', '[]', true, true,
    $1::timestamptz, $1::timestamptz from repositories`

const IS_WAITING = `n > $1::bigint - ${WAITING_EACH} * $2::bigint`
/** The last ones wait, as many in each repository; the others have ended. */
const ENTRIES = `
  insert into merge_queue_entries (repo_id, lane_id, repo_full_name, pr_number, pr_title, author_login, head_sha, head_branch,
    base_branch, is_own_branch, position, status, stage, priority, admitted_by, required_checks, checks_passed, checks_failed,
    waiting_on, merge_method, delete_branch, merge_error, merge_sha, blocked_reason, exit_reason, attempts, overtaken, left_out,
    batch_id, candidate_sha, admitted_at, pending_since, ready_at, merged_at, blocked_at, updated_at, ended_order, live)
  select repo_id, repo_id, full_name, n, 'Change number ' || n, 'person-' || n % 500, md5(n::text) || md5(n::text),
    'topic-' || n, 'main', true, place, status, case status when 'merging' then 'testing' end, 0, 'label', '{build,test}',
    case when status in ('ready', 'merging', 'merged') then '{build,test}'::text[] else '{build}' end,
    case status when 'blocked' then '{test}'::text[] else '{}' end,
    case status when 'pending' then '{test}'::text[] when 'ready' then '{turn}' when 'merging' then '{candidate}' else '{}' end,
    'squash', true, case status when 'blocked' then 'These checks failed: test. Push a fix.' end,
    case status when 'merged' then md5('merge ' || n) end, case status when 'blocked' then 'check_failed' end,
    case status when 'removed' then 'unlabelled' end, 0, 0, 0, case status when 'merging' then '1' end,
    case status when 'merging' then md5('candidate ' || n) end, at, at,
    case when status in ('ready', 'merging', 'merged') then at end, case status when 'merged' then at end,
    case status when 'blocked' then at end, at,
    case place when 0 then 8640000000000000 - extract(epoch from at)::bigint * 1000 else 0 end, live
  from (
    select *, case when is_waiting then row_number() over (partition by is_waiting, repo_id order by n) else 0 end as place
    from (select n, ${IS_WAITING} as is_waiting, ${momentWithin(DAYS)} as at,
      case when ${IS_WAITING} then 1 + n % $2::bigint else ${someRepository(71)} end as repo_id,
      case when ${IS_WAITING} then ${oneOf(['pending', 'ready', 'merging'], 'n', 72)}
        else ${oneOf([...Array.from({ length: 8 }, () => 'merged'), 'blocked', 'removed'], 'n', 73)} end as status
      from generate_series(1, $1::bigint) as n) as drawn
  ) as placed
  join (select host_id, full_name, deleted_at is null as live from repositories) as r on r.host_id = placed.repo_id`

const ROLLBACKS = `
  insert into rollback_events (repo_id, pr_number, title, base_branch, merge_commit, revert_commit, revert_pr_number,
    revert_pr_url, trigger_reason, trigger_details, status, initiated_by, error, run_id, created_at, completed_at, live)
  select repo_id, n, 'Change number ' || n, 'main', md5('merge ' || n), case status when 'reverted' then md5('revert ' || n) end,
    case status when 'reverted' then n + 1 end, case status when 'reverted' then 'https://host.example/pull/' || n + 1 end,
    'deploy_check_failed', 'The workflow deploy failed.', status, 'service[bot]',
    case status when 'failed' then 'Later changes conflict.' end, n, at, at, live
  from (select n, ${someRepository(74)} as repo_id, ${momentWithin(DAYS)} as at,
    ${oneOf(['reverted', 'reverted', 'reverted', 'failed'], 'n', 75)} as status from generate_series(1, $1::bigint) as n) as drawn
  join (select host_id, deleted_at is null as live from repositories) as r on r.host_id = drawn.repo_id`

const EVENTS = ['pr_merged', 'pr_blocked', 'merge_failure', 'ci_failure', 'queue_admitted']
const RULES = `
  insert into feedback_rules (id, installation_id, name, event_type, repo_filter, post_pr_comment, slack_url, slack_webhook,
    include_log_link, include_diff_preview, enabled, created_at, updated_at)
  select (host_id - 1) * ${RULES_EACH} + n, host_id, 'Rule ' || n, (array['${EVENTS.join("', '")}'])[n], '*', true,
    'https://chat.example/hook', 'https://chat.example/…hook', true, false, n < ${RULES_EACH}, $1::timestamptz, $1::timestamptz
  from installations, generate_series(1, ${RULES_EACH}) as n`

const DELIVERIES = `
  insert into feedback_deliveries (rule_id, event_type, subject, repo_id, pr_number, channel, state, attempts, last_error,
    created_at, ended_at, sent_at)
  select ((repo_id - 1) / ${REPOSITORIES_PER_OWNER}) * ${RULES_EACH} + 1 + n % ${RULES_EACH},
    (array['${EVENTS.join("', '")}'])[1 + n % ${RULES_EACH}], 'queue:' || n, repo_id, n,
    ${oneOf(['pr_comment', 'slack'], 'n', 77)}, state, 1, case state when 'failed' then 'The channel is gone.' end, at, at,
    case state when 'sent' then at end
  from (select n, ${someRepository(76)} as repo_id, ${momentWithin(DAYS)} as at,
    ${oneOf(['sent', 'sent', 'sent', 'failed'], 'n', 78)} as state from generate_series(1, $1::bigint) as n) as drawn`

const SUMS = [
  `insert into tallies (repo_id, day, measure, lane, amount)
    select repo_id, '-infinity'::date, 'queue.' || status, 0, count(*) from merge_queue_entries group by 1, 3`,
  `insert into feedback_sums (rule_id, channel, sent, failed)
    select rule_id, channel, count(*) filter (where state = 'sent'), count(*) filter (where state = 'failed')
    from feedback_deliveries group by 1, 2`
]

export async function fillQueues(
  sql: postgres.Sql,
  { repositories, entries }: QueueSize,
  now: Date
): Promise<void> {
  for (const text of [LANES, CONFIGS, RULES]) await sql.unsafe(text, [now.toISOString()])
  for (const text of [ENTRIES, DELIVERIES]) await sql.unsafe(text, [entries, repositories, now.toISOString()])
  const rollbacks = Math.round(entries / ENTRIES_FOR_EACH_ROLLBACK)
  await sql.unsafe(ROLLBACKS, [rollbacks, repositories, now.toISOString()])
  for (const text of SUMS) await sql.unsafe(text)
}
