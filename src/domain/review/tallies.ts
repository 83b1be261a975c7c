// What reviews and their findings add to the counters.
import {
  type FindingOutcome,
  REVIEW_SEVERITIES,
  type ReviewRule,
  type ReviewSeverity,
  type ReviewStatus,
  type ReviewVerdict
} from '#schemas/review/enums.js'
import { counter, type Measure } from '../counters/counter.js'
import { ever, on, type Tally } from '../counters/tally.js'

declare module '../counters/counter.js' {
  interface SumWords {
    reviews:
      | ['reviews', 'in', ReviewStatus]
      | ['reviews', 'verdict', ReviewVerdict]
      | ['reviews', 'severity', ReviewSeverity]
      | ['reviews', 'tokens' | 'asked' | 'seconds']
    review_findings: ['review_findings', ReviewRule, FindingOutcome]
  }
}

export interface CountedReview {
  status: ReviewStatus
  verdict: ReviewVerdict | null
  /** How many findings of each severity, the gravest first. */
  severities: readonly number[]
  tokensUsed: number | null
  durationMs: number | null
  startedAt: Date
}

export const REVIEWS_IN = (status: ReviewStatus): Measure => counter('reviews', 'in', status)
export const REVIEWS_WITH = (verdict: ReviewVerdict): Measure => counter('reviews', 'verdict', verdict)
export const FINDINGS_OF = (severity: ReviewSeverity): Measure => counter('reviews', 'severity', severity)
export const REVIEW_TOKENS: Measure = counter('reviews', 'tokens')
export const REVIEWS_ASKED: Measure = counter('reviews', 'asked')
export const REVIEW_SECONDS: Measure = counter('reviews', 'seconds')

const MS_PER_SECOND = 1_000

export function talliesOfReview(review: CountedReview): Tally[] {
  const { status, verdict, severities, tokensUsed, durationMs, startedAt } = review
  const amount = (measure: Measure, of: number): Tally => ({ ...on(startedAt, measure), amount: of })
  const isDone = status === 'completed'
  return [
    on(startedAt, REVIEWS_IN(status)),
    ...(verdict === null ? [] : [on(startedAt, REVIEWS_WITH(verdict))]),
    ...(isDone ? REVIEW_SEVERITIES.map((one, at) => amount(FINDINGS_OF(one), severities[at] ?? 0)) : []),
    ...(isDone ? [amount(REVIEW_SECONDS, Math.round((durationMs ?? 0) / MS_PER_SECOND))] : []),
    ...(tokensUsed === null ? [] : [on(startedAt, REVIEWS_ASKED), amount(REVIEW_TOKENS, tokensUsed)])
  ].filter((tally) => tally.amount !== 0)
}

export interface CountedFinding {
  rule: ReviewRule | null
  outcome: FindingOutcome
}

export const findingMeasure = (rule: ReviewRule, outcome: FindingOutcome): Measure =>
  counter('review_findings', rule, outcome)

/** Those of the language model belong to no rule. */
export const talliesOfFinding = ({ rule, outcome }: CountedFinding): Tally[] =>
  rule === null ? [] : [ever(findingMeasure(rule, outcome))]
