// What the figures of repositories are reckoned from: one statement, so that all of them are of one moment.
import { type SQL, sql } from 'drizzle-orm'
import type { MetricFacts } from '../../schemas/facts.js'
import { type Db, idsIn, momentOf, rowsOf, type Tx } from './database.js'
import { configJoins, readinessColumns } from './readiness.js'

export interface MetricRow extends MetricFacts {
  repoId: number
}

const DAY_MS = 86_400_000
/** Windows of runs are whole days of the UTC calendar, the last of them today; all others end now. */
export function metricRows(db: Db | Tx, repoIds: readonly number[], now: Date): Promise<MetricRow[]> {
  const week = momentOf(new Date(now.getTime() - 7 * DAY_MS))
  const month = momentOf(new Date(now.getTime() - 30 * DAY_MS))
  return rowsOf(
    db,
    sql`select r.host_id::float8 as "repoId", ${readinessColumns(now)}, ever.*, lately.*, heal.*, pull.*, fix.*,
        ${staleSince(week)} as "staleIssues",
        (select count(*) from issues i where i.repo_id = r.host_id and i.live and i.duplicate_of is not null)::int as duplicates,
        (select count(*) from issues i where i.repo_id = r.host_id and i.live and i.state = 'open'
          and exists (select from unnest(i.labels) label where lower(label) = 'security'))::int as "openSecurityIssues",
        (select count(*) from webhook_deliveries d
          where d.repo_id = r.host_id and d.received_at >= ${week})::int as "deliveries7d"
      from repositories r ${configJoins}
      cross join lateral (${everSums}) as ever
      cross join lateral (${runSums(now)}) as lately
      cross join lateral (${healTimes}) as heal
      cross join lateral (${healPulls(week, month)}) as pull
      cross join lateral (${fixSums(week)}) as fix
      where r.host_id in ${idsIn(repoIds)} order by r.host_id`
  )
}

const of = (measures: readonly string[], more = sql``) => {
  const names = sql.join(
    measures.map((measure) => sql`${measure}`),
    sql`, `
  )
  return sql`coalesce(sum(amount) filter (where measure in (${names}) ${more}), 0)::float8`
}

const everSums = sql`select ${of(['issues.open'])} as "openIssues", ${of(['issues.closed'])} as "closedIssues",
    ${of(['issues.open.type.none', 'issues.closed.type.none'])} as "unjudgedIssues",
    ${of(['issues.triages'])} as triages, ${of(['issues.triages.seconds'])} as "triageSeconds"
  from tallies where repo_id = r.host_id and day = '-infinity'`

function runSums(now: Date): SQL {
  const day = sql`${now.toISOString().slice(0, 10)}::date`
  const week = sql`and day > ${day} - 7`
  const failed = ['ci.conclusion.failure', 'ci.conclusion.timed_out']
  return sql`select ${of(['ci.finished'], week)} as "runs7d", ${of(failed, week)} as "failures7d",
      ${of(['ci.finished'])} as "runs30d", ${of(failed)} as "failures30d"
    from tallies where repo_id = r.host_id and day > ${day} - 30`
}

/** Runs with a pull request of healing. */
const healTimes = sql`select count(healed_at)::float8 as heals,
    coalesce(sum(greatest(0, extract(epoch from healed_at - created_at))), 0)::float8 as "healSeconds"
  from ci_runs where repo_id = r.host_id and live and heal_pr_number is not null`

/** The pull requests that healing opened, each once. */
function healPulls(week: SQL, month: SQL): SQL {
  const count = (condition: SQL) => sql`count(*) filter (where ${condition})::int`
  return sql`select ${count(sql`p.created_at >= ${week}`)} as "healPrs7d",
      ${count(sql`p.created_at >= ${week} and p.state = 'merged'`)} as "mergedHealPrs7d",
      count(*)::int as "healPrs30d", ${count(sql`p.state = 'merged'`)} as "mergedHealPrs30d"
    from (select distinct heal_pr_number as number from ci_runs
      where repo_id = r.host_id and live and heal_pr_number is not null) as opened
    join pull_requests p on p.repo_id = r.host_id and p.number = opened.number and p.live and p.created_at >= ${month}`
}

/** Attempts to fix an issue that have come to their end, and those whose pull request was not refused. */
function fixSums(week: SQL): SQL {
  return sql`select count(*)::int as "fixes7d",
      count(*) filter (where status in ('submitted', 'merged'))::int as "acceptedFixes7d"
    from fix_attempts where repo_id = r.host_id and created_at >= ${week} and finished_at is not null and not dry_run`
}

/** All open ones but those touched since that day, which are few; and of that day what came before the moment. */
function staleSince(moment: SQL): SQL {
  return sql`(r.open_issues - coalesce((select sum(amount) from tallies where repo_id = r.host_id
      and day >= (${moment} at time zone 'UTC')::date and measure = 'issues.touched'), 0)
    + (select count(*) from issues i where i.live and i.state = 'open' and i.repo_id = r.host_id
      and i.updated_at >= date_trunc('day', ${moment}, 'UTC') and i.updated_at < ${moment}))::int`
}
