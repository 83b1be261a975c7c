// The states of mirrored items, as the service names them.

export const ISSUE_STATES = ['open', 'closed'] as const
export type IssueState = (typeof ISSUE_STATES)[number]

export const PULL_REQUEST_STATES = ['open', 'closed', 'merged'] as const
export type PullRequestState = (typeof PULL_REQUEST_STATES)[number]

export const RUN_STATUSES = ['queued', 'in_progress', 'completed'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

export const RUN_CONCLUSIONS = [
  'success',
  'failure',
  'cancelled',
  'neutral',
  'timed_out',
  'action_required',
  'skipped',
  'stale',
  'startup_failure'
] as const
export type RunConclusion = (typeof RUN_CONCLUSIONS)[number]

export const MEMBER_ROLES = ['owner', 'member'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

/** What a person may do in a repository, from the least to the most. */
export const PERMISSIONS = ['pull', 'triage', 'push', 'maintain', 'admin'] as const
export type Permission = (typeof PERMISSIONS)[number]

/** The parts of a repository, in the order in which they are synced. */
export const PARTS = [
  'labels',
  'issues',
  'pull_requests',
  'ci_runs',
  'collaborators',
  'branch_rules'
] as const
export type Part = (typeof PARTS)[number]

/** Why a delivery means nothing to the service. */
export const IGNORED_REASONS = [
  'ping',
  'event_not_handled',
  'action_not_handled',
  'no_repository',
  'incomplete_payload'
] as const
export type IgnoredReason = (typeof IGNORED_REASONS)[number]

/** The host allows no longer names of branches. */
export const LONGEST_BRANCH = 255

/** What becomes stale. */
export const STALE_TARGETS = ['issue', 'pr'] as const
export type StaleTarget = (typeof STALE_TARGETS)[number]

/** The service's label on what it warned of, and that on what it closed. */
export const STALE_LABEL = 'stale'
export const STALE_CLOSED_LABEL = 'service:stale-closed'
/** On the issues by which the service tells of violations. */
export const TRACKING_LABEL = 'service-policy-violation'
/** People's label on what never becomes stale. */
export const KEEP_ALIVE_LABEL = 'keep-alive'
