// Enumerations of rollbacks.
import { enumeration } from '../enumeration.js'

export const ROLLBACK_STATUSES = enumeration('RollbackStatus', ['pending', 'reverted', 'failed'])
export type RollbackStatus = (typeof ROLLBACK_STATUSES)[number]

export const ROLLBACK_REASONS = enumeration('RollbackReason', [
  'deploy_check_failed',
  'policy_violation',
  'manual'
])
export type RollbackReason = (typeof ROLLBACK_REASONS)[number]

/** Shows that a pull request reverts a merge. */
export const ROLLBACK_LABEL = 'auto-rollback'
export const ROLLBACK_LABEL_COLOR = 'e11d48'
