// The counts behind the metrics of repositories, read by one statement and so in one snapshot.

import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { counter, type Measure } from '#domain/counters/counter.js'
import type { MetricFacts } from '#domain/gates/facts.js'
import { DAY_MS } from '#domain/time/durations.js'
import { webhookDeliveries } from '#tables/deliveries/webhook-deliveries.js'
import { ciRuns } from '#tables/mirror/ci-runs.js'
import { issues } from '#tables/mirror/issues.js'
import { pullRequests } from '#tables/mirror/pull-requests.js'
import { repositories } from '#tables/mirror/repositories.js'
import { tallies } from '#tables/mirror/tallies.js'
import { quoted } from '../counters/quoted-name.js'
import { type Db, idsIn, momentOf, rowsOf, type Tx, valueList } from '../sql/database.js'
import { configJoins, readinessColumns } from './readiness.js'

const r = alias(repositories, 'r')
const i = alias(issues, 'i')
const d = alias(webhookDeliveries, 'd')
const p = alias(pullRequests, 'p')

export interface MetricRow extends MetricFacts {
  repoId: number
}

/** What a capability counts of a repository `r` since a moment: a select of one row with some of the facts. */
export type GateCounts = (since: SQL) => SQL

/** Windows end now and begin a multiple of 24 hours ago, so that no metric jumps at midnight. */
export function metricRows(
  db: Db | Tx,
  repoIds: readonly number[],
  { now, counts }: { now: Date; counts: readonly GateCounts[] }
): Promise<MetricRow[]> {
  const week = momentOf(new Date(now.getTime() - 7 * DAY_MS))
  const month = momentOf(new Date(now.getTime() - 30 * DAY_MS))
  const others = counts.map((count, at) => ({ name: sql.raw(`other${at}`), count }))
  return rowsOf(
    db,
    sql`select ${r.hostId}::float8 as "repoId", ${readinessColumns(now)}, ever.*, lately.*, heal.*, pull.*,
        ${sql.join(others.map(({ name }) => sql`${name}.*, `))}${staleSince(week)} as "staleIssues",
        (select count(*) from ${issues} i where ${i.repoId} = ${r.hostId} and ${i.live}
          and ${i.duplicateOf} is not null)::int as duplicates,
        (select count(*) from ${issues} i where ${i.repoId} = ${r.hostId} and ${i.live} and ${i.state} = 'open'
          and exists (select from unnest(${i.labels}) label
            where lower(label) = 'security'))::int as "openSecurityIssues",
        (select count(*) from ${webhookDeliveries} d
          where ${d.repoId} = ${r.hostId} and ${d.receivedAt} >= ${week})::int as "deliveries7d"
      from ${repositories} r ${configJoins}
      cross join lateral (${everSums}) as ever
      cross join lateral (${runSums(week, month)}) as lately
      cross join lateral (${healTimes}) as heal
      cross join lateral (${healPulls(week, month)}) as pull
      ${sql.join(others.map(({ name, count }) => sql`cross join lateral (${count(week)}) as ${name} `))}
      where ${r.hostId} in ${idsIn(repoIds)} order by ${r.hostId}`
  )
}

const of = (measures: readonly Measure[], more = sql``) =>
  sql`coalesce(sum(${tallies.amount}) filter (where ${tallies.measure} in (${valueList(measures)}) ${more}), 0)::float8`

const everSums = sql`select ${of([counter('issues', 'open')])} as "openIssues",
    ${of([counter('issues', 'closed')])} as "closedIssues",
      ${of([counter('issues', 'open', 'type', 'none'), counter('issues', 'closed', 'type', 'none')])} as "unjudgedIssues",
    ${of([counter('issues', 'triages')])} as triages,
      ${of([counter('issues', 'triages', 'seconds')])} as "triageSeconds"
  from ${tallies} where ${tallies.repoId} = ${r.hostId} and ${tallies.day} = '-infinity'`

/** Sums the days of a window, and subtracts the part of the first day before the window. */
function runSums(week: SQL, month: SQL): SQL {
  const failed = [counter('ci', 'conclusion', 'failure'), counter('ci', 'conclusion', 'timed_out')]
  const ofDays = (measures: readonly Measure[], since: SQL) =>
    of(measures, sql`and ${tallies.day} >= ${dayOf(since)}`)
  return sql`select ${ofDays([counter('ci', 'finished')], week)} - early_week.runs as "runs7d",
      ${ofDays(failed, week)} - early_week.failures as "failures7d",
      ${ofDays([counter('ci', 'finished')], month)} - early_month.runs as "runs30d",
      ${ofDays(failed, month)} - early_month.failures as "failures30d"
    from (${runsBefore(week)}) as early_week cross join (${runsBefore(month)}) as early_month
    left join ${tallies} on ${tallies.repoId} = ${r.hostId} and ${tallies.day} >= ${dayOf(month)}
    group by early_week.runs, early_week.failures, early_month.runs, early_month.failures`
}

const dayOf = (moment: SQL) => sql`(${moment} at time zone 'UTC')::date`

/** Runs of the day of a moment before that moment: less than a day, read from an index. */
const runsBefore = (moment: SQL) => sql`select count(${ciRuns.conclusion})::float8 as runs,
    (count(*) filter (where ${ciRuns.conclusion} in ('failure', 'timed_out')))::float8 as failures
  from ${ciRuns} where ${ciRuns.repoId} = ${r.hostId} and ${ciRuns.live}
    and ${ciRuns.createdAt} >= date_trunc('day', ${moment}, 'UTC') and ${ciRuns.createdAt} < ${moment}`

/** Runs with a pull request by healing. */
const healTimes = sql`select count(${ciRuns.healedAt})::float8 as heals,
    coalesce(sum(greatest(0, extract(epoch from ${ciRuns.healedAt} - ${ciRuns.createdAt}))), 0)::float8 as "healSeconds"
  from ${ciRuns} where ${ciRuns.repoId} = ${r.hostId} and ${ciRuns.live} and ${ciRuns.healPrNumber} is not null`

/** The pull requests by healing, each counted once. */
function healPulls(week: SQL, month: SQL): SQL {
  const count = (condition: SQL) => sql`count(*) filter (where ${condition})::int`
  return sql`select ${count(sql`${p.createdAt} >= ${week}`)} as "healPrs7d",
      ${count(sql`${p.createdAt} >= ${week} and ${p.state} = 'merged'`)} as "mergedHealPrs7d",
      count(*)::int as "healPrs30d", ${count(sql`${p.state} = 'merged'`)} as "mergedHealPrs30d"
    from (select distinct ${ciRuns.healPrNumber} as number from ${ciRuns}
      where ${ciRuns.repoId} = ${r.hostId} and ${ciRuns.live} and ${ciRuns.healPrNumber} is not null) as opened
    join ${pullRequests} p on ${p.repoId} = ${r.hostId} and ${p.number} = opened.number and ${p.live}
      and ${p.createdAt} >= ${month}`
}

/** Open issues without the few that were touched since that day, plus those touched on that day before the moment. */
function staleSince(moment: SQL): SQL {
  return sql`(${r.openIssues} - coalesce((select sum(${tallies.amount}) from ${tallies}
      where ${tallies.repoId} = ${r.hostId} and ${tallies.day} >= ${dayOf(moment)} and ${tallies.measure} = ${quoted(counter('issues', 'touched'))}), 0)
    + (select count(*) from ${issues} i where ${i.live} and ${i.state} = 'open' and ${i.repoId} = ${r.hostId}
      and ${i.updatedAt} >= date_trunc('day', ${moment}, 'UTC') and ${i.updatedAt} < ${moment}))::int`
}
