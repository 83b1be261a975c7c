// Settings that let the service do what is hard to take back.
import type { ConfigRisk } from '#schemas/configuration/check.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'

type RiskRule = Pick<ConfigRisk, 'path' | 'reason' | 'severity'> & {
  isTaken: (config: ServiceConfig) => boolean
}

const RISKS: readonly RiskRule[] = [
  {
    path: '/pillars/issue_fix/enabled',
    severity: 'high',
    reason: 'Changes of code are proposed by the service itself.',
    isTaken: ({ pillars }) => pillars.issue_fix.enabled
  },
  {
    path: '/pillars/spam_gate/enabled',
    severity: 'high',
    reason: 'Issues and pull requests of people are closed.',
    isTaken: ({ pillars }) => pillars.spam_gate.enabled
  },
  {
    path: '/pillars/ci_healing/auto_patch',
    severity: 'medium',
    reason: 'Repairs are offered as pull requests without being asked for.',
    isTaken: ({ pillars }) => pillars.ci_healing.enabled && pillars.ci_healing.auto_patch
  },
  {
    path: '/pillars/maintainer/stale/issues/close_days',
    severity: 'medium',
    reason: 'Issues are closed that nobody has answered.',
    isTaken: ({ pillars }) =>
      pillars.maintainer.enabled && pillars.maintainer.stale.issues.close_days !== null
  },
  {
    path: '/pillars/maintainer/stale/prs/close_days',
    severity: 'medium',
    reason: 'Pull requests are closed that nobody has answered.',
    isTaken: ({ pillars }) => pillars.maintainer.enabled && pillars.maintainer.stale.prs.close_days !== null
  },
  {
    path: '/pillars/maintainer/branch_cleanup/enabled',
    severity: 'medium',
    reason: 'Branches are deleted.',
    isTaken: ({ pillars }) => pillars.maintainer.enabled && pillars.maintainer.branch_cleanup.enabled
  },
  {
    path: '/pillars/merge_queue/required_checks',
    severity: 'medium',
    reason: 'Pull requests are merged without any check that must have passed.',
    isTaken: ({ pillars }) => pillars.merge_queue.enabled && pillars.merge_queue.required_checks.length === 0
  },
  {
    path: '/settings/allow_auto_approve',
    severity: 'medium',
    reason: 'A rule may approve a pull request.',
    isTaken: ({ settings }) => settings.allow_auto_approve
  },
  {
    path: '/pillars/ai_review/adversarial_review',
    severity: 'low',
    reason: 'Nothing challenges the findings of a review.',
    isTaken: ({ pillars }) => pillars.ai_review.enabled && !pillars.ai_review.adversarial_review
  }
]

/** The gravest first. A dry run keeps from all of them but from what is only thought less thoroughly. */
export function risksIn(config: ServiceConfig): ConfigRisk[] {
  return RISKS.filter(({ isTaken }) => isTaken(config)).map(({ path, reason, severity }) => ({
    path,
    reason,
    severity,
    mitigated_by_dry_run: config.settings.dry_run && severity !== 'low'
  }))
}
