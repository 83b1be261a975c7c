// Enumerations of rollbacks.

export const ROLLBACK_STATUSES = ['pending', 'reverted', 'failed'] as const
export type RollbackStatus = (typeof ROLLBACK_STATUSES)[number]

export const ROLLBACK_REASONS = ['deploy_check_failed', 'policy_violation', 'manual'] as const
export type RollbackReason = (typeof ROLLBACK_REASONS)[number]

/** Shows that a pull request reverts a merge. */
export const ROLLBACK_LABEL = 'auto-rollback'
export const ROLLBACK_LABEL_COLOR = 'e11d48'
