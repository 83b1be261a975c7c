// Health score and status of a repository.
import type { HealthFigures, HealthStatus, ScoredHealth } from '#schemas/mirror/repo-health.js'
import { rateOrNull } from './statistics.js'

/** The deductions from the score. */
export function scoreDeductions({
  openIssues,
  stalePrs,
  failuresLately
}: Pick<HealthFigures, 'openIssues' | 'stalePrs' | 'failuresLately'>) {
  return {
    issues: Math.min(30, 2 * openIssues),
    stale_prs: Math.min(20, 5 * stalePrs),
    ci_failures: Math.min(40, 10 * failuresLately)
  }
}

export function computeRepoHealth(figures: HealthFigures): ScoredHealth {
  const { issues, stale_prs, ci_failures } = scoreDeductions(figures)
  const { success, failure } = figures
  return {
    ...figures,
    passRate: rateOrNull(success, success + failure),
    score: 100 - issues - stale_prs - ci_failures,
    status: repoHealthStatus(figures)
  }
}

function repoHealthStatus({ success, failure, unhealed }: HealthFigures): HealthStatus {
  if (unhealed > 3) return 'at_risk'
  const ended = success + failure
  if (ended === 0) return 'unknown'
  if (success >= 0.9 * ended) return 'healthy'
  return success >= 0.7 * ended ? 'degraded' : 'at_risk'
}
