// Lists of tests.
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { counter } from '#domain/counters/counter.js'
import { EVER } from '#domain/counters/tally.js'
import { DAY_MS } from '#domain/time/durations.js'
import type { Paging } from '#schemas/common.js'
import { FLAKY_STATUSES, type FlakyStatus } from '#schemas/flaky-tests/enums.js'
import type { FlakyTest, FlakyTestQuery } from '#schemas/flaky-tests/flaky-tests.js'
import { flakyTests } from '#tables/flaky-tests/flaky-tests.js'
import { repositories } from '#tables/mirror/repositories.js'
import { tallies } from '#tables/mirror/tallies.js'
import { ofFleet, totalSum } from '../counters/tallies.js'
import { withinRepository } from '../mirror/repository-pages.js'
import { type Db, literal, momentOf, precompiled, utcColumns } from '../sql/database.js'
import { countOf, type JsonPage, liveRowsOfRepositories, pageText } from '../sql/list.js'
import { numberKey, orderOn } from '../sql/order.js'

const t = alias(flakyTests, 't')
const r = alias(repositories, 'r')

export const LISTED_TESTS = liveRowsOfRepositories(flakyTests)
const FLAKIEST_FIRST = orderOn([numberKey(t.scoreRank), numberKey(t.runCount), numberKey(t.id)], 'desc')
/** The score of a row is kept in millionths, so that an index has it. */
const RANK_UNIT = 1_000_000
const MS_PER_MINUTE = sql.raw('60000')

export const IS_QUARANTINED = precompiled(sql`${t.status} = 'quarantined'`)
export const FAILURE_PCT = precompiled(
  sql`case ${t.runCount} when 0 then 0 else round(100.0 * ${t.failCount} / ${t.runCount})::int end`
)
export const COST_MINUTES = precompiled(sql`round(${t.costMs} / ${MS_PER_MINUTE}.0, 1)::float8`)

export const FLAKY_TEST_FIELDS =
  precompiled(sql`${t.id}, ${t.repoId}, ${r.fullName} as repo_full_name, ${r.owner} as owner,
  ${r.name} as repo_name, ${t.testId}, ${t.suite}, ${t.name}, ${t.status}, ${t.standing}, ${t.reasons},
  ${t.runCount}, ${t.passCount}, ${t.failCount},
  case ${t.runCount} when 0 then 0 else round(${t.failCount}::numeric / ${t.runCount}, 4)::float8 end as flakiness_score,
  ${FAILURE_PCT} as failure_pct, ${t.failureRate}, ${t.flipCount}, ${t.sameCommitFlips}, ${t.firstBadCommit},
  ${t.lastErrorClass}, ${t.lastErrorMessage}, ${IS_QUARANTINED} as quarantined, ${t.quarantinePrNumber},
  ${t.issueNumber}, ${t.codeOwners}, ${t.relapseCount}, ${COST_MINUTES} as cost_minutes, ${t.blockedPulls},
  ${t.dismissedBy}, ${t.dismissedReason},
  ${utcColumns(t.lastFailedAt, t.quarantinedAt, t.quarantineExpiresAt, t.graduatedAt, t.dismissedAt, t.firstSeenAt, t.lastSeenAt)}`)

/** Each remembered outcome is a list, whose sixth part is the status: see the packed history. */
const WITH_RESULTS = precompiled(
  sql`${FLAKY_TEST_FIELDS}, replace(jsonb_path_query_array(${t.history}::jsonb, '$.recent[*][5]')::text,
    '"flaky"', '"retried"')::json as recent_results`
)

export interface FlakyTestList {
  query: Pick<
    FlakyTestQuery,
    'quarantined' | 'quarantine_ends_within_days' | 'min_score' | 'status' | 'history'
  >
  /** Limits the list to one repository, by its full name. */
  repo: string | undefined
  now: Date
}

export function flakyTestsPage(
  db: Db,
  { query, repo, now }: FlakyTestList,
  paging: Paging
): Promise<JsonPage<FlakyTest>> {
  const { min_score: minScore = 0, quarantine_ends_within_days: days } = query
  const statuses = statusesOf(query)
  return withinRepository(db, repo, (repoId) => {
    const where = [
      repoId !== undefined && sql`${t.repoId} = ${repoId}`,
      statuses.length < FLAKY_STATUSES.length && statusIn(statuses),
      minScore > 0 && sql`${t.scoreRank} >= ${Math.round(minScore * RANK_UNIT)}`,
      days !== undefined && endsBy(new Date(now.getTime() + days * DAY_MS))
    ].filter((condition) => condition !== false)
    const fields = query.history ? WITH_RESULTS : FLAKY_TEST_FIELDS
    const isSummed = minScore === 0 && days === undefined
    const total = isSummed ? totalOf(statuses, repoId) : countOf(LISTED_TESTS, where)
    return pageText(db, { listed: LISTED_TESTS, fields, where, order: FLAKIEST_FIRST, total }, paging)
  })
}

/** What is in quarantine has an end, and nothing else has one; the status lets an index answer. */
const endsBy = (moment: Date) =>
  sql`${t.status} = 'quarantined' and ${t.quarantineExpiresAt} <= ${momentOf(moment)}`

function statusesOf({ status = 'all', quarantined }: FlakyTestList['query']) {
  return FLAKY_STATUSES.filter(
    (one) =>
      (status === 'all' || one === status) &&
      (quarantined === undefined || (one === 'quarantined') === quarantined)
  )
}

const statusIn = (statuses: readonly FlakyStatus[]): SQL =>
  statuses.length === 0
    ? sql`false`
    : sql`${t.status} in (${sql.join(
        statuses.map((one) => literal(one)),
        sql`, `
      )})`

function totalOf(statuses: ReturnType<typeof statusesOf>, repoId: SQL | undefined): SQL {
  if (statuses.length === 0) return sql`select 0`
  const scope = repoId === undefined ? ofFleet : sql`${tallies.repoId} = ${repoId}`
  return totalSum(
    scope,
    statuses.map((one) => counter('flaky', one)),
    EVER
  )
}
