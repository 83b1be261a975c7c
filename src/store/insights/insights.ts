// Reads about the fleet, and about the merges of a repository.

import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Measure } from '#domain/counters/counter.js'
import type { DayRange, Sums, SumsQuery, Tally } from '#domain/counters/tally.js'
import { MERGE_TIME_HOURS, type MergeTimes, MOST_TRENDS } from '#schemas/insights/insights.js'
import { installations } from '#tables/mirror/installations.js'
import { pullRequests } from '#tables/mirror/pull-requests.js'
import { repositories } from '#tables/mirror/repositories.js'
import { tallies } from '#tables/mirror/tallies.js'
import { amountsOf, FLEET } from '../counters/tallies.js'
import { worstFirst } from '../mirror/repo-health.js'
import { type Db, rowsOf, valueList } from '../sql/database.js'

const t = alias(repositories, 't')
const worst = alias(repositories, 'worst')
const s = alias(tallies, 's')
const p = alias(pullRequests, 'p')

/** The part of the overview that a row belongs to. */
type OverviewPart = 'ever' | 'runs' | 'merges' | 'installations'

/** Loads the whole overview in one round trip. */
export async function overviewSums(db: Db, { runs, merges }: { runs: SumsQuery; merges: SumsQuery }) {
  const part = (name: OverviewPart, amounts: SQL) =>
    sql`select ${name}::text as part, measure, sum(amount)::float8 as amount from (${amounts}) as amounts
      group by measure`
  const rows = await rowsOf<{ part: OverviewPart; measure: Measure; amount: number }>(
    db,
    sql`${part(
      'ever',
      sql`select ${s.measure}, ${s.amount} from ${tallies} s
        where ${s.repoId} = ${FLEET} and ${s.day} = '-infinity'`
    )}
      union all ${part('runs', amountsOf(FLEET, runs))}
      union all ${part('merges', amountsOf(FLEET, merges))}
      union all select 'installations', '', count(*)::float8 from ${installations}
        where ${installations.deletedAt} is null`
  )
  const of = (name: OverviewPart): Sums =>
    new Map(rows.filter(({ part }) => part === name).map(({ measure, amount }) => [measure, amount]))
  return {
    ever: of('ever'),
    runs: of('runs'),
    merges: of('merges'),
    installations: rows.find(({ part }) => part === 'installations')?.amount ?? 0
  }
}

/**
 * Daily counters of the repositories with the worst health, by full name. The sums of each are one value: rows of them
 * would be joined, for which the planner reads the counters of all repositories.
 */
export async function worstTrends(db: Db, { from, to, measures }: SumsQuery): Promise<Map<string, Tally[]>> {
  const rows = await rowsOf<{ fullName: string; sums: string }>(
    db,
    sql`with worst as materialized (
        select ${t.hostId}, ${t.fullName}, row_number() over () as nth from (
          select t.* from ${repositories} t where ${t.deletedAt} is null and ${t.healthStatus} <> 'unknown'
          order by ${worstFirst.by} limit ${MOST_TRENDS}
        ) as t
      )
      select ${worst.fullName} as "fullName", run.* from worst cross join lateral (
        select json_agg(json_build_array(${s.day}, ${s.measure}, ${s.amount}))::text as sums from ${tallies} s
        where ${s.repoId} = ${worst.hostId} and ${s.day} between ${from}::date and ${to}::date
          and ${s.measure} in (${valueList(measures)})
      ) as run
      where run.sums is not null order by nth`
  )
  return new Map(rows.map(({ fullName, sums }) => [fullName, talliesIn(sums)]))
}

function talliesIn(sums: string): Tally[] {
  // Cast: the statement above wrote them.
  const found = JSON.parse(sums) as [day: string, measure: Measure, amount: number][]
  return found.map(([day, measure, amount]) => ({ day, measure, amount }))
}

/** The time from creation to merge of the pull requests merged on these days. */
export async function mergeTimes(db: Db, repoId: number, { from, to }: DayRange): Promise<MergeTimes> {
  const bounds = sql.raw(MERGE_TIME_HOURS.map((hours) => `(${hours * 3_600})`).join(', '))
  const rows = await rowsOf<Omit<MergeTimes, 'buckets'> & { bucket: number | null }>(
    db,
    sql`select bucket, count(*)::int as count, avg(seconds)::float8 as average,
        percentile_cont(0.5) within group (order by seconds) as p50,
        percentile_cont(0.9) within group (order by seconds) as p90
      from (
        select seconds, (select count(*) from (values ${bounds}) as bound (most) where seconds > most)::int as bucket
        from (
          select greatest(0, extract(epoch from ${p.mergedAt} - ${p.createdAt}))::float8 as seconds
          from ${pullRequests} p where ${p.repoId} = ${repoId} and ${p.live} and ${p.state} = 'merged'
            and ${p.mergedAt} >= ${from}::timestamp at time zone 'UTC'
            and ${p.mergedAt} < (${to}::date + 1)::timestamp at time zone 'UTC'
        ) as merge
      ) as merge
      group by grouping sets ((), (bucket))`
  )
  const whole = rows.find(({ bucket }) => bucket === null)
  if (!whole) throw new Error('the whole is always one row')
  const { count, average, p50, p90 } = whole
  const buckets = rows.flatMap(({ bucket, count }) => (bucket === null ? [] : [[bucket, count] as const]))
  return { count, average, p50, p90, buckets: new Map(buckets) }
}
