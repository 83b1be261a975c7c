// Statistics of the mirror from the stored counters.

import { ISSUE_STATES, type IssueState } from '#schemas/host/enums.js'
import { FAILURE_TYPES, type RunStats } from '#schemas/mirror/ci.js'
import type { IssueStats } from '#schemas/mirror/issues.js'
import type { PullRequestStats } from '#schemas/mirror/pull-requests.js'
import { counter, type Measure, topic, wordsAfter } from '../counters/counter.js'
import type { Sums, SumsQuery, Tally } from '../counters/tally.js'
import { utcDay } from '../time/day.js'
import { DAY_MS } from '../time/durations.js'

const HOUR_SECONDS = 3_600

export function issueStatsOf(sums: Sums, state: IssueState | 'all'): IssueStats {
  const at = (measure: Measure) => sums.get(measure) ?? 0
  const states: readonly IssueState[] = state === 'all' ? ISSUE_STATES : [state]
  const total = (measureIn: (state: IssueState) => Measure) =>
    states.reduce<number>((sum, each) => sum + at(measureIn(each)), 0)
  const type = (name: string) => total((each) => counter('issues', each, 'type', name))
  const priority = (name: string) => total((each) => counter('issues', each, 'priority', name))
  return {
    total: at(counter('issues', 'open')) + at(counter('issues', 'closed')),
    open: at(counter('issues', 'open')),
    closed: at(counter('issues', 'closed')),
    by_type: {
      bug: type('bug'),
      feature: type('feature'),
      question: type('question'),
      ...otherTypes(sums, type)
    },
    by_priority: {
      critical: priority('critical'),
      high: priority('high'),
      medium: priority('medium'),
      low: priority('low')
    },
    untriaged: total((each) => counter('issues', each, 'untriaged')),
    unassigned: at(counter('issues', 'open', 'unassigned')),
    stale: at(counter('issues', 'stale'))
  }
}

/** Types besides the three that are always shown. */
function otherTypes(sums: Sums, countOf: (type: string) => number): Record<string, number> {
  const types = new Set(
    ISSUE_STATES.flatMap((state) =>
      [...sums.keys()].map((measure) => wordsAfter(topic('issues', state, 'type'), measure) ?? 'none')
    )
  )
  for (const shown of ['none', 'bug', 'feature', 'question']) types.delete(shown)
  return Object.fromEntries(
    [...types].map((type) => [type, countOf(type)]).filter(([, count]) => count !== 0)
  )
}

export function pullRequestStatsOf(sums: Sums): PullRequestStats {
  const at = (measure: Measure) => sums.get(measure) ?? 0
  const open = at(counter('prs', 'open'))
  const draft = at(counter('prs', 'open', 'draft'))
  return {
    total: open + at(counter('prs', 'merged')) + at(counter('prs', 'closed')),
    open,
    merged: at(counter('prs', 'merged')),
    closed: at(counter('prs', 'closed')),
    avg_merge_time_hours: averageHours(at(counter('prs', 'merges', 'seconds')), at(counter('prs', 'merges'))),
    draft,
    ready_for_review: open - draft,
    high_risk: at(counter('prs', 'open', 'risk', 'high')),
    large: at(counter('prs', 'open', 'size', 'size/L')) + at(counter('prs', 'open', 'size', 'size/XL')),
    by_size: sizesIn(sums)
  }
}

const SIZE = topic('prs', 'open', 'size')

function sizesIn(sums: Sums): Record<string, number> {
  const sizes = [...sums].flatMap(([measure, count]) => {
    const size = wordsAfter(SIZE, measure)
    return size === undefined || count === 0 ? [] : [[size === 'none' ? 'unclassified' : size, count]]
  })
  return Object.fromEntries(sizes)
}

/** Rounded to two decimals; null without data. */
export function averageHours(seconds: number, count: number): number | null {
  return count === 0 ? null : Math.round((seconds / count / HOUR_SECONDS) * 100) / 100
}

export interface RunSums {
  sums: Sums
  /** Daily counters from the first day of the trend. */
  daily: readonly Tally[]
  trendDays: readonly string[]
}

export function runStatsOf({ sums, daily, trendDays }: RunSums): RunStats {
  const at = (measure: Measure) => sums.get(measure) ?? 0
  const [success, failure, healed] = [
    at(counter('ci', 'conclusion', 'success')),
    at(counter('ci', 'conclusion', 'failure')),
    at(counter('ci', 'heal', 'healed'))
  ]
  return {
    total: at(counter('ci', 'finished')),
    success,
    failure,
    healed,
    success_rate: rateOrNull(success, success + failure),
    heal_success_rate: rateOrNull(Math.min(healed, failure), failure),
    cancelled: at(counter('ci', 'conclusion', 'cancelled')),
    heal_attempted: at(counter('ci', 'heal', 'attempted')),
    heal_failed: at(counter('ci', 'heal', 'failed')),
    heal_skipped: at(counter('ci', 'heal', 'skipped')),
    by_failure_type: failureTypesIn(sums),
    trend: ciTrendByDay(daily, trendDays).map(({ day, total, pass_rate }) => ({ day, total, pass_rate }))
  }
}

const MOST_FAILURE_TYPES = 10

function failureTypesIn(sums: Sums): RunStats['by_failure_type'] {
  return FAILURE_TYPES.map((type) => ({
    failure_type: type,
    count: sums.get(counter('ci', 'failure_type', type)) ?? 0
  }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_FAILURE_TYPES)
}

export const TREND_MEASURES = [
  counter('ci', 'finished'),
  counter('ci', 'conclusion', 'success'),
  counter('ci', 'conclusion', 'failure')
]

/** The results of the runs of one day. */
export interface RunDay {
  day: string
  total: number
  success: number
  failure: number
  pass_rate: number | null
}

/** One entry for each day, including days without runs. */
export function ciTrendByDay(daily: readonly Tally[], days: readonly string[]): RunDay[] {
  return mapDays(daily, days, (day, at) => {
    const [success, failure] = [
      at(counter('ci', 'conclusion', 'success')),
      at(counter('ci', 'conclusion', 'failure'))
    ]
    return {
      day,
      total: at(counter('ci', 'finished')),
      success,
      failure,
      pass_rate: rateOrNull(success, success + failure)
    }
  })
}

/** Builds one item for each day from the counters of that day. */
export function mapDays<Out>(
  daily: readonly Tally[],
  days: readonly string[],
  outOf: (day: string, at: (measure: Measure) => number) => Out
): Out[] {
  const amounts = new Map(daily.map(({ day, measure, amount }) => [`${day} ${measure}`, amount]))
  return days.map((day) => outOf(day, (measure) => amounts.get(`${day} ${measure}`) ?? 0))
}

/** Rounded to four decimals; null without data. */
export function rateOrNull(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000
}

/** The last `count` UTC days, ending today. */
export function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, at) => utcDay(new Date(now.getTime() - (count - 1 - at) * DAY_MS)))
}

/** The query for these days and counters. */
export function sumsQueryFor(days: readonly string[], measures: SumsQuery['measures']): SumsQuery {
  return { from: days[0] ?? '', to: days.at(-1) ?? '', measures }
}
