// The conditions of quality gates.
import { type Static, Type } from '@sinclair/typebox'
import { closed, oneOf } from '../common.js'

export const METRICS = [
  'ci_failure_rate_7d',
  'ci_failure_rate_30d',
  'triage_coverage',
  'open_issues',
  'open_security_issues',
  'stale_issues_7d',
  'heal_success_rate_7d',
  'heal_success_rate_30d',
  'fix_success_rate_7d',
  'duplicate_rate',
  'avg_triage_time_hours',
  'avg_heal_time_hours',
  'readiness_score',
  'webhook_events_7d'
] as const
export type Metric = (typeof METRICS)[number]

/** Metrics that are counts. */
export const COUNTED_METRICS: readonly Metric[] = [
  'open_issues',
  'open_security_issues',
  'stale_issues_7d',
  'webhook_events_7d'
]

export const OPERATORS = ['<', '<=', '>', '>=', '==', '!='] as const
export type Operator = (typeof OPERATORS)[number]

export const MOST_CONDITIONS = 50

export const GateCondition = closed(
  {
    metric: oneOf(METRICS, { description: 'The metric.' }),
    operator: oneOf(OPERATORS, { description: 'How it is compared.' }),
    threshold: Type.Number({ description: 'With what it is compared.' })
  },
  { description: 'One condition: `<metric> <operator> <threshold>` must hold.' }
)
export type GateCondition = Static<typeof GateCondition>
