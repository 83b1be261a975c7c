// The floor of the lists of queue entries, rollbacks and feedback rules: bare Fastify sends what one prepared query makes
// of its rows.
import { bodyText, listText, moment, moments, page, serve, utc } from './by-hand.js'

const PER_PAGE = 20

const NAMED = `(select host_id from repositories where lower(full_name) collate "C" = lower($1) and deleted_at is null)`

const IN_ORDER = `t.ended_order, t.repo_full_name collate "C", t.base_branch collate "C", t.position, t.id`
const ENTRY = `t.id, t.repo_id, r.full_name as repo_full_name, r.owner, r.name as repo_name, t.pr_number, t.pr_title,
  t.author_login, t.head_sha, t.head_branch, t.base_branch, t.position, t.status, t.stage, t.priority, t.required_checks,
  t.checks_passed, t.checks_failed, t.waiting_on, t.merge_method, t.delete_branch, t.merge_error, t.merge_sha,
  t.blocked_reason, t.attempts, t.batch_id, t.candidate_sha,
  ${moments('next_attempt_at', 'admitted_at', 'ready_at', 'merged_at', 'blocked_at', 'updated_at')}`

const entries = (chosen: string) =>
  `select ${ENTRY} from (${chosen}) as t join repositories r on r.host_id = t.repo_id order by ${IN_ORDER}`
const chosenEntries = (condition: string, limit: number | string, what = '*') =>
  `(select ${what} from merge_queue_entries t where t.live ${condition} order by ${IN_ORDER} limit ${limit})`

const summed = (repository: string, measures: readonly string[]) =>
  `select sum(amount) from tallies where repo_id = ${repository} and day = '-infinity'
    and measure in ('queue.${measures.join("', 'queue.")}')`
const ACTIVE = ['pending', 'ready', 'merging']
const ALL = [...ACTIVE, 'merged', 'blocked', 'removed']

const firstEntries = (condition: string, total: string) =>
  page(entries(chosenEntries(condition, PER_PAGE)), total)

const CONFIG = `select t.id, t.repo_id, t.enabled, t.merge_method, t.delete_branch, t.required_checks, t.max_queue_depth,
  t.check_timeout_mins, t.rollback_enabled, t.base_branch, t.batch_size, t.speculative_depth, t.batch_max_wait_secs,
  t.max_attempts, t.admit_on, t.freezes, t.strict, t.allow_skip, ${moments('created_at', 'updated_at')}
  from merge_queue_configs t where t.repo_id = named.id`

const LANES = `select t.base_branch, count(*) as depth, null as frozen,
    (select stopped from merge_queue_lanes l where l.repo_id = named.id and l.base_branch = t.base_branch) as stopped,
    (array_agg(t.pr_number order by t.position))[1] as head_pr
  from merge_queue_entries t where t.live and t.repo_id = named.id and t.ended_order = 0
  group by t.base_branch order by t.base_branch collate "C"`

const OWN = 'and t.repo_id = named.id and t.ended_order'
const QUEUE = `select json_build_object(
    'entries', coalesce((select json_agg(shown) from (${entries(
      `select * from ${chosenEntries(`${OWN} = 0`, 'all')} as active
        union all select * from ${chosenEntries(`${OWN} > 0`, 100)} as ended`
    )}) as shown), '[]'),
    'config', (select row_to_json(config) from (${CONFIG}) as config),
    'lanes', coalesce((select json_agg(lane) from (${LANES}) as lane), '[]')
  )::text as body from ${NAMED} as named (id)`

const BY_AGE = 't.created_at desc, t.id desc'
const ROLLBACK = `t.id, t.repo_id, r.full_name as repo_full_name, t.pr_number, t.merge_commit, t.revert_commit,
  t.revert_pr_number, t.trigger_reason, t.trigger_details, t.status, t.initiated_by, t.error, t.run_id, t.decision_id,
  t.action_id, ${moments('created_at', 'completed_at', 'revert_merged_at')}`
const rollbacks = (condition: string) =>
  page(
    `select ${ROLLBACK} from (
        select * from rollback_events t where t.live ${condition} order by ${BY_AGE} limit ${PER_PAGE}
      ) as t join repositories r on r.host_id = t.repo_id order by ${BY_AGE}`,
    `select count(*) from rollback_events t where t.live ${condition}`
  )

const BY_NAME = 't.event_type collate "C", t.name collate "C", t.id'
const DELIVERIES = `(select json_agg(shown) from (
    select way as channel, d.state as last_state, d.last_error, ${utc('coalesce(d.ended_at, d.created_at)')} as last_at,
      coalesce(s.sent, 0) as sent, coalesce(s.failed, 0) as failed
    from (values ('pr_comment', 0), ('slack', 1), ('teams', 2)) as ways (way, place)
    left join feedback_sums s on s.rule_id = t.id and s.channel = way
    left join lateral (
      select * from feedback_deliveries d where d.rule_id = t.id and d.channel = way order by d.id desc limit 1
    ) d on true order by place
  ) as shown) as deliveries`
const RULES = page(
  `select t.id, t.installation_id, i.account_login as org, t.name, t.event_type, t.repo_filter, t.slack_webhook,
      t.teams_webhook, t.post_pr_comment, t.include_log_link, t.include_diff_preview, t.enabled, ${DELIVERIES},
      ${moment('t.created_at')}, ${moment('t.updated_at')}
    from (select * from feedback_rules t order by ${BY_NAME} limit ${PER_PAGE}) as t
    join installations i on i.host_id = t.installation_id order by ${BY_NAME}`,
  'select count(*) from feedback_rules'
)

const queries = {
  all: firstEntries('', summed('0', ALL)),
  // Only what is shown is looked up: the rows before are passed over within the index.
  deep: page(
    entries(
      `select t.* from ${chosenEntries('', `${PER_PAGE} offset $1`, 't.id')} as chosen join merge_queue_entries t using (id)`
    ),
    summed('0', ALL)
  ),
  active: firstEntries('and t.ended_order = 0', summed('0', ACTIVE)),
  merged: firstEntries(`and t.status = 'merged'`, summed('0', ['merged'])),
  ofRepository: firstEntries(`and t.repo_id = ${NAMED}`, summed(NAMED, ALL)),
  rollbacks: rollbacks(''),
  failedRollbacks: rollbacks(`and t.status = 'failed'`)
}

const whole = { page: 1, perPage: PER_PAGE }

await serve({
  '/api/phase2/queue': ({ page: number, active, status, repo }) => {
    if (number !== undefined)
      return listText(queries.deep, [(Number(number) - 1) * PER_PAGE], { ...whole, page: Number(number) })
    if (repo !== undefined) return listText(queries.ofRepository, [repo], whole)
    if (active !== undefined) return listText(queries.active, [], whole)
    return listText(status === undefined ? queries.all : queries.merged, [], whole)
  },
  '/api/phase2/queue/:owner/:repo': ({ owner, repo }) => bodyText(QUEUE, [`${owner}/${repo}`]),
  '/api/phase2/rollbacks': ({ status }) =>
    listText(status === undefined ? queries.rollbacks : queries.failedRollbacks, [], whole),
  '/api/phase2/feedback': () => listText(RULES, [], whole)
})
