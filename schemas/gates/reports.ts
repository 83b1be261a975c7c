// Reports on quality gates: history, metrics, trends and backtests.
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
} from '../common.js'
import { METRIC_DEFINITIONS, METRICS, type Metric } from '../configuration/gate-metrics.js'
import { blockOnFail, definition, evaluatedAt, GATE_RESULTS, prNumber, repoName, tally } from './gates.js'

export const GATE_TREND_DAYS = 30
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
  { $id: 'GateHistory', description: 'Past gate results of a repository.' }
)
export type GateHistory = Static<typeof GateHistory>

export const listGateHistory = operation({
  operationId: 'listGateHistory',
  codes: ['repo_not_found'],
  summary: 'List past evaluations, newest first',
  description: 'Every evaluation of a gate with the values that it saw.',
  params: RepoParams,
  querystring: closed({
    ...pagingQuery(),
    pr: Type.Optional(prNumber('Only evaluations for this pull request.')),
    gate: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'Only evaluations of this gate.' })
    )
  }),
  response: { 200: ref(GateHistory) }
})
export type GateHistoryQuery = Static<typeof listGateHistory.querystring>

function metricSchema(metric: Metric) {
  const { unit, description } = METRIC_DEFINITIONS[metric]
  if (unit === 'score') return Type.Integer({ minimum: 0, maximum: 100, description })
  if (unit === 'count') return count(description)
  return unit === 'hours' ? Type.Number({ minimum: 0, description }) : ratio(description)
}

// Cast: `Object.fromEntries` returns string keys, and every metric is included.
const metricFields = Object.fromEntries(METRICS.map((metric) => [metric, metricSchema(metric)])) as Record<
  Metric,
  ReturnType<typeof ratio>
>

const RepoMetrics = closed(
  {
    repo: repoName,
    metrics: closed(metricFields, { description: 'All metrics; 0 without data.' }),
    no_data: Type.Array(oneOf(METRICS, { description: 'A metric.' }), {
      description: 'The metrics that are 0 because there is no data.'
    }),
    computed_at: timestamp('When they were computed.')
  },
  { $id: 'RepoMetrics', description: 'The gate metrics of a repository.' }
)
export type RepoMetrics = Static<typeof RepoMetrics>

export const getGateMetrics = operation({
  operationId: 'getGateMetrics',
  codes: ['repo_not_found'],
  summary: 'Get the gate metrics of a repository',
  description: 'The values that gates would see now. `no_data` lists those without data.',
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
        is_default: Type.Boolean({
          description: 'Whether it was the default gate at the last evaluation of that day.'
        }),
        result: oneOf(GATE_RESULTS, { description: 'Last result of that day.' }),
        avg_score: Type.Number({ description: 'Its mean score, with one decimal.' }),
        min_score: Type.Integer({ description: 'Its lowest score.' }),
        max_score: Type.Integer({ description: 'Its highest score.' }),
        eval_count: count('How often it was evaluated.'),
        passed_count: count('How often it passed.'),
        failed_count: count('How often it failed.')
      }),
      { description: 'By day and gate, oldest first; days without an evaluation are omitted.' }
    ),
    metric_trends: Type.Array(
      closed({
        date,
        gate_name: Type.String({ description: 'Name of the gate.' }),
        metric: oneOf(METRICS, { description: 'The metric.' }),
        actual: nullable(Type.Number(), { description: 'Value of the metric.' }),
        threshold: Type.Number({ description: 'Threshold of the condition.' }),
        passed: Type.Boolean({ description: 'Whether the condition held.' })
      }),
      { description: 'The conditions of the last evaluation of each day and gate, the oldest first.' }
    )
  },
  { $id: 'GateTrends', description: 'Gate trends of a repository by day.' }
)
export type GateTrends = Static<typeof GateTrends>

const days = (most: number, usual: number) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: most,
      default: usual,
      description: 'Number of days, today included.'
    })
  )

export const getGateTrends = operation({
  operationId: 'getGateTrends',
  codes: ['repo_not_found'],
  summary: 'Get gate trends of a repository by day',
  description: 'One row for each UTC day, with the last results of that day.',
  params: RepoParams,
  querystring: closed({ days: days(MOST_TREND_DAYS, GATE_TREND_DAYS) }),
  response: { 200: ref(GateTrends) }
})

export const BacktestBody = closed(
  {
    ...definition,
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_TREND_DAYS,
        description: `Number of days, today included; default ${GATE_TREND_DAYS}.`
      })
    )
  },
  { $id: 'BacktestBody', description: 'The gate to backtest, and the number of days.' }
)
export type BacktestBody = Static<typeof BacktestBody>

const Backtest = closed(
  {
    repo: repoName,
    days: Type.Integer({ description: 'Number of days evaluated, today included.' }),
    snapshots: count('Days with metrics.'),
    passed: count('Days on which the gate would have passed.'),
    failed: count('Days on which it would have failed.'),
    blocked: count('Days on which it would have blocked.'),
    results: Type.Array(closed({ date, ...tally }, { description: 'Result of the gate on one day.' }), {
      description: 'Day by day, the oldest first; the last is as of now.'
    })
  },
  { $id: 'GateBacktest', description: 'Results of the backtest.' }
)
export type Backtest = Static<typeof Backtest>

export const backtestGate = operation({
  operationId: 'backtestGate',
  codes: ['gate_contradicts_itself', 'repo_not_found'],
  summary: 'Backtest a gate against past metrics',
  description:
    'Stores nothing. Metrics are available for every day since the service first knew the repository.',
  params: RepoParams,
  body: ref(BacktestBody),
  response: { 200: ref(Backtest) }
})

export const schemas = [HistoryItem, GateHistory, RepoMetrics, GateTrends, BacktestBody, Backtest]
