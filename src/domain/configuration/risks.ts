// Settings that allow changes which are hard to undo.
import type { ConfigRisk } from '#schemas/configuration/check.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'

type RiskRule = Pick<ConfigRisk, 'path' | 'reason' | 'severity'> & {
  isTaken: (config: ServiceConfig) => boolean
}

const RISKS: readonly RiskRule[] = [
  {
    path: '/pillars/issue_fix/enabled',
    severity: 'high',
    reason: 'The service proposes code changes that a language model writes.',
    isTaken: ({ pillars }) => pillars.issue_fix.enabled
  },
  {
    path: '/pillars/spam_gate/enabled',
    severity: 'high',
    reason: 'The service closes new issues and pull requests of authors who have too many open.',
    isTaken: ({ pillars }) => pillars.spam_gate.enabled
  },
  {
    path: '/pillars/ci_healing/auto_patch',
    severity: 'medium',
    reason: 'The service opens pull requests with repairs on its own.',
    isTaken: ({ pillars }) => pillars.ci_healing.enabled && pillars.ci_healing.auto_patch
  },
  {
    path: '/pillars/maintainer/stale/issues/close_days',
    severity: 'medium',
    reason: 'The service closes issues without activity.',
    isTaken: ({ pillars }) =>
      pillars.maintainer.enabled && pillars.maintainer.stale.issues.close_days !== null
  },
  {
    path: '/pillars/maintainer/stale/prs/close_days',
    severity: 'medium',
    reason: 'The service closes pull requests without activity.',
    isTaken: ({ pillars }) => pillars.maintainer.enabled && pillars.maintainer.stale.prs.close_days !== null
  },
  {
    path: '/pillars/maintainer/branch_cleanup/enabled',
    severity: 'medium',
    reason: 'The service deletes merged branches.',
    isTaken: ({ pillars }) => pillars.maintainer.enabled && pillars.maintainer.branch_cleanup.enabled
  },
  {
    path: '/pillars/merge_queue/required_checks',
    severity: 'medium',
    reason: 'The merge queue merges pull requests without a required check.',
    isTaken: ({ pillars }) => pillars.merge_queue.enabled && pillars.merge_queue.required_checks.length === 0
  },
  {
    path: '/settings/allow_auto_approve',
    severity: 'medium',
    reason: 'Custom rules may approve pull requests.',
    isTaken: ({ settings }) => settings.allow_auto_approve
  },
  {
    path: '/pillars/ai_review/adversarial_review',
    severity: 'low',
    reason: 'No second pass challenges the findings of a review.',
    isTaken: ({ pillars }) => pillars.ai_review.enabled && !pillars.ai_review.adversarial_review
  }
]

/**
 * Most severe first. A dry run mitigates every risk except those of low severity, which only make results less
 * thorough.
 */
export function risksIn(config: ServiceConfig): ConfigRisk[] {
  return RISKS.filter(({ isTaken }) => isTaken(config)).map(({ path, reason, severity }) => ({
    path,
    reason,
    severity,
    mitigated_by_dry_run: config.settings.dry_run && severity !== 'low'
  }))
}
