// The states of mirrored items, as the service names them.
import { enumeration } from '../enumeration.js'

export const ISSUE_STATES = enumeration('IssueState', ['open', 'closed'])
export type IssueState = (typeof ISSUE_STATES)[number]

export const PULL_REQUEST_STATES = enumeration('PullRequestState', ['open', 'closed', 'merged'])
export type PullRequestState = (typeof PULL_REQUEST_STATES)[number]

export const RUN_STATUSES = enumeration('RunStatus', ['queued', 'in_progress', 'completed'])
export type RunStatus = (typeof RUN_STATUSES)[number]

export const RUN_CONCLUSIONS = enumeration('RunConclusion', [
  'success',
  'failure',
  'cancelled',
  'neutral',
  'timed_out',
  'action_required',
  'skipped',
  'stale',
  'startup_failure'
])
export type RunConclusion = (typeof RUN_CONCLUSIONS)[number]

export const MEMBER_ROLES = enumeration('MemberRole', ['owner', 'member'])
export type MemberRole = (typeof MEMBER_ROLES)[number]

/** What a person may do in a repository, from the least to the most. */
export const PERMISSIONS = enumeration('Permission', ['pull', 'triage', 'push', 'maintain', 'admin'])
export type Permission = (typeof PERMISSIONS)[number]

/** The parts of a repository, in the order in which they are synced. */
export const PARTS = enumeration('RepositoryPart', [
  'labels',
  'issues',
  'pull_requests',
  'ci_runs',
  'collaborators',
  'branch_rules'
])
export type Part = (typeof PARTS)[number]

/** Why a delivery means nothing to the service. */
export const IGNORED_REASONS = enumeration('IgnoredReason', [
  'ping',
  'event_not_handled',
  'action_not_handled',
  'no_repository',
  'incomplete_payload'
])
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
