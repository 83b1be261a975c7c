// Figures of reviews, read from their sums.
import type { Deps } from '#deps.js'
import type { Measure } from '#domain/counters/counter.js'
import type { Tally } from '#domain/counters/tally.js'
import { rulePrecision } from '#domain/review/precision.js'
import {
  FINDINGS_OF,
  REVIEW_SECONDS,
  REVIEW_TOKENS,
  REVIEWS_ASKED,
  REVIEWS_IN,
  REVIEWS_WITH
} from '#domain/review/tallies.js'
import { utcDay } from '#domain/time/day.js'
import { DAY_MS } from '#domain/time/durations.js'
import { REVIEW_SEVERITIES, REVIEW_STATUSES, REVIEW_VERDICTS } from '#schemas/review/enums.js'
import type { ReviewStats } from '#schemas/review/stats.js'
import { dailyOf, FLEET } from '#store/counters/tallies.js'
import { tokensOn } from '#store/model/days.js'
import { countReviewedRepositories } from '#store/review/settings.js'
import { outcomesOfRules } from '#store/review/stats.js'

const TREND_DAYS = 14
const MOST_RULES = 100

const MEASURES: readonly Measure[] = [
  ...REVIEW_STATUSES.map(REVIEWS_IN),
  ...REVIEW_VERDICTS.map(REVIEWS_WITH),
  ...REVIEW_SEVERITIES.map(FINDINGS_OF),
  REVIEW_TOKENS,
  REVIEWS_ASKED,
  REVIEW_SECONDS
]

export async function reviewStats(deps: Deps, days: number): Promise<ReviewStats> {
  const now = deps.now()
  const firstDay = (lastOf: number) => utcDay(new Date(now.getTime() - (lastOf - 1) * DAY_MS))
  const [tallies, enabled, outcomes, tokensToday] = await Promise.all([
    dailyOf(deps.db, FLEET, {
      measures: MEASURES,
      from: firstDay(Math.max(days, TREND_DAYS)),
      to: utcDay(now)
    }),
    countReviewedRepositories(deps.db),
    outcomesOfRules(deps.db),
    tokensOn(deps.db, utcDay(now))
  ])
  const within = tallies.filter(({ day }) => day >= firstDay(days))
  return {
    summary: {
      ...countsOf(within),
      repos_enabled: enabled,
      tokens_today: tokensToday,
      tokens_per_day: deps.model?.tokensPerDay ?? null
    },
    by_severity: REVIEW_SEVERITIES.map((severity) => ({
      severity,
      count: sumOf(within, FINDINGS_OF(severity))
    })),
    verdict_trend: Array.from({ length: TREND_DAYS }, (_, at) => trendOn(tallies, firstDay(TREND_DAYS - at))),
    rules: outcomes
      .map(({ repo, rule, counts }) => ({ repo, rule, ...shownPrecision(counts) }))
      .sort((a, b) => (a.precision ?? 1) - (b.precision ?? 1) || b.told - a.told)
      .slice(0, MOST_RULES)
  }
}

function shownPrecision(counts: Parameters<typeof rulePrecision>[0]) {
  const { isQuiet, ...precision } = rulePrecision(counts)
  return { ...precision, is_quiet: isQuiet }
}

function sumOf(tallies: readonly Tally[], ...measures: readonly Measure[]): number {
  return tallies.reduce((sum, { measure, amount }) => (measures.includes(measure) ? sum + amount : sum), 0)
}

function countsOf(tallies: readonly Tally[]) {
  const completed = sumOf(tallies, REVIEWS_IN('completed'))
  const asked = sumOf(tallies, REVIEWS_ASKED)
  const verdicts = (word: (typeof REVIEW_VERDICTS)[number]) => sumOf(tallies, REVIEWS_WITH(word))
  return {
    total_reviews: sumOf(tallies, ...REVIEW_STATUSES.map(REVIEWS_IN)),
    completed,
    approved: verdicts('approved'),
    needs_discussion: verdicts('needs_discussion'),
    request_changes: verdicts('request_changes'),
    error: verdicts('error'),
    avg_tokens: asked === 0 ? null : Math.round(sumOf(tallies, REVIEW_TOKENS) / asked),
    avg_duration_s:
      completed === 0 ? null : Math.round((sumOf(tallies, REVIEW_SECONDS) / completed) * 10) / 10
  }
}

function trendOn(tallies: readonly Tally[], day: string) {
  const ofDay = tallies.filter((tally) => tally.day === day)
  return {
    day,
    approved: sumOf(ofDay, REVIEWS_WITH('approved')),
    blocked: sumOf(ofDay, REVIEWS_WITH('request_changes'))
  }
}
