// The keys that an organisation can lock for all of its repositories, and which changes count as tighter.
import { REPOSITORY_SETTINGS } from '../host/settings.js'
import { PILLARS } from './pillars.js'

/**
 * How a repository may change a locked key. `on`, `off`: only to this value. `more`: entries may be added. `less`: the
 * number may be lowered. `greater`: it may be raised. `surer`: the required confidence may be raised. `fixed`: not at all.
 */
export const TIGHTER = ['on', 'off', 'more', 'less', 'greater', 'surer', 'fixed'] as const
export type Tighter = (typeof TIGHTER)[number]

/** By the dotted path of the key. */
export const LOCKABLE: Readonly<Record<string, Tighter>> = {
  'settings.dry_run': 'on',
  'settings.release_close_fixed_issues': 'off',
  'settings.allow_auto_approve': 'off',
  ...Object.fromEntries(PILLARS.map((pillar) => [`pillars.${pillar}.enabled`, 'off' as const])),
  'pillars.triage.auto_label': 'off',
  'pillars.triage.auto_comment': 'off',
  'pillars.triage.close_duplicates': 'off',
  'pillars.ci_healing.auto_patch': 'off',
  'pillars.ci_healing.max_fix_attempts': 'less',
  'pillars.ci_healing.min_confidence_to_patch': 'surer',
  'pillars.ci_healing.blocked_file_patterns': 'more',
  'pillars.maintainer.branch_cleanup.enabled': 'off',
  'pillars.maintainer.branch_cleanup.protected_branches': 'more',
  'pillars.issue_fix.max_file_changes': 'less',
  'pillars.issue_fix.max_line_changes': 'less',
  'pillars.issue_fix.min_confidence_to_submit': 'surer',
  'pillars.issue_fix.blocked_paths': 'more',
  'pillars.issue_fix.daily_limit': 'less',
  'pillars.issue_fix.per_issue_limit': 'less',
  'pillars.merge_queue.required_checks': 'more',
  'baseline.protection.min_reviews': 'greater',
  'baseline.protection.require_signed_commits': 'on',
  'baseline.protection.require_linear_history': 'on',
  'baseline.protection.block_force_pushes': 'on',
  'baseline.protection.block_deletions': 'on',
  'baseline.protection.enforce_admins': 'on',
  'baseline.protection.require_status_checks': 'on',
  'baseline.protection.required_status_check_contexts': 'more',
  ...Object.fromEntries(REPOSITORY_SETTINGS.map((key) => [`baseline.settings.${key}`, 'fixed' as const]))
}
