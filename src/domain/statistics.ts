// Statistics of the mirror, read off its sums.
import { FAILURE_TYPES, type RunStats } from '../../schemas/ci.js'
import type { CiDay } from '../../schemas/insights.js'
import type { IssueStats } from '../../schemas/issues.js'
import { ISSUE_STATES, type IssueState, type Span, type Sums, type Tally } from '../../schemas/mirror.js'
import type { PullRequestStats } from '../../schemas/pull-requests.js'
import { dayOf } from './tallies.js'

const HOUR_SECONDS = 3_600
const DAY_MS = 86_400_000

export function issueStatsOf(sums: Sums, state: IssueState | 'all'): IssueStats {
  const at = (measure: string) => sums.get(measure) ?? 0
  const states: readonly IssueState[] = state === 'all' ? ISSUE_STATES : [state]
  const over = (measure: string) =>
    states.reduce<number>((sum, one) => sum + at(`issues.${one}.${measure}`), 0)
  const priority = (name: string) => over(`priority.${name}`)
  return {
    total: at('issues.open') + at('issues.closed'),
    open: at('issues.open'),
    closed: at('issues.closed'),
    by_type: {
      bug: over('type.bug'),
      feature: over('type.feature'),
      question: over('type.question'),
      ...otherTypes(sums, over)
    },
    by_priority: {
      critical: priority('critical'),
      high: priority('high'),
      medium: priority('medium'),
      low: priority('low')
    },
    untriaged: over('untriaged'),
    unassigned: at('issues.open.unassigned'),
    stale: at('issues.stale')
  }
}

/** Those beside the three that are always shown. */
function otherTypes(sums: Sums, over: (measure: string) => number): Record<string, number> {
  const types = new Set(
    [...sums.keys()].map((measure) => /^issues\.\w+\.type\.(.+)$/.exec(measure)?.[1] ?? 'none')
  )
  for (const shown of ['none', 'bug', 'feature', 'question']) types.delete(shown)
  return Object.fromEntries(
    [...types].map((type) => [type, over(`type.${type}`)]).filter(([, count]) => count !== 0)
  )
}

export function pullRequestStatsOf(sums: Sums): PullRequestStats {
  const at = (measure: string) => sums.get(measure) ?? 0
  const open = at('prs.open')
  const draft = at('prs.open.draft')
  return {
    total: open + at('prs.merged') + at('prs.closed'),
    open,
    merged: at('prs.merged'),
    closed: at('prs.closed'),
    avg_merge_time_hours: averageHours(at('prs.merges.seconds'), at('prs.merges')) ?? 0,
    draft,
    ready_for_review: open - draft,
    high_risk: at('prs.open.risk.high'),
    large: at('prs.open.size.size/L') + at('prs.open.size.size/XL'),
    by_size: sizesIn(sums)
  }
}

const SIZE = 'prs.open.size.'

function sizesIn(sums: Sums): Record<string, number> {
  const sizes = [...sums].filter(([measure, count]) => measure.startsWith(SIZE) && count !== 0)
  return Object.fromEntries(
    sizes.map(([measure, count]) => [
      measure === `${SIZE}none` ? 'unclassified' : measure.slice(SIZE.length),
      count
    ])
  )
}

/** To two decimals; nothing where there is nothing to average. */
export function averageHours(seconds: number, count: number): number | null {
  return count === 0 ? null : Math.round((seconds / count / HOUR_SECONDS) * 100) / 100
}

export interface RunSums {
  sums: Sums
  /** By day, from the first that the trend shows. */
  daily: readonly Tally[]
  trendDays: readonly string[]
}

export function runStatsOf({ sums, daily, trendDays }: RunSums): RunStats {
  const at = (measure: string) => sums.get(measure) ?? 0
  const [success, failure, healed] = [
    at('ci.conclusion.success'),
    at('ci.conclusion.failure'),
    at('ci.heal.healed')
  ]
  return {
    total: at('ci.finished'),
    success,
    failure,
    healed,
    success_rate: rateOf(success, success + failure) ?? 0,
    heal_success_rate: Math.min(1, rateOf(healed, failure) ?? 0),
    cancelled: at('ci.conclusion.cancelled'),
    heal_attempted: at('ci.heal.attempted'),
    heal_failed: at('ci.heal.failed'),
    heal_skipped: at('ci.heal.skipped'),
    by_failure_type: failureTypesIn(sums),
    trend: trendOf(daily, trendDays).map(({ day, total, pass_rate }) => ({ day, total, pass_rate }))
  }
}

const MOST_FAILURE_TYPES = 10

function failureTypesIn(sums: Sums): RunStats['by_failure_type'] {
  return FAILURE_TYPES.map((type) => ({
    failure_type: type,
    count: sums.get(`ci.failure_type.${type}`) ?? 0
  }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_FAILURE_TYPES)
}

export const TREND_MEASURES = ['ci.finished', 'ci.conclusion.success', 'ci.conclusion.failure']

/** Each of these days, quiet ones included. */
export function trendOf(daily: readonly Tally[], days: readonly string[]): CiDay[] {
  return eachDay(daily, days, (day, at) => {
    const [success, failure] = [at('ci.conclusion.success'), at('ci.conclusion.failure')]
    return { day, total: at('ci.finished'), success, failure, pass_rate: rateOf(success, success + failure) }
  })
}

/** Something for each of these days, from what the measures come to on it. */
export function eachDay<Out>(
  daily: readonly Tally[],
  days: readonly string[],
  outOf: (day: string, at: (measure: string) => number) => Out
): Out[] {
  const amounts = new Map(daily.map(({ day, measure, amount }) => [`${day} ${measure}`, amount]))
  return days.map((day) => outOf(day, (measure) => amounts.get(`${day} ${measure}`) ?? 0))
}

/** To four decimals; nothing where there is nothing to compare with. */
export function rateOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000
}

/** So many days of the UTC calendar, the last of them today. */
export function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, at) => dayOf(new Date(now.getTime() - (count - 1 - at) * DAY_MS)))
}

/** These days, and what is asked about them. */
export function spanOf(days: readonly string[], measures: Span['measures']): Span {
  return { from: days[0] ?? '', to: days.at(-1) ?? '', measures }
}
