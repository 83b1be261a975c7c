// Enumerations of managed actions.
import { enumeration } from '../enumeration.js'

export const ACTION_TYPES = enumeration('ActionType', [
  'add-label',
  'remove-label',
  'add-comment',
  'add-reviewer',
  'request-review',
  'approve',
  'create-patch-pr',
  'create-branch',
  'create-check',
  'close-issue',
  'close-pr',
  'merge-pr',
  'delete-branch',
  'set-priority',
  'rerun-failed-jobs',
  'comment-commit',
  'set-collaborator',
  'remove-collaborator',
  'set-protection',
  'tighten-protection',
  'set-labels',
  'set-repository-settings',
  'set-workflow-token',
  'warn-stale',
  'close-stale',
  'track-issue',
  'build-candidate',
  'drop-candidate',
  'create-revert-pr',
  'keep-patch-pr',
  'submit-review',
  'edit-review-comment',
  'dismiss-review'
])
export type ActionType = (typeof ACTION_TYPES)[number]

export const ACTION_STATUSES = enumeration('ActionStatus', [
  'proposed',
  'approved',
  'executing',
  'retrying',
  'succeeded',
  'reconciled',
  'failed',
  'blocked',
  'cancelled'
])
export type ActionStatus = (typeof ACTION_STATUSES)[number]

/** The transitions allowed from each status. A failed action is retried by a child action. */
export const TRANSITIONS: Readonly<Record<ActionStatus, readonly ActionStatus[]>> = {
  proposed: ['approved', 'cancelled', 'blocked'],
  approved: ['executing', 'cancelled', 'blocked'],
  retrying: ['executing', 'cancelled', 'blocked', 'failed'],
  executing: ['succeeded', 'failed', 'cancelled', 'blocked'],
  succeeded: ['reconciled'],
  failed: ['cancelled'],
  blocked: ['cancelled'],
  cancelled: [],
  reconciled: []
}

export const mayBecome = (from: ActionStatus, to: ActionStatus): boolean => TRANSITIONS[from].includes(to)

export const BLOCKED_REASONS = enumeration('ActionBlockedReason', [
  'target_drifted',
  'marker_ambiguous',
  'permission_denied',
  'policy_denied',
  'evidence_incomplete',
  'verification_failed',
  'backend_unavailable',
  'rate_limited',
  'duplicate_action',
  'unsafe_scope',
  'unknown'
])
export type BlockedReason = (typeof BLOCKED_REASONS)[number]

export const HEAL_OUTCOMES = enumeration('HealOutcome', [
  'pending',
  'verified',
  'ineffective',
  'unknown',
  'rejected'
])
export type HealOutcome = (typeof HEAL_OUTCOMES)[number]
export const PR_OUTCOMES = enumeration('ActionPullRequestOutcome', [
  'merged',
  'closed',
  'dismissed',
  'stale_closed',
  'ci_failed'
])
export const RECONCILIATION_STATUSES = enumeration('ReconciliationStatus', ['confirmed', 'drifted'])
export type ReconciliationStatus = (typeof RECONCILIATION_STATUSES)[number]
export const CHECK_TYPES = enumeration('ActionCheckType', [
  'label',
  'pr_state',
  'review',
  'comment',
  'branch',
  'access',
  'protection',
  'settings',
  'manual'
])
export type CheckType = (typeof CHECK_TYPES)[number]

/** The prefix of the keys of all comment actions on one topic; the number of the issue or pull request follows. */
export const topicKey = (topic: string) => `comment:${topic}:`
