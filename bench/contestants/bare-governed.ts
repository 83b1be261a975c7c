// The floor of the lists about the upkeep of repositories: bare Fastify sends what one prepared query makes of its rows.
import { listText, moments, page, serve } from './by-hand.js'

const PER_PAGE = 20

/** A list whose rows have a repository. */
interface GovernedList {
  table: string
  fields: string
  lookups?: string
  order: string
  /** The sums of all of its rows. */
  measures: string
}

const VIOLATIONS: GovernedList = {
  table: 'violations',
  fields: `t.id, t.policy_id, p.name as policy_name, p.mode as policy_mode, t.repo_id, r.full_name as repo_full_name, r.owner,
    r.name as repo_name, t.branch, t.breaches as violations, t.status, t.reopen_count, t.action_id, t.remediated_by,
    t.suppressed_by, t.suppressed_reason,
    ${moments('detected_at', 'last_seen_at', 'remediated_at', 'suppressed_until', 'updated_at')}`,
  lookups: 'join policies p on p.id = t.policy_id',
  order: 't.detected_at desc, t.id desc',
  measures: `'violations.open', 'violations.remediated', 'violations.suppressed'`
}

const OF_REPOSITORY = 'r.full_name as repo_full_name, r.owner as repo_owner, r.name as repo_name'

const PEOPLE: GovernedList = {
  table: 'collaborators',
  fields: `t.id, t.repo_id, t.host_login, t.host_id, t.avatar_url, t.permission, t.role_name,
    ${moments('created_at', 'updated_at')}, ${OF_REPOSITORY}`,
  order: 't.rank, lower(t.host_login) collate "C", lower(t.repo_full_name) collate "C", t.id',
  measures: `'collaborators.admin', 'collaborators.maintain', 'collaborators.push', 'collaborators.triage', 'collaborators.pull'`
}

const BY_BRANCH = 't.pattern collate "C", t.id'
const RULES: GovernedList = {
  table: 'branch_rules',
  fields: `t.id, t.repo_id, t.pattern, t.required_reviews, t.dismiss_stale_reviews, t.require_code_owner_reviews,
    t.require_status_checks, t.required_status_checks, t.require_up_to_date_branch, t.enforce_admins, t.restrict_pushes,
    t.push_allowlist, t.allow_force_pushes, t.allow_deletions, t.require_signed_commits, t.require_linear_history,
    t.compliant, t.violation_ids, t.host_rule_id,
    ${moments('last_checked_at', 'synced_at', 'created_at', 'updated_at')}, ${OF_REPOSITORY}`,
  order: `lower(t.repo_full_name) collate "C", ${BY_BRANCH}`,
  measures: `'branch_rules.compliant', 'branch_rules.violated', 'branch_rules.unchecked'`
}

const summed = (repository: string, measures: string) =>
  `select sum(amount) from tallies where repo_id = ${repository} and day = '-infinity' and measure in (${measures})`

const first = ({ table, fields, lookups = '', order, measures }: GovernedList, condition = '') =>
  page(
    `select ${fields} from (select * from ${table} t where t.live ${condition} order by ${order} limit ${PER_PAGE}) as t
      join repositories r on r.host_id = t.repo_id ${lookups} order by ${order}`,
    summed('0', measures)
  )

/** Only what is shown is looked up: the rows before are passed over within the index. */
const deep = ({ table, fields, lookups = '', order, measures }: GovernedList) =>
  page(
    `select ${fields} from (select t.id from ${table} t where t.live order by ${order} limit ${PER_PAGE} offset $1) as chosen
      join ${table} t using (id) join repositories r on r.host_id = t.repo_id ${lookups} order by ${order}`,
    summed('0', measures)
  )

const NAMED = `(select host_id from repositories where lower(full_name) collate "C" = lower($1) and deleted_at is null)`

const own = ({ table, fields, lookups = '', order, measures }: GovernedList) =>
  page(
    `select ${fields} from (
        select * from ${table} t where t.live and t.repo_id = ${NAMED} order by ${order} limit ${PER_PAGE}
      ) as t join repositories r on r.host_id = t.repo_id ${lookups} order by ${order}`,
    summed(NAMED, measures)
  )

const open = (list: GovernedList): GovernedList => ({ ...list, measures: `'violations.open'` })

const STATE = `t.host_id as repo_id, t.full_name as repo_full_name, t.owner, t.name as repo_name, t.default_branch, s.in_sync,
  coalesce(to_json(s.drift_fields), '[]') as drift_fields, coalesce(to_json(s.unsupported_fields), '[]') as unsupported_fields,
  coalesce(s.reconcile_skip, false) as reconcile_skip, s.last_error,
  ${moments('last_reconciled_at', 'next_reconcile_at').replaceAll('t.', 's.')}`
const BY_STATE = 't.reconcile_rank, lower(t.full_name) collate "C", t.id'
const states = (chosen: string, total: string) =>
  page(
    `select ${STATE} from (${chosen}) as t left join reconcile_states s on s.repo_id = t.host_id order by ${BY_STATE}`,
    total
  )
const chosenStates = (what: string, condition: string, limit: string) =>
  `select ${what} from repositories t where t.deleted_at is null ${condition} order by ${BY_STATE} limit ${limit}`
const REPOSITORIES = summed('0', `'repos'`)
const DRIFTED = summed('0', `'reconciler.drifted'`)

const queries = {
  violations: first(open(VIOLATIONS), `and t.status = 'open'`),
  deepViolations: deep(VIOLATIONS),
  ownViolations: own({ ...VIOLATIONS, measures: VIOLATIONS.measures }),
  people: first(PEOPLE),
  deepPeople: deep(PEOPLE),
  ownPeople: own(PEOPLE),
  rules: first(RULES),
  deepRules: deep(RULES),
  ownRules: own({ ...RULES, order: BY_BRANCH }),
  states: states(chosenStates('*', '', String(PER_PAGE)), REPOSITORIES),
  deepStates: states(
    `select t.* from (${chosenStates('t.id', '', `${PER_PAGE} offset $1`)}) as chosen join repositories t using (id)`,
    REPOSITORIES
  ),
  drifted: states(chosenStates('*', 'and t.reconcile_rank = 1', String(PER_PAGE)), DRIFTED)
}

const whole = { page: 1, perPage: PER_PAGE }
type Asked = Record<string, string | undefined>

/** The page of this number, or the first one. */
const paged =
  (atFirst: string, byOffset: string) =>
  ({ page: number }: Asked) =>
    number === undefined
      ? listText(atFirst, [], whole)
      : listText(byOffset, [(Number(number) - 1) * PER_PAGE], { ...whole, page: Number(number) })

const ofRepository =
  (query: string) =>
  ({ owner, repo }: Asked) =>
    listText(query, [`${owner}/${repo}`], whole)

await serve({
  '/api/enforcement/violations': paged(queries.violations, queries.deepViolations),
  '/api/enforcement/violations/:owner/:repo': ofRepository(queries.ownViolations),
  '/api/maintainer/collaborators': paged(queries.people, queries.deepPeople),
  '/api/maintainer/collaborators/:owner/:repo': ofRepository(queries.ownPeople),
  '/api/maintainer/branch-rules': paged(queries.rules, queries.deepRules),
  '/api/maintainer/branch-rules/:owner/:repo': ofRepository(queries.ownRules),
  '/api/phase3/reconciler/repos': (asked) =>
    asked['in_sync'] === undefined
      ? paged(queries.states, queries.deepStates)(asked)
      : listText(queries.drifted, [], whole)
})
