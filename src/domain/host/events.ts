// The events of the service, translated from webhook payloads of the host.
import type { Part } from '#schemas/host/enums.js'
import type { HostIssue, HostLabel, HostMember, HostPullRequest, HostRun } from './items.js'

export interface InstallationIdentity {
  hostId: number
  accountLogin: string | null
  accountType: string | null
  targetId: number | null
}

export interface RepositoryIdentity {
  hostId: number
  owner: string
  name: string
  /** Null if the payload does not contain it. */
  private: boolean | null
  defaultBranch: string | null
  archived: boolean | null
  language: string | null
  stars: number | null
  /** The last push, if a listing of the host contains it. */
  pushedAt?: Date | null
  createdAt?: Date | null
  /** The number of open issues and pull requests. */
  openCount?: number | null
}

export type InstallationChange = 'present' | 'deleted' | 'suspended'

/** Whether a repository is available. `removed`: the installation lost access to it. */
export type RepositoryChange = 'present' | 'deleted' | 'removed'

/**
 * Changes of a pull request that the service reacts to; `other` only updates the mirror. `edited`: the title or the
 * body changed.
 */
export const PULL_REQUEST_CHANGE_KINDS = [
  'opened',
  'reopened',
  'synchronize',
  'ready_for_review',
  'edited'
] as const
export type PullRequestChangeKind = (typeof PULL_REQUEST_CHANGE_KINDS)[number] | 'other'

/** Changes of an issue that the service reacts to. `edited`: the title or the body changed. */
export const ISSUE_CHANGE_KINDS = ['opened', 'reopened', 'edited', 'labeled', 'unlabeled'] as const
export type IssueChangeKind = (typeof ISSUE_CHANGE_KINDS)[number] | 'other'

/** A label that was added to or removed from an issue or a pull request. */
export interface Labelling {
  label: string
  isOn: boolean
  /** Login of the person or bot. */
  by: string | null
}

/** Parts of a repository whose events do not show their new state. */
export type UnshownPart = Extract<Part, 'collaborators' | 'branch_rules'>

export type LabelChange = 'present' | 'deleted'
export type MemberChange = 'present' | 'left'

export type HostEvent =
  | {
      kind: 'installation'
      change: InstallationChange
      installation: InstallationIdentity
      repositories: RepositoryIdentity[]
    }
  | {
      kind: 'installation-repositories'
      installation: InstallationIdentity
      added: RepositoryIdentity[]
      removed: RepositoryIdentity[]
    }
  /** Null if the payload only names the repository; it may be older than the removal of the repository. */
  | ({ kind: 'repository'; change: RepositoryChange | null } & AboutItem & WithItself & WithinRepository)
  /** `changesConfig`: it may change the configuration file of the default branch. */
  | ({ kind: 'push'; changesConfig: boolean; pushed: PushedFiles | null } & WithinRepository)
  | ({ kind: 'issue'; issue: HostIssue; gone: boolean; changeKind: IssueChangeKind } & WithLabelling &
      AboutItem &
      WithinRepository)
  | ({
      kind: 'pull-request'
      pullRequest: HostPullRequest
      changeKind: PullRequestChangeKind
      /** It goes to another branch than before. */
      isRetargeted?: true
    } & WithLabelling &
      AboutItem &
      WithinRepository)
  /** A review was submitted or dismissed. `labels`: those of the pull request; null if the payload has none. */
  | ({ kind: 'review'; number: number; labels: string[] | null } & AboutItem & WithinRepository)
  /** The comment that a conversation on lines of a pull request began with was resolved, or is open again. */
  | ({ kind: 'review-thread'; number: number; isResolved: boolean; opening: string } & AboutItem &
      WithinRepository)
  /** A check or a status of a commit has ended: `isGood` if it is a success. */
  | ({ kind: 'checks'; sha: string; isGood: boolean } & WithinRepository)
  | ({ kind: 'release'; release: HostRelease } & WithinRepository)
  | ({ kind: 'ci-run'; run: HostRun } & WithinRepository)
  /** Somebody changed this part, and the event does not show all of it. */
  | ({ kind: 'part'; part: UnshownPart } & WithinRepository)
  | ({ kind: 'label'; change: LabelChange; label: HostLabel; formerName: string | null } & WithinRepository)
  | { kind: 'member'; change: MemberChange; installationId: number; member: HostMember }

/** What the commits of a push to a branch change in all; there are none of a tag or of a deleted branch. */
export interface PushedFiles {
  /** The head of the branch after the push. */
  commit: string
  branch: string
  /** The head before; null for a new branch. */
  before: string | null
  /** Added or changed, and not removed again. */
  paths: string[]
  /** False if the payload may not list all commits. */
  isWhole: boolean
  /** Whether a commit adds, changes or removes the configuration file of the service. */
  touchesServiceFile: boolean
  /** Login of whoever pushed. */
  by: string | null
}

/** A published release that is no draft or prerelease. */
export interface HostRelease {
  tag: string
  publishedAt: Date
}

/** Facts about a pull request for rules; null if unknown. */
export type RulePullFacts = Pick<
  HostPullRequest,
  'headBranch' | 'baseBranch' | 'headSha' | 'draft' | 'additions' | 'deletions' | 'changedFiles'
>

/** A change of an issue or a pull request, as rules see it. */
export interface RuleEvent {
  /** Event and action in the words of the host, which rules use too. */
  event: string
  action: string
  /** Who caused the event. */
  sender: string | null
  target: 'issue' | 'pr'
  number: number
  title: string
  body: string
  labels: string[]
  /** Author of the issue or pull request. */
  author: string | null
  /** Undefined for an issue, or if the payload has no details. */
  pull: RulePullFacts | undefined
  comment: { author: string | null; body: string } | undefined
}

/** What a person did with an issue or a pull request. */
export interface ItemActivity {
  targetType: 'issue' | 'pr'
  number: number
  at: Date
  kind: 'reopened' | 'closed' | 'other'
}

/** A new comment of a person on an issue or a pull request. */
export interface ItemComment {
  hostId: number
  targetType: 'issue' | 'pr'
  number: number
  author: string
  /** Whether the host relates the author to the repository; what they may do there is another question. */
  isByInsider: boolean
  url: string | null
  /** Null if the payload does not contain it. */
  writtenAt: Date | null
  body: string
}

/** What a person did with an issue or a pull request. Bots, the service itself among them, do not count. */
interface AboutItem {
  activity?: ItemActivity
  comment?: ItemComment
}

/** Absent if the event is about something within the repository. */
interface WithItself {
  /** The repository itself was created, or its name, settings or default branch may have changed. */
  isItself?: true
}

interface WithLabelling {
  /** Null if the event is no change of labels. */
  labelling: Labelling | null
}

/** Every event in a repository contains the current name of the repository. */
export interface WithinRepository {
  installationId: number | null
  repository: RepositoryIdentity
}

/**
 * A selection of event fields for the record. The type excludes whole events, because fields of other kinds could be
 * recorded under the same name.
 */
export interface EventExcerpt {
  kind?: never
}

/** The subject of a delivery, as columns of its row. */
export interface DeliverySubject {
  /** The most specific entity of the event; null if the service knows none. */
  entity: string | null
  action: string | null
  repo: string | null
  repoId: number | null
  installationId: number | null
}

/** What explains why a delivery was ignored. */
export interface IgnoredDelivery {
  eventName: string
  action: string | null
  repoId: number | null
}

/** A value in a payload; null if it is no valid timestamp or number. */
export type PayloadField = { path: string } & (
  | { kind: 'moment'; moment: Date | null }
  | { kind: 'number'; number: number | null }
  | { kind: 'text'; length: number; longest: number }
)
