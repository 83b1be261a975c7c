// Statistics of tests, from sums that are kept beside the rows.
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { counter } from '#domain/counters/counter.js'
import { EVER } from '#domain/counters/tally.js'
import { FLAKY_STATUSES, type FlakyStatus } from '#schemas/flaky-tests/enums.js'
import type { FlakyStatistics } from '#schemas/flaky-tests/statistics.js'
import { flakyTests } from '#tables/flaky-tests/flaky-tests.js'
import { testDays } from '#tables/flaky-tests/test-days.js'
import { testRuns } from '#tables/flaky-tests/test-runs.js'
import { repositories } from '#tables/mirror/repositories.js'
import { tallies } from '#tables/mirror/tallies.js'
import { ofFleet, totalSum } from '../counters/tallies.js'
import { bareColumns, type Db, parseJson, precompiled, rowsOf, type Tx, utcColumns } from '../sql/database.js'
import { COST_MINUTES, FAILURE_PCT, IS_QUARANTINED, LISTED_TESTS } from './lists.js'

const t = alias(flakyTests, 't')
const r = alias(repositories, 'r')
const run = alias(testRuns, 't')
const dayColumn = bareColumns(testDays)

export interface FlakyTotals {
  tracked: number
  quarantined: number
  graduated: number
  high: number
  score: number
  repositories: number
}

const COUNTED = ['tracked', 'quarantined', 'graduated', 'high', 'score'] as const

/** Of one repository, or of all live ones. */
export async function flakyTotals(db: Db, repoId: number | undefined): Promise<FlakyTotals> {
  const scope = repoId === undefined ? ofFleet : sql`${tallies.repoId} = ${repoId}`
  const sums = COUNTED.map(
    (word) => sql`(${totalSum(scope, [counter('flaky', word)], EVER)})::float8 as ${sql.raw(word)}`
  )
  const [totals] = await rowsOf<FlakyTotals>(
    db,
    sql`select ${sql.join(sums, sql`, `)}, (${affected(repoId)})::float8 as repositories`
  )
  if (!totals) throw new Error('sums are one row')
  return totals
}

/** As many rows as there are repositories. */
const affected = (repoId: number | undefined): SQL => sql`
  select count(*) from ${tallies} join ${repositories} on ${repositories.hostId} = ${tallies.repoId}
  where ${tallies.day} = ${EVER} and ${tallies.measure} = ${counter('flaky', 'failing')} and ${tallies.amount} > 0
    and ${repositories.counted} ${repoId === undefined ? sql`` : sql`and ${tallies.repoId} = ${repoId}`}`

type Ranked = Pick<FlakyStatistics, 'top_flaky' | 'costliest' | 'recent_runs'>

const MOST_FLAKY = 5
const MOST_COSTLY = 10
const MOST_RECENT_RUNS = 10
const FEWEST_RUNS = 5

const NAME = precompiled(
  sql`${t.id}, ${t.suite}, ${t.name}, ${IS_QUARANTINED} as quarantined, ${r.fullName} as repo_full_name`
)
const RUN_FIELDS =
  precompiled(sql`${r.fullName} as repo_full_name, ${run.runId}, ${run.attempt}, ${run.status},
  ${run.reports}, ${run.tests}, ${run.failures}, ${run.notes}, ${utcColumns(run.readAt)}`)

/** The tests and the runs to look at first. */
export async function rankedTests(db: Db, repoId: number | undefined): Promise<Ranked> {
  const within = repoId === undefined ? sql`` : sql`and ${t.repoId} = ${repoId}`
  const listOf = (rows: SQL) => sql`(select coalesce(json_agg(row_to_json(one)), '[]') from (${rows}) as one)`
  const topFlaky = sql`select ${NAME}, ${FAILURE_PCT} as failure_pct, ${t.runCount}
    from (select * from ${flakyTests} t where ${LISTED_TESTS.visible} ${within} and ${t.scoreRank} > 0
        and ${t.passCount} > 0 and ${t.runCount} >= ${FEWEST_RUNS} and ${t.status} in ('tracked', 'quarantined')
      order by ${t.scoreRank} desc, ${t.runCount} desc, ${t.id} desc limit ${MOST_FLAKY}) as t ${LISTED_TESTS.join}`
  const costliest = sql`select ${NAME}, ${COST_MINUTES} as cost_minutes, ${t.blockedPulls}
    from (select * from ${flakyTests} t where ${LISTED_TESTS.visible} ${within} and ${t.costMs} > 0
        and ${t.status} in ('tracked', 'quarantined')
      order by ${t.costMs} desc, ${t.id} desc limit ${MOST_COSTLY}) as t ${LISTED_TESTS.join}`
  const recentRuns = sql`select ${RUN_FIELDS}
    from (select * from ${testRuns} t where live ${within}
      order by ${run.createdAt} desc, ${run.id} desc limit ${MOST_RECENT_RUNS}) as t ${LISTED_TESTS.join}`
  const [row] = await rowsOf<{ [Key in keyof Ranked]: Ranked[Key] | string }>(
    db,
    sql`select ${listOf(topFlaky)} as top_flaky, ${listOf(costliest)} as costliest, ${listOf(recentRuns)} as recent_runs`
  )
  if (!row) throw new Error('lists are one row')
  return {
    top_flaky: parseJson(row.top_flaky),
    costliest: parseJson(row.costliest),
    recent_runs: parseJson(row.recent_runs)
  }
}

export interface TestDaySums {
  total: number
  failures: number
}

/** By day, since this one. */
export async function sumsOfTestDays(
  db: Db,
  { since, repoId }: { since: string; repoId: number | undefined }
): Promise<Map<string, TestDaySums>> {
  const within = repoId === undefined ? sql`` : sql`and ${testDays.repoId} = ${repoId}`
  const rows = await rowsOf<TestDaySums & { day: string }>(
    db,
    sql`select ${testDays.day}::text as day, sum(${testDays.total})::float8 as total,
        sum(${testDays.failures})::float8 as failures
      from ${testDays} join ${repositories} on ${repositories.hostId} = ${testDays.repoId}
      where ${testDays.day} >= ${since} and ${repositories.counted} ${within} group by ${testDays.day}`
  )
  return new Map(rows.map(({ day, ...sums }) => [day, sums]))
}

/** The caller holds the repository. */
export async function addToTestDay(
  tx: Tx,
  { repoId, day, total, failures }: TestDaySums & { repoId: number; day: string }
): Promise<void> {
  await tx
    .insert(testDays)
    .values({ repoId, day, total, failures })
    .onConflictDoUpdate({
      target: [testDays.day, testDays.repoId],
      set: {
        total: sql`${testDays.total} + excluded.${dayColumn.total}`,
        failures: sql`${testDays.failures} + excluded.${dayColumn.failures}`
      }
    })
}

/** Each status, also one that no test has. */
export async function testsByStatus(db: Db): Promise<{ status: FlakyStatus; count: number }[]> {
  const counts = FLAKY_STATUSES.map(
    (status) => sql`(${totalSum(ofFleet, [counter('flaky', status)], EVER)})::float8 as ${sql.raw(status)}`
  )
  const [row] = await rowsOf<Record<FlakyStatus, number>>(db, sql`select ${sql.join(counts, sql`, `)}`)
  return FLAKY_STATUSES.map((status) => ({ status, count: row?.[status] ?? 0 }))
}
