// What is told of quality gates: their history, the figures they ask for, and how they went.
import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  count,
  nullable,
  oneOf,
  operation,
  pagingQuery,
  RepoParams,
  ratio,
  ref,
  timestamp
} from './common.js'
import { COUNTED_METRICS, METRICS, type Metric } from './gate-conditions.js'
import { blockOnFail, definition, evaluatedAt, GATE_RESULTS, prNumber, repoName, tally } from './gates.js'

export const TREND_DAYS = 30
export const MOST_TREND_DAYS = 90

const HistoryItem = closed(
  {
    id: Type.Integer({ description: 'Id of the evaluation.' }),
    gate_name: Type.String({ description: 'Name of the gate.' }),
    ...tally,
    block_on_fail: blockOnFail,
    head_sha: nullable(Type.String(), { description: 'The commit that it was about.' }),
    pr_number: nullable(Type.Integer(), { description: 'The pull request that it was about.' }),
    evaluated_at: evaluatedAt,
    duration_ms: count('How long collecting and comparing took.')
  },
  { $id: 'GateHistoryItem', description: 'One evaluation of one gate.' }
)
export type HistoryItem = Static<typeof HistoryItem>

const GateHistory = closed(
  {
    repo: repoName,
    total: count('How many evaluations match in all.'),
    evaluations: Type.Array(ref(HistoryItem), { description: 'The newest first.' })
  },
  { $id: 'GateHistory', description: 'What the gates of a repository said.' }
)
export type GateHistory = Static<typeof GateHistory>

export const gateHistory = operation({
  operationId: 'gateHistory',
  summary: 'List past evaluations, the newest first',
  params: RepoParams,
  querystring: Type.Object({
    ...pagingQuery(),
    pr: Type.Optional(prNumber('Only evaluations for this pull request.')),
    gate: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'Only evaluations of this gate.' })
    )
  }),
  response: { 200: ref(GateHistory) }
})
export type HistoryQuery = Static<typeof gateHistory.querystring>

const ABOUT: Record<Metric, string> = {
  ci_failure_rate_7d: 'Failures and timeouts among the runs of 7 days that finished.',
  ci_failure_rate_30d: 'The same of 30 days.',
  triage_coverage: 'Judged issues among all.',
  open_issues: 'Open issues.',
  open_security_issues: 'Open issues that carry the label `security`, in any case.',
  stale_issues_7d: 'Open issues that have not changed for 7 days.',
  heal_success_rate_7d: 'Merged ones among the pull requests of healing that were opened in 7 days.',
  heal_success_rate_30d: 'The same of 30 days.',
  fix_success_rate_7d: 'Successes among the attempts of 7 days to fix an issue.',
  duplicate_rate: 'Issues that repeat another among all.',
  avg_triage_time_hours: 'Hours from the opening of an issue to its judgement, on average.',
  avg_heal_time_hours: 'Hours from the start of a run to its repair, on average.',
  readiness_score: 'How ready the repository is, as `/api/readiness` says.',
  webhook_events_7d: 'Webhook deliveries of 7 days.'
}

const metricSchema = (metric: Metric) => {
  const description = ABOUT[metric]
  if (metric === 'readiness_score') return Type.Integer({ minimum: 0, maximum: 100, description })
  if (COUNTED_METRICS.includes(metric)) return count(description)
  return metric.startsWith('avg_') ? Type.Number({ minimum: 0, description }) : ratio(description)
}

// The border to JavaScript, whose keys are strings: every metric is there.
const metricFields = Object.fromEntries(METRICS.map((metric) => [metric, metricSchema(metric)])) as Record<
  Metric,
  ReturnType<typeof ratio>
>

const RepoMetrics = closed(
  {
    repo: repoName,
    metrics: closed(metricFields, { description: 'All figures; 0 where there is nothing to reckon from.' }),
    no_data: Type.Array(oneOf(METRICS, { description: 'A figure.' }), {
      description: 'The figures that are 0 because there was nothing to reckon them from.'
    }),
    computed_at: timestamp('When they were reckoned, all at once.')
  },
  { $id: 'RepoMetrics', description: 'The figures of a repository that gates can ask for.' }
)
export type RepoMetrics = Static<typeof RepoMetrics>

export const gateMetrics = operation({
  operationId: 'gateMetrics',
  summary: 'Show the figures of a repository that gates can ask for',
  params: RepoParams,
  response: { 200: ref(RepoMetrics) }
})

const date = Type.String({ format: 'date', description: 'The day, in UTC.', examples: ['2026-01-31'] })

const GateTrends = closed(
  {
    repo: repoName,
    days: Type.Integer({ description: 'How many days it covers, today included.' }),
    gate_trends: Type.Array(
      closed({
        date,
        gate_name: Type.String({ description: 'Name of the gate.' }),
        is_default: Type.Boolean({ description: 'Whether it was the default one, at last.' }),
        result: oneOf(GATE_RESULTS, { description: 'What it said last on that day.' }),
        avg_score: Type.Number({ description: 'Its score on average, with one decimal.' }),
        min_score: Type.Integer({ description: 'Its lowest score.' }),
        max_score: Type.Integer({ description: 'Its highest score.' }),
        eval_count: count('How often it was evaluated.'),
        passed_count: count('How often it passed.'),
        failed_count: count('How often it failed.')
      }),
      { description: 'By day and gate, the oldest first; days without an evaluation are left out.' }
    ),
    metric_trends: Type.Array(
      closed({
        date,
        gate_name: Type.String({ description: 'Name of the gate.' }),
        metric: oneOf(METRICS, { description: 'The figure.' }),
        actual: nullable(Type.Number(), { description: 'What it was.' }),
        threshold: Type.Number({ description: 'What it was compared with.' }),
        passed: Type.Boolean({ description: 'Whether the condition held.' })
      }),
      { description: 'The conditions of the last evaluation of each day and gate, the oldest first.' }
    )
  },
  { $id: 'GateTrends', description: 'How the gates of a repository went from day to day.' }
)
export type GateTrends = Static<typeof GateTrends>

const days = (most: number, usual: number) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: most,
      description: `How many days, today included; ${usual} unless given.`
    })
  )

export const gateTrends = operation({
  operationId: 'gateTrends',
  summary: 'Show how the gates of a repository went from day to day',
  params: RepoParams,
  querystring: Type.Object({ days: days(MOST_TREND_DAYS, TREND_DAYS) }),
  response: { 200: ref(GateTrends) }
})

export const BacktestBody = closed(
  { ...definition, days: days(MOST_TREND_DAYS, TREND_DAYS) },
  { $id: 'BacktestBody', description: 'A gate that is to be tried, and on how many days.' }
)
export type BacktestBody = Static<typeof BacktestBody>

const Backtest = closed(
  {
    repo: repoName,
    days: Type.Integer({ description: 'How many days were looked at, today included.' }),
    snapshots: count('Days of which the figures are known.'),
    passed: count('Days on which the gate would have passed.'),
    failed: count('Days on which it would have failed.'),
    blocked: count('Days on which it would have blocked.'),
    results: Type.Array(
      closed({ date, ...tally }, { description: 'What the gate would have said on a day.' }),
      { description: 'Day by day, the oldest first; the last is as of now.' }
    )
  },
  { $id: 'GateBacktest', description: 'What a gate would have said.' }
)
export type Backtest = Static<typeof Backtest>

export const backtestGate = operation({
  operationId: 'backtestGate',
  summary: 'Try a gate on the figures of past days',
  description:
    'Stores nothing. Figures are kept for each day from the first on which the service knew the repository.',
  params: RepoParams,
  body: ref(BacktestBody),
  response: { 200: ref(Backtest) }
})

export const schemas = [HistoryItem, GateHistory, RepoMetrics, GateTrends, BacktestBody, Backtest]
