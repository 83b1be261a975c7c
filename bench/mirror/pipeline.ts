// What happened to changes on their way, with the sums about it. Made by the database itself.
import type postgres from 'postgres'
import { chance, momentWithin, oneOf, someRepository } from './drawn.js'
import { keepSums } from './sums.js'

export interface PipelineSize {
  repositories: number
  events: number
}

const DAYS = 90
const TYPES = [
  ...['ci_run_completed', 'ci_run_completed', 'ci_run_completed', 'ci_run_completed', 'pr_admitted'],
  ...['pr_merged', 'pr_blocked', 'feedback_sent', 'heal_attempted', 'heal_succeeded']
]
const METADATA = `case type
  when 'pr_merged' then json_build_object('merge_sha', md5(n::text), 'method', 'squash', 'ci_ms', 60000 + n % 600000,
    'tested', n % 4 > 0)
  when 'pr_blocked' then json_build_object('reason', ${oneOf(['check_failed', 'conflict', 'check_timeout'], 'n', 63)})
  else json_build_object('run_id', n, 'workflow', 'build', 'conclusion', 'success') end`

const EVENTS = `
  insert into pipeline_events (repo_id, event_type, actor, ref, pr_number, duration_ms, success, metadata, occurred_at, live)
  select repo_id, type, 'service[bot]', 'topic-' || n % 1000, case when type like 'pr_%' then 1 + n / 100 end,
    case type when 'pr_merged' then floor(exp(${chance('n', 62)} * 12) * 1000) end, true, ${METADATA}, at, live
  from (select n, ${someRepository(61)} as repo_id, ${momentWithin(DAYS)} as at, ${oneOf(TYPES, 'n', 60)} as type
    from generate_series(1, $1::bigint) as n) as drawn
  join (select host_id, deleted_at is null as live from repositories) as r on r.host_id = drawn.repo_id`

const EVER = `'-infinity'::date`
const DAY = `(occurred_at at time zone 'UTC')::date`
const TYPE = `'telemetry.type.' || event_type`
const EJECTED = `'telemetry.ejected.' || (metadata->>'reason')`
const BUCKET = `least(88, floor(4 * log(2, greatest(1, duration_ms / 1000.0))))`
const ofMerges = (measure: string, amount: string, condition = 'true') =>
  `select repo_id, ${DAY}, ${measure}, ${amount} from pipeline_events
    where event_type = 'pr_merged' and ${condition} group by 1, 2, 3`

const SUMS = [
  `select repo_id, ${EVER}, 'telemetry.events', count(*) from pipeline_events group by 1`,
  `select repo_id, ${DAY}, 'telemetry.events', count(*) from pipeline_events group by 1, 2`,
  `select repo_id, ${EVER}, ${TYPE}, count(*) from pipeline_events group by 1, 3`,
  `select repo_id, ${DAY}, ${TYPE}, count(*) from pipeline_events group by 1, 2, 3`,
  `select repo_id, ${DAY}, ${EJECTED}, count(*) from pipeline_events where event_type = 'pr_blocked' group by 1, 2, 3`,
  ofMerges(`'telemetry.merges.timed'`, 'count(*)'),
  ofMerges(`'telemetry.merges.ms'`, 'sum(duration_ms)'),
  ofMerges(`'telemetry.merges.measured'`, 'count(*)'),
  ofMerges(`'telemetry.merges.ci_ms'`, `sum((metadata->>'ci_ms')::bigint)`),
  ofMerges(`'telemetry.merges.tested'`, 'count(*)', `(metadata->>'tested')::boolean`),
  ofMerges(`'telemetry.waits.' || ${BUCKET}`, 'count(*)')
]

export async function fillPipeline(
  sql: postgres.Sql,
  { repositories, events }: PipelineSize,
  now: Date
): Promise<void> {
  await sql.unsafe(EVENTS, [events, repositories, now.toISOString()])
  await keepSums(sql, SUMS)
}
