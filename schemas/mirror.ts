// What the host says of its issues, pull requests and CI runs, in words of the service's own.

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

export interface HostIssue {
  hostId: number
  number: number
  title: string
  body: string | null
  state: IssueState
  labels: string[]
  assignees: string[]
  author: string | null
  createdAt: Date
  updatedAt: Date
  closedAt: Date | null
}

/** Null where the payload does not say: what is known already stays. */
export interface HostPullRequest {
  hostId: number
  number: number
  title: string
  body: string | null
  state: PullRequestState
  draft: boolean
  headBranch: string
  baseBranch: string
  headSha: string | null
  labels: string[]
  author: string | null
  additions: number | null
  deletions: number | null
  changedFiles: number | null
  createdAt: Date
  updatedAt: Date
  closedAt: Date | null
  mergedAt: Date | null
}

export interface HostRun {
  hostRunId: number
  attempt: number
  workflowName: string
  branch: string
  /** The fork whose branch that is, 0 where the fork is gone; null where it is the repository's own. */
  forkId: number | null
  headSha: string
  event: string | null
  actor: string | null
  htmlUrl: string | null
  status: RunStatus
  conclusion: RunConclusion | null
  createdAt: Date
  updatedAt: Date
  completedAt: Date | null
}

export interface HostLabel {
  hostId: number
  name: string
  color: string | null
  description: string | null
}

export const MEMBER_ROLES = ['owner', 'member'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

export interface HostMember {
  hostId: number
  login: string
  avatarUrl: string | null
  role: MemberRole
  siteAdmin: boolean
}

/** In place of a day: counted for ever. */
export const EVER = '-infinity'
/** As `EVER`, of names that people make up: who reads all sums for ever does not read these, which may be very many. */
export const EVER_BY_NAME = 'infinity'

/** What such sums come to, by measure. */
export type Sums = ReadonlyMap<string, number>

/** How much a row counts for in one of the sums behind the statistics. */
export interface Tally {
  measure: string
  /** A day of the UTC calendar, `EVER` or `EVER_BY_NAME`. */
  day: string
  amount: number
}

/** Days of the UTC calendar, both included. */
export interface Days {
  from: string
  to: string
}

/** What is asked about some days. */
export interface Span extends Days {
  measures: readonly string[]
}
