// Issues, pull requests, CI runs, labels, people and branch rules, translated from payloads of the host.
import type {
  IssueState,
  MemberRole,
  Permission,
  PullRequestState,
  RunConclusion,
  RunStatus
} from '#schemas/host/enums.js'
import type { SettingsWish } from '#schemas/host/settings.js'

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

/** A null field is not in the payload; the mirror keeps its known value. */
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
  /** The fork with the branch, 0 if the fork was deleted; null if the branch is in the repository itself. */
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

export interface HostMember {
  hostId: number
  login: string
  avatarUrl: string | null
  role: MemberRole
  siteAdmin: boolean
}

/** A person with access of their own to a repository. */
export interface HostCollaborator {
  hostId: number
  login: string
  avatarUrl: string | null
  permission: Permission
  /** The name of the role, which an organisation may have defined itself. */
  roleName: string | null
}

/** What one source, or all sources together, ask of a branch. */
export interface BranchProtection {
  requiredReviews: number
  dismissStaleReviews: boolean
  requireCodeOwnerReviews: boolean
  requireStatusChecks: boolean
  requiredStatusChecks: string[]
  requireUpToDateBranch: boolean
  enforceAdmins: boolean
  restrictPushes: boolean
  /** Who may push where pushes are restricted: logins, `team:slug` and `app:slug`. */
  pushAllowlist: string[]
  allowForcePushes: boolean
  allowDeletions: boolean
  requireSignedCommits: boolean
  requireLinearHistory: boolean
}

/** The branch protection of the host, or one of its rulesets. */
export interface BranchRuleSource extends BranchProtection {
  /** The id of the ruleset. */
  hostRuleId: number | null
}

/** A protected branch, with all sources of its rules. */
export interface ProtectedBranch {
  name: string
  sources: BranchRuleSource[]
}

/** An issue or a pull request as the host shows it at this moment. */
export interface LiveItem {
  isOpen: boolean
  isByBot: boolean
  isDraft: boolean
  hasMilestone: boolean
  isAssigned: boolean
  labels: string[]
  /** The last activity of a person. */
  humanAt: Date
}

/** How a repository is set up, as the host shows it at this moment. */
export interface RepositoryState {
  defaultBranch: string | null
  isArchived: boolean
  /** Those that the host shows: to some it shows none. */
  settings: SettingsWish
}

/** A branch in a list of the host. */
export interface ListedBranch {
  name: string
  tip: string
  isProtected: boolean
}

/** A branch as the host shows it at this moment, with a pull request that it was the head of. */
export interface LiveBranch {
  tip: string
  /** When the commit was made. */
  tipAt: Date | null
  isDefault: boolean
  isProtected: boolean
  /** Whether it is the head or the base of an open pull request. */
  hasOpenPull: boolean
  /** Whether the default branch contains its commit. */
  isReachable: boolean
  pull: EndedPull | null
}

interface EndedPull {
  number: number
  state: PullRequestState
  headBranch: string
  headSha: string | null
  /** Whether its head is in the repository itself and not in a fork. */
  isOwn: boolean
  endedAt: Date | null
}
