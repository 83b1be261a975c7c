// What keeps the repositories in order: people with access, rules of branches, violations of policies, and how the
// reconciler found each repository, with the sums about them. Made by the database itself.
import type postgres from 'postgres'
import { chance, momentWithin, oneOf, someRepository } from './drawn.js'
import { REPOSITORIES_PER_OWNER } from './fleet.js'
import { keepSums } from './sums.js'

export interface GovernedSize {
  repositories: number
  /** Of people, of rules and of violations, each. */
  rows: number
}

const DAYS = 90
const POLICIES_EACH = 5

const POLICIES = `
  insert into policies (id, installation_id, name, branch_pattern, min_reviews, required_status_check_contexts, mode,
    enabled, created_at, updated_at)
  select (host_id - 1) * ${POLICIES_EACH} + n, host_id, 'Policy ' || n, 'release/*', 2, '{}',
    case when n < 4 then 'enforce' else 'audit' end, true, $1::timestamptz, $1::timestamptz
  from installations, generate_series(1, ${POLICIES_EACH}) as n`

/** Numbers from 1 to $1, each with a repository of this seed. */
const drawn = (seed: number, more: string) => `
  (select n, ${someRepository(seed)} as repo_id, ${momentWithin(DAYS)} as at, ${more}
    from generate_series(1, $1::bigint) as n) as drawn
  join (select host_id, full_name, deleted_at is null as live from repositories) as r on r.host_id = drawn.repo_id`

const PEOPLE = `
  insert into collaborators (repo_id, host_id, host_login, avatar_url, permission, role_name, repo_full_name, created_at,
    updated_at, live)
  select repo_id, n, 'person-' || n, 'https://host.example/avatars/' || n, permission, permission, full_name, at, at, live
  from ${drawn(51, `${oneOf(['admin', 'maintain', 'push', 'push', 'push', 'triage', 'pull', 'pull'], 'n', 52)} as permission`)}`

const RULES = `
  insert into branch_rules (repo_id, pattern, required_reviews, dismiss_stale_reviews, require_code_owner_reviews,
    require_status_checks, required_status_checks, require_up_to_date_branch, enforce_admins, restrict_pushes,
    push_allowlist, allow_force_pushes, allow_deletions, require_signed_commits, require_linear_history, compliant,
    last_checked_at, repo_full_name, synced_at, created_at, updated_at, live)
  select repo_id, 'release/' || n, n % 3, true, false, true, '{build,test}', false, true, false, '{}', false, false, false,
    true, case when c < 0.7 then true when c < 0.9 then false end, case when c < 0.9 then at end, full_name, at, at, at, live
  from ${drawn(53, `${chance('n', 54)} as c`)}`

const BREACHES = JSON.stringify([{ field: 'required_reviews', expected: 2, actual: 1 }])

const VIOLATIONS = `
  insert into violations (policy_id, repo_id, branch, breaches, status, reopen_count, detected_at, last_seen_at,
    remediated_at, remediated_by, suppressed_by, suppressed_reason, updated_at, live)
  select ((repo_id - 1) / ${REPOSITORIES_PER_OWNER}) * ${POLICIES_EACH} + 1 + n % ${POLICIES_EACH}, repo_id, 'release/' || n,
    '${BREACHES}', status, 0, at, at, case status when 'remediated' then at end,
    case status when 'remediated' then ${oneOf(['auto', 'external'], 'n', 56)} end,
    case status when 'suppressed' then 'person-1' end, case status when 'suppressed' then 'It is known.' end, at, live
  from ${drawn(55, `${oneOf(['open', 'open', 'open', 'remediated', 'remediated', 'suppressed'], 'n', 57)} as status`)}`

/** Some repositories were never read, and have no state. */
const STATES = [
  `insert into reconcile_states (repo_id, in_sync, drift_fields, unsupported_fields, reconcile_skip, differences,
      action_ids, last_reconciled_at, next_reconcile_at, created_at, updated_at)
    select host_id, c < 0.7, case when c < 0.7 then '{}'::text[] else '{labels,protection.required_reviews}' end, '{}', false,
      '[]', '{}', $1::timestamptz, $1::timestamptz + interval '1 day', $1::timestamptz, $1::timestamptz
    from (select host_id, ${chance('host_id', 58)} as c from repositories) as r where c < 0.9`,
  `update repositories r set reconcile_rank = case when s.in_sync then 2 else 1 end
    from reconcile_states s where s.repo_id = r.host_id and $1::timestamptz is not null`
]

const EVER = `'-infinity'::date`
const DETECTED = `(detected_at at time zone 'UTC')::date`
const STATUS = `'violations.' || status`
const SYNC = `case when in_sync then 'reconciler.in_sync' else 'reconciler.drifted' end`
const SUMS = [
  `select repo_id, ${EVER}, ${SYNC}, count(*) from reconcile_states group by 1, 3`,
  `select repo_id, ${EVER}, 'collaborators.' || permission, count(*) from collaborators group by 1, 3`,
  `select repo_id, ${EVER}, 'branch_rules.' || compliance, count(*) from branch_rules group by 1, 3`,
  `select repo_id, ${EVER}, ${STATUS}, count(*) from violations group by 1, 3`,
  `select repo_id, ${DETECTED}, ${STATUS}, count(*) from violations group by 1, 2, 3`,
  `select repo_id, ${DETECTED}, 'violations.auto', count(*) from violations where remediated_by = 'auto' group by 1, 2`,
  `select repo_id, 'infinity'::date, 'violations.policy.' || policy_id || '.' || status, count(*) from violations group by 1, 3`
]

export async function fillGovernance(
  sql: postgres.Sql,
  { repositories, rows }: GovernedSize,
  now: Date
): Promise<void> {
  for (const text of [POLICIES, ...STATES]) await sql.unsafe(text, [now.toISOString()])
  for (const text of [PEOPLE, RULES, VIOLATIONS])
    await sql.unsafe(text, [rows, repositories, now.toISOString()])
  await keepSums(sql, SUMS)
}
