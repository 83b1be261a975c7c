// Computes the gate metrics from the counts of a repository.

import { METRICS, type Metric } from '#schemas/configuration/gate-metrics.js'
import type { MeasuredMetrics } from '#schemas/gates/gates.js'
import type { MetricFacts } from './facts.js'
import { readinessScore } from './readiness.js'

/** A metric and whether there was any data for it. */
interface MetricFigure {
  value: number
  isKnown: boolean
}

const counted = (value: number): MetricFigure => ({ value, isKnown: true })

/** A share with six decimals; without data it is 0 and marked as unknown. */
function share(part: number, whole: number): MetricFigure {
  return { value: whole > 0 ? rounded(part / whole) : 0, isKnown: whole > 0 }
}

const hours = (seconds: number, times: number): MetricFigure => share(Math.max(0, seconds) / 3_600, times)

const rounded = (value: number) => Math.round(value * 1_000_000) / 1_000_000

export function computeMetrics(facts: MetricFacts): MeasuredMetrics {
  const figures = figuresOf(facts)
  // Cast: METRICS lists every metric.
  const metrics = Object.fromEntries(METRICS.map((metric) => [metric, figures[metric].value])) as Record<
    Metric,
    number
  >
  return { metrics, noData: METRICS.filter((metric) => !figures[metric].isKnown) }
}

function figuresOf(facts: MetricFacts): Record<Metric, MetricFigure> {
  const issues = facts.openIssues + facts.closedIssues
  return {
    ci_failure_rate_7d: share(facts.failures7d, facts.runs7d),
    ci_failure_rate_30d: share(facts.failures30d, facts.runs30d),
    triage_coverage: share(issues - facts.unjudgedIssues, issues),
    open_issues: counted(facts.openIssues),
    open_security_issues: counted(facts.openSecurityIssues),
    stale_issues_7d: counted(facts.staleIssues),
    heal_success_rate_7d: share(facts.mergedHealPrs7d, facts.healPrs7d),
    heal_success_rate_30d: share(facts.mergedHealPrs30d, facts.healPrs30d),
    fix_success_rate_7d: share(facts.acceptedFixes7d, facts.fixes7d),
    duplicate_rate: share(facts.duplicates, issues),
    avg_triage_time_hours: hours(facts.triageSeconds, facts.triages),
    avg_heal_time_hours: hours(facts.healSeconds, facts.heals),
    readiness_score: counted(readinessScore(facts)),
    webhook_events_7d: counted(facts.deliveries7d)
  }
}
