// Figures of vulnerabilities: what stands, how fast it is fixed, and how the backlog has grown.
import type { Deps } from '#deps.js'
import type { Measure } from '#domain/counters/counter.js'
import { amountWithin, type Backlog, backlogTrend } from '#domain/dependencies/backlog.js'
import { openByEcosystem, standingCounts } from '#domain/dependencies/standing.js'
import { FIX_HOURS, FIXED } from '#domain/dependencies/tallies.js'
import { utcDay } from '#domain/time/day.js'
import { DAY_MS } from '#domain/time/durations.js'
import { repoNotFound } from '#errors/errors.js'
import { type DependencyStats, FIX_TIME_DAYS, FIXED_DAYS, TREND_WEEKS } from '#schemas/dependencies/stats.js'
import { dependencyFigures } from '#store/dependencies/stats.js'
import { advisoryStatus } from './advisory-status.js'

const HOURS_A_DAY = 24
const DAYS_A_WEEK = 7

export async function dependencyStats(deps: Deps, repo: string | undefined): Promise<DependencyStats> {
  const now = deps.now()
  const span = { from: firstDay(now, Math.max(FIX_TIME_DAYS, TREND_WEEKS * DAYS_A_WEEK)), to: utcDay(now) }
  const [figures, advisories] = await Promise.all([
    dependencyFigures(deps.db, { repo, ...span }),
    advisoryStatus(deps)
  ])
  if (!figures) throw repoNotFound(repo ?? '')
  const { amounts, reposAffected, oldestAt, batches } = figures
  const sums = new Map(amounts.map(({ measure, amount }) => [measure, amount]))
  const { bySeverity, prsOpened } = standingCounts(sums)
  const open = Object.values(bySeverity).reduce((sum, count) => sum + count, 0)
  const within = (measure: Measure, lastOf: number) =>
    amountWithin(amounts, measure, { from: firstDay(now, lastOf), to: utcDay(now) })
  const fixed = within(FIXED, FIX_TIME_DAYS)
  const backlog: Backlog = { standing: open + prsOpened, today: now, weeks: TREND_WEEKS }
  return {
    vulnerabilities: {
      total_open: open,
      ...bySeverity,
      prs_opened: prsOpened,
      repos_affected: reposAffected
    },
    by_ecosystem: openByEcosystem(sums),
    recent_batches: batches,
    fixed_30d: within(FIXED, FIXED_DAYS),
    mean_days_to_fix:
      fixed === 0 ? null : Math.round((within(FIX_HOURS, FIX_TIME_DAYS) / fixed / HOURS_A_DAY) * 100) / 100,
    oldest_open_days:
      oldestAt === null ? null : Math.max(0, Math.floor((now.getTime() - Date.parse(oldestAt)) / DAY_MS)),
    trend: backlogTrend(backlog, amounts),
    advisories
  }
}

const firstDay = (now: Date, lastOf: number) => utcDay(new Date(now.getTime() - (lastOf - 1) * DAY_MS))
