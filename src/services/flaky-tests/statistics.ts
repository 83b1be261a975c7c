// Flaky tests at a glance.
import type { Deps } from '#deps.js'
import { SCORE_UNIT } from '#domain/flaky-tests/tallies.js'
import { utcDay } from '#domain/time/day.js'
import { DAY_MS } from '#domain/time/durations.js'
import type { FlakyStatistics } from '#schemas/flaky-tests/statistics.js'
import {
  type FlakyTotals,
  flakyTotals,
  rankedTests,
  sumsOfTestDays,
  type TestDaySums
} from '#store/flaky-tests/statistics.js'
import { repositoryByFullName } from '#store/mirror/repositories.js'

const TREND_DAYS = 14

export async function flakyStatistics({ db, now }: Deps, repo: string | undefined): Promise<FlakyStatistics> {
  const repoId = repo === undefined ? undefined : (await repositoryByFullName(db, repo)).repoId
  const days = lastDays(now(), TREND_DAYS)
  const since = days[0] ?? utcDay(now())
  const [totals, ranked, sums] = await Promise.all([
    flakyTotals(db, repoId),
    rankedTests(db, repoId),
    sumsOfTestDays(db, { since, repoId })
  ])
  return { summary: summaryOf(totals), ...ranked, trend: trendOf(days, sums) }
}

/** The oldest first, and today. */
const lastDays = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, at) => utcDay(new Date(now.getTime() - (count - 1 - at) * DAY_MS)))

function summaryOf(totals: FlakyTotals): FlakyStatistics['summary'] {
  const { tracked, quarantined, graduated, high, score, repositories } = totals
  const scored = tracked + quarantined
  return {
    total_tracked: scored,
    quarantined,
    graduated,
    high_flakiness: high,
    repos_affected: repositories,
    avg_flakiness_pct: scored === 0 ? null : Math.round((score / SCORE_UNIT / scored) * 1_000) / 10
  }
}

const trendOf = (days: readonly string[], sums: ReadonlyMap<string, TestDaySums>) =>
  days.map((day) => ({ day, failures: 0, total: 0, ...sums.get(day) }))
