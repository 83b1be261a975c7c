// The floor of feed, decisions, gates and readiness: bare Fastify sends what one prepared query makes of its rows.
import { SOURCE_META } from '#schemas/activity/activity.js'
import { READINESS } from '#schemas/gates/readiness.js'
import { bodyText, listText, moments, page, serve, utc } from './by-hand.js'

const META = `'${JSON.stringify(SOURCE_META)}'::json`
const SOURCES_BESIDE = `,"sources":${JSON.stringify(SOURCE_META)}`
const PER_PAGE = 20
const NEWEST = 't.created_at desc, t.id desc'

const ITEM = `t.source, t.source_id, r.full_name as repo, t.target_number, t.target_url, t.action_type, t.status, t.detail,
  ${moments('created_at')}, ${META} -> t.source as meta`
const summedFeed = (condition: string) =>
  `select sum(amount) from activity_sums where repo_id = 0 and hour = '-infinity' ${condition}`
const feed = (condition: string, sums: string) =>
  page(
    `select ${ITEM} from activity t left join repositories r on r.host_id = t.repo_id ${condition}
      order by ${NEWEST} limit ${PER_PAGE}`,
    summedFeed(sums)
  )

const DECISION = `t.id, t.repo_id, r.full_name as repo, t.source, t.trigger_event, t.target_type, t.target_number,
  t.target_branch, t.pillar, t.decision, t.reason, t.conditions::json as conditions, t.config_used::json as config_used,
  t.config_version, t.waiver_id, t.commit_sha, t.actor, array(
    select a.id from managed_actions a where a.decision_id = t.id order by a.id) as action_ids, ${moments('created_at')}`
const WORDS = ['acted', 'skipped', 'dry_run', 'blocked', 'error']
const SOURCES = ['triage', 'ci_heal', 'maintainer', 'enforcement']
const summedDecisions = (sources: string[]) => {
  const measures = sources.flatMap((source) => WORDS.map((word) => `'decisions.of.${source}.${word}'`))
  return `select sum(amount) from evidence_tallies where repo_id = 0 and day = '-infinity' and measure in (${measures})`
}
const decisions = (condition: string, sources: string[]) =>
  page(
    `select ${DECISION} from decisions t join repositories r on r.host_id = t.repo_id ${condition}
      order by ${NEWEST} limit ${PER_PAGE}`,
    summedDecisions(sources)
  )

/** Only what is shown is looked up: the rows before are passed over within the index. */
const deep = (fields: string, table: string, total: string) =>
  page(
    `select ${fields} from (select t.id from ${table} t order by ${NEWEST} limit ${PER_PAGE} offset $1) as chosen
      join ${table} t using (id) left join repositories r on r.host_id = t.repo_id order by ${NEWEST}`,
    total
  )

const gates = `
  select json_build_object('total_repos', count(*), 'passed', count(*) filter (where overall = 'passed'),
    'failed', count(*) filter (where overall = 'failed'), 'warning', count(*) filter (where overall = 'warning'),
    'repos', coalesce(json_agg(json_build_object('repo', full_name, 'repoId', host_id, 'overall', overall, 'gates', gates)
      order by lower(full_name) collate "C", id), '[]'))::text as body
  from (
    select r.id, r.host_id, r.full_name, own.* from repositories r join (
      select s.repo_id, case when bool_or(s.result = 'failed' and s.block_on_fail) then 'failed'
          when bool_or(s.result = 'failed') then 'warning' else 'passed' end as overall,
        json_agg(json_build_object('name', s.gate_name, 'result', s.result, 'score', s.score,
          'block_on_fail', s.block_on_fail, 'evaluated_at', ${utc('s.evaluated_at')}) order by s.gate_name collate "C") as gates
      from gate_standings s group by s.repo_id
    ) as own on own.repo_id = r.host_id where r.deleted_at is null
  ) as repo`

const STALE = `'{pillars,maintainer,stale}'`
const CHECKS = Object.entries(READINESS)
/** Passed or not, and what was found in words, by check. */
const FINDINGS: Record<keyof typeof READINESS, [string, string]> = {
  webhook_active: [
    'delivered_at is not null',
    `coalesce('The last delivery came at ' || ${utc('delivered_at')} || '.', 'No delivery in the last 7 days.')`
  ],
  repo_synced: [
    'last_synced_at is not null',
    `coalesce('Last synced at ' || ${utc('last_synced_at')} || '.', 'It has never been synced.')`
  ],
  service_yml: [
    'path is not null',
    `case when path is not null then 'Read from ' || path || '.' when error is null
      then 'No file was found on the default branch.' else 'The file could not be read.' end`
  ],
  config_overrides: [
    'overrides > 0',
    `case coalesce(overrides, 0) when 0 then 'No overrides are set.' when 1 then 'Overrides of 1 key are set.'
      else 'Overrides of ' || overrides || ' keys are set.' end`
  ],
  stale_policy: [
    'stale',
    `case when stale then 'Its configuration says when something is stale.'
      else 'Neither its file nor its overrides say when something is stale.' end`
  ],
  issues_triaged: [
    'triages > 0',
    `coalesce(triages, 0) || case triages when 1 then ' issue has' else ' issues have' end || ' been judged.'`
  ],
  ci_runs_received: [
    'runs > 0',
    `coalesce(runs, 0) || case runs when 1 then ' run is' else ' runs are' end || ' known.'`
  ],
  branch_protection: ['false', `'The protection of its branches is not known.'`],
  config_versioned: [
    'changes > 0',
    `coalesce(changes, 0) || case changes when 1 then ' change is' else ' changes are' end || ' on record.'`
  ]
}
const POINTS = CHECKS.map(([id, { weight }]) => `${weight} * pass_${id}::int`).join(' + ')
const checkOf = ([id, { label, weight }]: (typeof CHECKS)[number]) =>
  `json_build_object('id', '${id}', 'label', '${label}', 'weight', ${weight}, 'pass', pass_${id}, 'detail', said_${id})`
const facts = Object.entries(FINDINGS).map(([id, [pass, said]]) => [
  `coalesce(${pass}, false) as pass_${id}`,
  `${said} as said_${id}`
])
const readiness = `
  with facts as (
    select r.id, r.full_name as repo, r.owner, r.name, r.language, r.private, r.last_synced_at, file.path, file.error,
      (select count(*) from json_object_keys(config.overrides)) as overrides,
      coalesce(file.content #> ${STALE}, config.overrides #> ${STALE}) is not null as stale, sums.*, changes, delivered_at
    from repositories r
    left join repo_configs config on config.repo_id = r.host_id
    left join config_files file on file.repo_id = r.host_id
    left join (select repo_id, count(*) as changes from config_history group by repo_id) as history on history.repo_id = r.host_id
    left join lateral (select max(received_at) as delivered_at from webhook_deliveries
      where repo_id = r.host_id and received_at >= now() - interval '7 days') as delivery on true
    left join lateral (
      select sum(amount) filter (where measure = 'issues.triages') as triages, sum(amount) filter (where measure = 'ci.runs') as runs
      from tallies where repo_id = r.host_id and day = '-infinity' and measure in ('issues.triages', 'ci.runs')
    ) as sums on true
    where r.deleted_at is null
  ), checked as materialized (
    select *, ${POINTS} as score from (select *, ${facts.map(([pass]) => pass)} from facts) as passed
  )
  select (select json_agg(page) from (
      select repo, owner, name, language, private, ${utc('last_synced_at')} as last_synced_at, score, score as earned,
        100 as possible, json_build_array(${CHECKS.map(checkOf)}) as checks
      from (select *, ${facts.map(([, said]) => said)} from checked
        order by lower(repo) collate "C", id limit ${PER_PAGE}) as shown
      order by lower(repo) collate "C", id
    ) as page)::text as data, count(*)::int as total,
    ',"total_repos":' || count(*) || ',"average_score":' || round(avg(score)) || ',"check_coverage":' || json_build_object(
      ${CHECKS.map(([id, { label }]) => `'${id}', json_build_object('label', '${label}', 'passed', count(*) filter (where pass_${id}), 'total', count(*))`)}
    ) as beside
  from checked`

const whole = { page: 1, perPage: PER_PAGE }
const offsetOf = (number: string) => (Number(number) - 1) * PER_PAGE
const queries = {
  feed: feed('', ''),
  feedOf: feed(`where t.source = 'action'`, `and source = 'action'`),
  deepFeed: deep(ITEM, 'activity', summedFeed('')),
  decisions: decisions('', SOURCES),
  decisionsOf: decisions(`where t.source = 'ci_heal'`, ['ci_heal']),
  deepDecisions: deep(DECISION, 'decisions', summedDecisions(SOURCES))
}

await serve({
  '/api/activity': async ({ source, page: number }) => {
    const [query, values]: [string, number[]] = number
      ? [queries.deepFeed, [offsetOf(number)]]
      : [source ? queries.feedOf : queries.feed, []]
    const text = await listText(query, values, { ...whole, page: Number(number ?? 1) })
    return `${text.slice(0, -1)}${SOURCES_BESIDE}}`
  },
  '/api/decisions': ({ source, page: number }) =>
    number
      ? listText(queries.deepDecisions, [offsetOf(number)], { ...whole, page: Number(number) })
      : listText(source ? queries.decisionsOf : queries.decisions, [], whole),
  '/api/gates': () => bodyText(gates, []),
  '/api/readiness': () => listText(readiness, [], whole)
})
