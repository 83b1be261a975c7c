// The floor of the lists: bare Fastify sends what one prepared query, written by hand for one list, makes of its rows.
import { listText, moment, moments, page, serve } from './by-hand.js'

const OF_REPOSITORY = 'r.full_name as repo_full_name, r.owner as repo_owner, r.name as repo_name'
const ISSUE = `t.id, t.host_id, t.number, t.title, t.state, t.labels, t.assignees, t.author, t.triage_type,
  t.triage_priority, t.triage_summary, ${moments('triaged_at')}, t.duplicate_of,
  ${moments('dup_check_at')}, t.dup_check_at is not null as embedded,
  ${moments('created_at', 'updated_at', 'closed_at')}, ${OF_REPOSITORY}`
const RUN = `t.id, t.host_run_id, t.attempt as run_attempt, t.workflow_name, t.branch, t.head_sha, t.status,
  t.conclusion, t.heal_status, t.heal_failure_type, t.heal_root_cause, t.heal_fix_applied, t.heal_confidence,
  t.heal_pr_url, t.heal_pr_number, ${moments('healed_at', 'created_at', 'updated_at', 'completed_at')},
  r.installation_id, ${OF_REPOSITORY}`
const REPOSITORY = `t.id, t.host_id, t.installation_id, t.full_name, t.owner, t.name, t.language, t.stars, t.open_issues,
  t.open_prs, ${moments('last_synced_at')}, t.private, coalesce(t.default_branch, 'main') as default_branch,
  t.archived, exists (select from installations i where i.host_id = t.installation_id and i.suspended_at is not null)
    as suspended, ${moment('t.host_created_at').replace('as host_created_at', 'as created_at')},
  ${moment('t.created_at').replace('as created_at', 'as first_seen_at')}, ${moment('t.seen_at').replace('as seen_at', 'as updated_at')}`
/** What became of the last ten finished runs of each. */
const RECENT = `cross join lateral (
  select round(sum((conclusion = 'success')::int)::numeric
      / nullif(sum((conclusion in ('success', 'failure'))::int), 0), 4)::float8 as ci_pass_rate,
    (array_agg(conclusion order by created_at desc, id desc))[1] as last_ci_conclusion,
    count(*) filter (where heal_status = 'healed') as healed_runs,
    count(*) filter (where heal_status = 'failed') as failed_heal_runs
  from (select id, created_at, conclusion, heal_status from ci_runs
    where repo_id = t.host_id and live and conclusion is not null
    order by created_at desc, id desc limit 10) as run) as recent`

const rolledUp = (condition: string) =>
  `select sum(amount) from tallies where repo_id = 0 and day = '-infinity' and measure ${condition}`
const URGENCY = 't.priority_rank, t.created_at desc, t.id desc'
const issues = (choose: string) =>
  page(
    `select ${ISSUE} from ${choose} order by ${URGENCY} limit 50`,
    rolledUp(`in ('issues.open', 'issues.closed')`)
  )
const WITH_REPOSITORY = 'join repositories r on r.host_id = t.repo_id'

const queries = {
  first: issues(`issues t ${WITH_REPOSITORY} where t.live`),
  byOffset: issues(`(select t.id from issues t where t.live order by ${URGENCY} limit 50 offset $1) as chosen
    join issues t using (id) ${WITH_REPOSITORY}`),
  byKey: issues(`((select t.* from issues t where t.live and t.priority_rank = $1::int
      and (t.created_at, t.id) < ($2::timestamptz, $3::bigint) order by ${URGENCY} limit 50)
    union all (select t.* from issues t where t.live and t.priority_rank > $1::int order by ${URGENCY} limit 50)) as t
    ${WITH_REPOSITORY}`),
  failedHeals: page(
    `select ${RUN} from ci_runs t ${WITH_REPOSITORY} where t.live and t.heal_status = 'failed'
      order by t.created_at desc, t.id desc limit 20`,
    rolledUp(`= 'ci.runs.heal.failed'`)
  ),
  repositories: page(
    `select ${REPOSITORY}, recent.* from repositories t ${RECENT} where t.deleted_at is null
      order by lower(t.full_name) collate "C", t.id limit 20`,
    rolledUp(`= 'repos'`)
  )
}

function issuesText({ page = '1', cursor }: { page?: string; cursor?: string }) {
  const at = { page: Number(page), perPage: 50 }
  if (cursor !== undefined) return listText(queries.byKey, valuesOf(cursor), at)
  return at.page === 1
    ? listText(queries.first, [], at)
    : listText(queries.byOffset, [(at.page - 1) * 50], at)
}

/** The values of a cursor stand behind the mark of its list. */
function valuesOf(cursor: string): (string | number)[] {
  const text = Buffer.from(cursor, 'base64url').toString()
  return JSON.parse(text.slice(text.indexOf('[')))
}

await serve({
  '/api/issues': issuesText,
  '/api/ci': () => listText(queries.failedHeals, [], { page: 1, perPage: 20 }),
  '/api/repos': () => listText(queries.repositories, [], { page: 1, perPage: 20 })
})
