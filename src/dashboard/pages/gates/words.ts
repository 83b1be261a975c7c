// The figures of gates in words, with their units.
import type { Schemas } from '../../kit/api.js'
import { formatCount, formatName, formatNumber, formatPercent } from '../../kit/format.js'

type Condition = Schemas['Gate']['conditions'][number]
type Metric = Condition['metric']

const NAMES: Readonly<Partial<Record<Metric, string>>> = {
  ci_failure_rate_7d: 'Failing runs, last 7 days',
  ci_failure_rate_30d: 'Failing runs, last 30 days',
  triage_coverage: 'Classified issues',
  stale_issues_7d: 'Open issues without a change in 7 days',
  heal_success_rate_7d: 'Merged repairs, last 7 days',
  heal_success_rate_30d: 'Merged repairs, last 30 days',
  fix_success_rate_7d: 'Successful fixes, last 7 days',
  duplicate_rate: 'Duplicate issues',
  avg_triage_time_hours: 'Mean time to a classification',
  avg_heal_time_hours: 'Mean time to a repair',
  webhook_events_7d: 'Webhook deliveries, last 7 days'
}

export const metricInWords = (metric: Metric): string => NAMES[metric] ?? formatName(metric)

export const OPERATOR_WORDS: Readonly<Record<Condition['operator'], string>> = {
  '<': 'under',
  '<=': 'at most',
  '>': 'over',
  '>=': 'at least',
  '==': 'exactly',
  '!=': 'other than'
}

const isShare = (metric: Metric) => /_rate|coverage/.test(metric)

/** A share in percent, a duration in hours, a score of 100, and a count as it is. */
export function figureInWords(metric: Metric, value: number | null): string {
  if (value === null) return 'no data'
  if (isShare(metric)) return formatPercent(value)
  if (metric.endsWith('_hours')) return formatCount(value, 'hour', 'hours')
  return metric.endsWith('_score') ? `${formatNumber(value)} of 100` : formatNumber(value)
}
