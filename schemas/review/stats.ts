// What reviews have found, and how well each rule works.
import { type Static, Type } from '@sinclair/typebox'
import { closed, count, nullable, oneOf, operation, ratio, ref } from '../common.js'
import { REVIEW_RULES, REVIEW_SEVERITIES } from './enums.js'

const whole = (description: string) => nullable(Type.Number({ minimum: 0 }), { description })

export const ReviewSummary = closed(
  {
    total_reviews: count('Reviews that were asked for.'),
    completed: count('Reviews that have a verdict.'),
    approved: count('With the verdict `approved`.'),
    needs_discussion: count('With the verdict `needs_discussion`.'),
    request_changes: count('With the verdict `request_changes`.'),
    error: count('Without a usable result.'),
    avg_tokens: whole('Tokens of the language model for each review that asked it; null without any.'),
    avg_duration_s: whole('Seconds for each completed review; null without any.'),
    repos_enabled: count('Repositories in which reviews are on now.'),
    tokens_today: count('Tokens that the service has used today, for everything.'),
    tokens_per_day: nullable(Type.Integer({ minimum: 0 }), {
      description: 'How many it may use in a day; null without a language model.'
    })
  },
  { $id: 'ReviewSummary', description: 'Figures of reviews.' }
)

export const ReviewRuleRecord = closed(
  {
    repo: Type.String({ description: 'Full name of the repository.', examples: ['octo-org/hello-world'] }),
    rule: oneOf(REVIEW_RULES, { description: 'The rule.' }),
    told: count('Findings that people were told.'),
    helped: count('Of them: mended, or found helpful.'),
    refused: count('Of them: people said no to them.'),
    ignored: count('Of them: merged as they were.'),
    precision: nullable(ratio('The share of those decided that helped.'), {
      description: 'The share of those decided that helped; null while none is decided.'
    }),
    is_quiet: Type.Boolean({
      description: 'Whether the rule is silent here, because people ignore it: its findings are only listed.'
    })
  },
  { $id: 'ReviewRuleRecord', description: 'How a rule works in a repository.' }
)
export type ReviewRuleRecord = Static<typeof ReviewRuleRecord>

export const ReviewStats = closed(
  {
    summary: ref(ReviewSummary),
    by_severity: Type.Array(
      closed({
        severity: oneOf(REVIEW_SEVERITIES, { description: 'The severity.' }),
        count: count('Findings of it.')
      }),
      { description: 'Findings of completed reviews by severity, the gravest first.' }
    ),
    verdict_trend: Type.Array(
      closed({
        day: Type.String({ format: 'date', description: 'A UTC day.', examples: ['2026-01-31'] }),
        approved: count('Reviews with the verdict `approved`.'),
        blocked: count('Reviews with the verdict `request_changes`.')
      }),
      { description: 'The last 14 days, the oldest first.' }
    ),
    rules: Type.Array(ref(ReviewRuleRecord), {
      description: 'Rules that have told people something, the least helpful first; at most 100.'
    })
  },
  { $id: 'ReviewStats', description: 'What reviews have found, and how well the rules work.' }
)
export type ReviewStats = Static<typeof ReviewStats>

export const getReviewStats = operation({
  operationId: 'getReviewStats',
  summary: 'Show figures of reviews',
  description: 'Figures of the last days of all repositories, and how well each rule works in each of them.',
  querystring: closed({
    days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 365, default: 30, description: 'How many days, up to today.' })
    )
  }),
  response: { 200: ref(ReviewStats) }
})

export const schemas = [ReviewSummary, ReviewRuleRecord, ReviewStats]
