// Figures of vulnerabilities: what stands, how fast it is fixed, and how the backlog has grown.
import type { Deps } from '#deps.js'
import type { Measure } from '#domain/counters/counter.js'
import { amountWithin, type Backlog, backlogTrend } from '#domain/dependencies/backlog.js'
import { openByEcosystem, standingCounts } from '#domain/dependencies/standing.js'
import { CLOSED, DETECTED, FIX_HOURS, FIXED } from '#domain/dependencies/tallies.js'
import { lastDays, sumsQueryFor } from '#domain/mirror/statistics.js'
import { utcDay } from '#domain/time/day.js'
import { DAY_MS } from '#domain/time/durations.js'
import { type DependencyStats, FIX_TIME_DAYS, FIXED_DAYS, TREND_WEEKS } from '#schemas/dependencies/stats.js'
import { FLEET } from '#store/counters/tallies.js'
import { openFacts, vulnerabilityAmounts } from '#store/dependencies/stats.js'
import { repositoryByFullName } from '#store/mirror/repositories.js'
import { advisoryStatus } from './advisory-status.js'

const HOURS_A_DAY = 24
const DAYS_A_WEEK = 7

export async function dependencyStats(deps: Deps, repo: string | undefined): Promise<DependencyStats> {
  const { db } = deps
  const repoId = repo === undefined ? undefined : (await repositoryByFullName(db, repo)).repoId
  const now = deps.now()
  const days = Math.max(FIX_TIME_DAYS, TREND_WEEKS * DAYS_A_WEEK)
  const span = sumsQueryFor(lastDays(now, days), [DETECTED, CLOSED, FIXED, FIX_HOURS])
  const [amounts, facts, advisories] = await Promise.all([
    vulnerabilityAmounts(db, repoId ?? FLEET, span),
    openFacts(db, repoId),
    advisoryStatus(deps)
  ])
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
      repos_affected: facts.reposAffected
    },
    by_ecosystem: openByEcosystem(sums),
    recent_batches: facts.batches,
    fixed_30d: within(FIXED, FIXED_DAYS),
    mean_days_to_fix:
      fixed === 0 ? null : Math.round((within(FIX_HOURS, FIX_TIME_DAYS) / fixed / HOURS_A_DAY) * 100) / 100,
    oldest_open_days:
      facts.oldestAt === null
        ? null
        : Math.max(0, Math.floor((now.getTime() - Date.parse(facts.oldestAt)) / DAY_MS)),
    trend: backlogTrend(backlog, amounts),
    advisories
  }
}

const firstDay = (now: Date, lastOf: number) => utcDay(new Date(now.getTime() - (lastOf - 1) * DAY_MS))
