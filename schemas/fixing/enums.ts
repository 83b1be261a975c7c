// Enumerations of attempts to fix issues.
import { enumeration } from '../enumeration.js'

export const FIX_STATUSES = enumeration('FixStatus', [
  'pending',
  'analyzing',
  'generating',
  'submitted',
  'merged',
  'closed',
  'rejected',
  'failed',
  'superseded'
])
export type FixStatus = (typeof FIX_STATUSES)[number]

/** Why an attempt was rejected or failed. */
export const FIX_ERRORS = enumeration('FixError', [
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
])
export type FixError = (typeof FIX_ERRORS)[number]
