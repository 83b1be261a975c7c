// Insights about all repositories and about one, from the stored counters.

import {
  CI_TREND_DAYS,
  type CiTrend,
  type InsightsOverview,
  MERGE_TIME_HOURS,
  type MergeTimes,
  type RepoInsights,
  type Velocity
} from '#schemas/insights/insights.js'
import type { HealStatus } from '#schemas/mirror/ci.js'
import type { RepoHealth } from '#schemas/mirror/repo-health.js'
import { counter, type Measure } from '../counters/counter.js'
import type { Sums, Tally } from '../counters/tally.js'
import { scoreDeductions } from '../mirror/repo-health.js'
import { averageHours, ciTrendByDay, mapDays, rateOrNull, TREND_MEASURES } from '../mirror/statistics.js'
import { type DurationMeasure, secondsMeasure } from '../mirror/tallies.js'

/** The counters of the overview, for its days and for the window of merge times. */
export const OVERVIEW_MEASURES = {
  runs: [
    counter('ci', 'conclusion', 'success'),
    counter('ci', 'conclusion', 'failure'),
    counter('ci', 'heal', 'healed')
  ],
  merges: [counter('prs', 'merges'), counter('prs', 'merges', 'seconds')]
}

export interface OverviewSums {
  /** Totals over all time. */
  ever: Sums
  runs: Sums
  merges: Sums
  installations: number
}

export function overviewOf({ ever, runs, merges, installations }: OverviewSums, now: Date): InsightsOverview {
  const reader = (sums: Sums) => (measure: Measure) => sums.get(measure) ?? 0
  const [at, ofRuns, ofMerges] = [reader(ever), reader(runs), reader(merges)]
  const [success, failures] = [
    ofRuns(counter('ci', 'conclusion', 'success')),
    ofRuns(counter('ci', 'conclusion', 'failure'))
  ]
  const issues = {
    open: at(counter('issues', 'open')),
    closed: at(counter('issues', 'closed')),
    unassigned: at(counter('issues', 'open', 'unassigned')),
    critical: at(counter('issues', 'open', 'priority', 'critical'))
  }
  const prs = {
    open: at(counter('prs', 'open')),
    merged: at(counter('prs', 'merged')),
    draft: at(counter('prs', 'open', 'draft'))
  }
  return {
    repos: at('repos'),
    open_issues: issues.open,
    open_prs: prs.open,
    installations,
    ci_success_rate: rateOrNull(success, success + failures),
    avg_merge_time_hours: averageHours(
      ofMerges(counter('prs', 'merges', 'seconds')),
      ofMerges(counter('prs', 'merges'))
    ),
    issues,
    prs,
    ci: { failures, healed: ofRuns(counter('ci', 'heal', 'healed')) },
    generated_at: now.toISOString()
  }
}

const windowOf = (days: readonly string[]) => ({
  days: days.length,
  from: days[0] ?? '',
  to: days.at(-1) ?? ''
})

const totalOf = (daily: readonly Tally[], measure: Measure) =>
  daily.reduce((sum, tally) => (tally.measure === measure ? sum + tally.amount : sum), 0)

const averageOf = (daily: readonly Tally[], measure: DurationMeasure) =>
  averageHours(totalOf(daily, secondsMeasure(measure)), totalOf(daily, measure))

export const VELOCITY_MEASURES = [
  counter('issues', 'opened'),
  counter('issues', 'closings'),
  counter('issues', 'closings', 'seconds'),
  counter('prs', 'opened'),
  counter('prs', 'merges'),
  counter('prs', 'merges', 'seconds'),
  counter('prs', 'closings')
]

/** Expects the counters of exactly these days. */
export function velocityOf(daily: readonly Tally[], days: readonly string[]): Velocity {
  return {
    ...windowOf(days),
    issue_velocity: mapDays(daily, days, (day, at) => ({
      day,
      opened: at(counter('issues', 'opened')),
      closed: at(counter('issues', 'closings'))
    })),
    pr_velocity: mapDays(daily, days, (day, at) => ({
      day,
      opened: at(counter('prs', 'opened')),
      merged: at(counter('prs', 'merges')),
      closed: at(counter('prs', 'closings'))
    })),
    avg_hours_to_close_issue: averageOf(daily, counter('issues', 'closings')),
    avg_hours_to_merge_pr: averageOf(daily, counter('prs', 'merges'))
  }
}

export interface TrendSums {
  daily: readonly Tally[]
  /** By full name, in display order. */
  byRepo: ReadonlyMap<string, readonly Tally[]>
}

export function ciTrendOf({ daily, byRepo }: TrendSums, days: readonly string[]): CiTrend {
  return {
    ...windowOf(days),
    trend: ciTrendByDay(daily, days),
    by_repo: Object.fromEntries([...byRepo].map(([name, ofRepo]) => [name, ciTrendByDay(ofRepo, days)]))
  }
}

export interface RepoSums {
  health: RepoHealth & { failures_lately: number }
  ever: Sums
  /** Counters of exactly the covered days. */
  daily: readonly Tally[]
  mergeTimes: MergeTimes
}

export function repoInsightsOf(
  { health, ever, daily, mergeTimes }: RepoSums,
  days: readonly string[]
): RepoInsights {
  const { failures_lately: failuresLately, ...item } = health
  return {
    repo: item.full_name,
    health: item,
    score_breakdown: scoreDeductions({
      openIssues: item.open_issues,
      stalePrs: item.stale_prs,
      failuresLately
    }),
    velocity: velocityOf(daily, days),
    ci_trend: ciTrendByDay(daily, days.slice(-CI_TREND_DAYS)),
    merge_time: mergeTimeOf(mergeTimes),
    triage: triageOf(ever),
    heal: healingOf(daily)
  }
}

function mergeTimeOf({ count, average, p50, p90, buckets }: MergeTimes): RepoInsights['merge_time'] {
  const hours = (seconds: number | null) => (seconds === null ? null : averageHours(seconds, 1))
  return {
    count,
    avg_hours: hours(average),
    p50_hours: hours(p50),
    p90_hours: hours(p90),
    buckets: [...MERGE_TIME_HOURS, null].map((le_hours, at) => ({ le_hours, count: buckets.get(at) ?? 0 }))
  }
}

function triageOf(ever: Sums): RepoInsights['triage'] {
  const at = (measure: Measure) => ever.get(measure) ?? 0
  const all = at(counter('issues', 'open')) + at(counter('issues', 'closed'))
  const unknown =
    at(counter('issues', 'open', 'type', 'none')) + at(counter('issues', 'closed', 'type', 'none'))
  return {
    coverage: rateOrNull(all - unknown, all),
    avg_hours: averageHours(at(counter('issues', 'triages', 'seconds')), at(counter('issues', 'triages')))
  }
}

const HEALING = (['healed', 'failed', 'skipped'] as const).map((status) => counter('ci', 'heal', status))
/** All daily counters of one repository. */
export const REPO_MEASURES = [...VELOCITY_MEASURES, ...TREND_MEASURES, ...HEALING]

/** What is still being healed has no result yet. */
function healingOf(daily: readonly Tally[]): RepoInsights['heal'] {
  const countOf = (status: HealStatus) => totalOf(daily, counter('ci', 'heal', status))
  const [healed, failed, skipped] = [countOf('healed'), countOf('failed'), countOf('skipped')]
  const total = healed + failed + skipped
  return { total, healed, failed, skipped, success_rate: rateOrNull(healed, total) }
}
