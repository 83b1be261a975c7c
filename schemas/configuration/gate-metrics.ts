// The metrics of quality gates.
import { enumeration } from '../enumeration.js'

interface MetricDefinition {
  unit: 'ratio' | 'count' | 'hours' | 'score'
  description: string
}

export const METRIC_DEFINITIONS = {
  ci_failure_rate_7d: {
    unit: 'ratio',
    description: '(Failures + timeouts) / finished runs of the last 7 days.'
  },
  ci_failure_rate_30d: {
    unit: 'ratio',
    description: '(Failures + timeouts) / finished runs of the last 30 days.'
  },
  triage_coverage: { unit: 'ratio', description: 'Classified issues / all issues.' },
  open_issues: { unit: 'count', description: 'Open issues.' },
  open_security_issues: {
    unit: 'count',
    description: 'Open issues that carry the label `security`, in any case.'
  },
  stale_issues_7d: { unit: 'count', description: 'Open issues that have not changed for 7 days.' },
  heal_success_rate_7d: {
    unit: 'ratio',
    description: 'Merge rate of the healing pull requests opened in the last 7 days.'
  },
  heal_success_rate_30d: {
    unit: 'ratio',
    description: 'Merge rate of the healing pull requests opened in the last 30 days.'
  },
  fix_success_rate_7d: { unit: 'ratio', description: 'Success rate of the fix attempts of the last 7 days.' },
  duplicate_rate: { unit: 'ratio', description: 'Duplicate issues / all issues.' },
  avg_triage_time_hours: {
    unit: 'hours',
    description: 'Mean hours from opening an issue to its classification.'
  },
  avg_heal_time_hours: { unit: 'hours', description: 'Mean hours from the start of a run to its repair.' },
  readiness_score: { unit: 'score', description: 'Readiness score, as in `/api/readiness`.' },
  webhook_events_7d: { unit: 'count', description: 'Webhook deliveries of 7 days.' }
} as const satisfies Record<string, MetricDefinition>

export type Metric = keyof typeof METRIC_DEFINITIONS
// Cast: the keys of a constant object are its names.
export const METRICS = enumeration('GateMetric', Object.keys(METRIC_DEFINITIONS) as readonly Metric[])
