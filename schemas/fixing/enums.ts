// Enumerations of attempts to fix issues.

export const FIX_STATUSES = [
  'pending',
  'analyzing',
  'generating',
  'submitted',
  'merged',
  'closed',
  'rejected',
  'failed',
  'superseded'
] as const
export type FixStatus = (typeof FIX_STATUSES)[number]

/** Why an attempt was rejected or failed. */
export const FIX_ERRORS = [
  'config_unreadable',
  'pillar_disabled',
  'issue_closed',
  'author_is_bot',
  'label_missing',
  'issue_limit',
  'daily_limit',
  'trigger_filtered',
  'waived',
  'no_model',
  'model_budget',
  'not_fixable',
  'too_complex',
  'low_confidence',
  'too_many_files',
  'too_many_lines',
  'blocked_path',
  'not_offered',
  'high_risk',
  'guarded',
  'dry_run',
  'no_patch',
  'bad_patch',
  'model_failed',
  'not_submitted',
  'lost'
] as const
export type FixError = (typeof FIX_ERRORS)[number]
