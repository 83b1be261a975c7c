// Flaky tests at a glance.
import type { Deps } from '#deps.js'
import { SCORE_UNIT } from '#domain/flaky-tests/tallies.js'
import { utcDay } from '#domain/time/day.js'
import { DAY_MS } from '#domain/time/durations.js'
import { repoNotFound } from '#errors/errors.js'
import type { FlakyStatistics } from '#schemas/flaky-tests/statistics.js'
import { type FlakyFigures, flakyFigures } from '#store/flaky-tests/statistics.js'

const TREND_DAYS = 14

export async function flakyStatistics({ db, now }: Deps, repo: string | undefined): Promise<FlakyStatistics> {
  const days = lastDays(now(), TREND_DAYS)
  const figures = await flakyFigures(db, { repo, from: days[0] ?? '', to: days.at(-1) ?? '' })
  if (!figures) throw repoNotFound(repo ?? '')
  const { top_flaky, costliest, recent_runs } = figures
  return {
    summary: summaryOf(figures),
    top_flaky,
    costliest,
    recent_runs,
    trend: days.map((day) => ({ day, failures: 0, total: 0, ...figures.days[day] }))
  }
}

/** The oldest first, and today. */
const lastDays = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, at) => utcDay(new Date(now.getTime() - (count - 1 - at) * DAY_MS)))

function summaryOf({ totals, repositories }: FlakyFigures): FlakyStatistics['summary'] {
  const { tracked = 0, quarantined = 0, graduated = 0, high = 0, score = 0 } = totals
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
