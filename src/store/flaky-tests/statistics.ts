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
import { type FiguresQuery, figuresOf, inScope, readFigures, type Within } from '../counters/figures.js'
import { quoted, quotedList } from '../counters/quoted-name.js'
import { ofFleet, totalSum } from '../counters/tallies.js'
import { bareColumns, type Db, literal, parseJson, rowsOf, type Tx, utcColumns } from '../sql/database.js'
import { COST_MINUTES, FAILURE_PCT, IS_QUARANTINED, LISTED_TESTS } from './lists.js'

const t = alias(flakyTests, 't')
const r = alias(repositories, 'r')
const run = alias(testRuns, 't')
const dayColumn = bareColumns(testDays)

/** What the counters say. */
export interface FlakyTotals {
  tracked: number
  quarantined: number
  graduated: number
  high: number
  score: number
}

const COUNTED = ['tracked', 'quarantined', 'graduated', 'high', 'score'] as const

export interface TestDaySums {
  total: number
  failures: number
}

/** The tests and the runs to look at first. */
type Ranked = Pick<FlakyStatistics, 'top_flaky' | 'costliest' | 'recent_runs'>

export interface FlakyFigures extends Ranked {
  totals: Partial<FlakyTotals>
  /** With tests that fail. */
  repositories: number
  days: Record<string, TestDaySums>
}

const MOST_FLAKY = sql.raw('5')
const MOST_COSTLY = sql.raw('10')
const MOST_RECENT_RUNS = sql.raw('10')
const FEWEST_RUNS = sql.raw('5')

const NAME = sql`${t.id}, ${t.suite}, ${t.name}, ${IS_QUARANTINED} as quarantined, ${r.fullName} as repo_full_name`
const RUN_FIELDS = sql`${r.fullName} as repo_full_name, ${run.runId}, ${run.attempt}, ${run.status},
  ${run.reports}, ${run.tests}, ${run.failures}, ${run.notes}, ${utcColumns(run.readAt)}`

const EVER_DAY = sql.raw(`'${EVER}'`)
const MEASURES = new Map(COUNTED.map((word) => [word, counter('flaky', word)]))

const AMOUNTS = [...MEASURES].map(
  ([word, measure]) =>
    sql`${literal(word)}, sum(${tallies.amount}) filter (where ${tallies.measure} = ${quoted(measure)})`
)
const TOTALS = sql`(select json_strip_nulls(json_build_object(${sql.join(AMOUNTS, sql`, `)})) from ${tallies}
  where ${tallies.repoId} = ${inScope('repository')} and ${tallies.day} = ${EVER_DAY}
    and ${tallies.measure} in (${quotedList([...MEASURES.values()])}))`

const listOf = (rows: SQL) => sql`(select coalesce(json_agg(row_to_json(one)), '[]') from (${rows}) as one)`

/** As many rows as there are repositories. */
const affected = (within: Within) => sql`
  select count(*) from ${tallies} join ${repositories} on ${repositories.hostId} = ${tallies.repoId}
  where ${tallies.day} = ${EVER_DAY} and ${tallies.measure} = ${quoted(counter('flaky', 'failing'))}
    and ${tallies.amount} > 0 and ${repositories.counted} ${within(tallies.repoId)}`

const flakiest = (within: Within) => sql`select ${NAME}, ${FAILURE_PCT} as failure_pct, ${t.runCount}
  from (select * from ${flakyTests} t where ${LISTED_TESTS.visible} ${within(t.repoId)} and ${t.scoreRank} > 0
      and ${t.passCount} > 0 and ${t.runCount} >= ${FEWEST_RUNS} and ${t.status} in ('tracked', 'quarantined')
    order by ${t.scoreRank} desc, ${t.runCount} desc, ${t.id} desc limit ${MOST_FLAKY}) as t ${LISTED_TESTS.join}`

const costliest = (within: Within) => sql`select ${NAME}, ${COST_MINUTES} as cost_minutes, ${t.blockedPulls}
  from (select * from ${flakyTests} t where ${LISTED_TESTS.visible} ${within(t.repoId)} and ${t.costMs} > 0
      and ${t.status} in ('tracked', 'quarantined')
    order by ${t.costMs} desc, ${t.id} desc limit ${MOST_COSTLY}) as t ${LISTED_TESTS.join}`

const recentRuns = (within: Within) => sql`select ${RUN_FIELDS}
  from (select * from ${testRuns} t where live ${within(t.repoId)}
    order by ${run.createdAt} desc, ${run.id} desc limit ${MOST_RECENT_RUNS}) as t ${LISTED_TESTS.join}`

const daySums = (within: Within) => sql`(select coalesce(json_object_agg(day, sums), '{}') from (
  select ${testDays.day}, json_build_object('total', sum(${testDays.total}), 'failures', sum(${testDays.failures})) as sums
  from ${testDays} join ${repositories} on ${repositories.hostId} = ${testDays.repoId}
  where ${testDays.day} >= ${inScope('since')} and ${repositories.counted} ${within(testDays.repoId)}
  group by ${testDays.day}) as days)`

const FIGURES = figuresOf(
  (within) => sql`${TOTALS} as totals, (${affected(within)})::float8 as repositories,
    ${listOf(flakiest(within))} as top_flaky, ${listOf(costliest(within))} as costliest,
    ${listOf(recentRuns(within))} as recent_runs, ${daySums(within)} as days`
)

/** Undefined if there is no live repository of this name. */
export async function flakyFigures(db: Db, query: FiguresQuery): Promise<FlakyFigures | undefined> {
  type Row = { [Key in keyof FlakyFigures]: FlakyFigures[Key] | string } & { repositories: number }
  const row = await readFigures<Row>(db, FIGURES, query)
  return (
    row && {
      totals: parseJson(row.totals),
      repositories: row.repositories,
      top_flaky: parseJson(row.top_flaky),
      costliest: parseJson(row.costliest),
      recent_runs: parseJson(row.recent_runs),
      days: parseJson(row.days)
    }
  )
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
