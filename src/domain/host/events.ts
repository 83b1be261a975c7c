// The service's own events: what a delivery of the host means to us.
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
  /** Null where the payload does not say. */
  private: boolean | null
  defaultBranch: string | null
  archived: boolean | null
  language: string | null
  stars: number | null
  /** When it was last pushed to, where the host says so in a list. */
  pushedAt?: Date | null
  createdAt?: Date | null
  /** How many of its issues and pull requests are open. */
  openCount?: number | null
}

export type InstallationChange = 'present' | 'deleted' | 'suspended'

/** What says whether a repository is there. `removed`: its installation no longer sees it. */
export type RepositoryChange = 'present' | 'deleted' | 'removed'

/**
 * What happened to a pull request, where somebody acts upon it; `other` is for the mirror alone. `edited`: its title or its
 * body was another before.
 */
export const PULL_REQUEST_CHANGE_KINDS = [
  'opened',
  'reopened',
  'synchronize',
  'ready_for_review',
  'edited'
] as const
export type PullRequestChangeKind = (typeof PULL_REQUEST_CHANGE_KINDS)[number] | 'other'

/** What happened to an issue, where somebody acts upon it. `edited`: its title or its body was another before. */
export const ISSUE_CHANGE_KINDS = ['opened', 'reopened', 'edited', 'labeled', 'unlabeled'] as const
export type IssueChangeKind = (typeof ISSUE_CHANGE_KINDS)[number] | 'other'

/** A label that was set on an issue or a pull request, or taken off. */
export interface Labelling {
  label: string
  isOn: boolean
  /** Login of whoever did it. */
  by: string | null
}

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
  /** Null: it only names the repository, and may have been on its way since before that went. */
  | ({ kind: 'repository'; change: RepositoryChange | null } & WithinRepository)
  /** Whose configuration file may have changed: the one that holds, the one of a commit, or both. */
  | ({ kind: 'configuration'; isInForce: boolean; commit: string | null } & WithinRepository)
  | ({ kind: 'issue'; issue: HostIssue; gone: boolean; news: IssueChangeKind } & WithLabelling &
      WithinRepository)
  | ({ kind: 'pull-request'; pullRequest: HostPullRequest; news: PullRequestChangeKind } & WithLabelling &
      WithinRepository)
  | ({ kind: 'release'; release: HostRelease } & WithinRepository)
  | ({ kind: 'ci-run'; run: HostRun } & WithinRepository)
  | ({ kind: 'label'; change: LabelChange; label: HostLabel; formerName: string | null } & WithinRepository)
  | { kind: 'member'; change: MemberChange; installationId: number; member: HostMember }

/** A release that is out for everybody. */
export interface HostRelease {
  tag: string
  publishedAt: Date
}

/** What a rule asks of a pull request itself; null where it is not known. */
export type RulePullFacts = Pick<
  HostPullRequest,
  'headBranch' | 'baseBranch' | 'headSha' | 'draft' | 'additions' | 'deletions' | 'changedFiles'
>

/** What somebody did to an issue or a pull request, for whoever asks what exactly it was. */
export interface RuleEvent {
  /** Both in the host's words, which rules use as well. */
  event: string
  action: string
  /** Who did it. */
  sender: string | null
  target: 'issue' | 'pr'
  number: number
  title: string
  body: string
  labels: string[]
  /** Whose issue or pull request it is. */
  author: string | null
  /** Undefined where it is an issue, or the event does not say. */
  pull: RulePullFacts | undefined
  comment: { author: string | null; body: string } | undefined
}

interface WithLabelling {
  /** Null where the event tells of something else. */
  labelling: Labelling | null
}

/** Every event about something in a repository tells what the repository is called now. */
export interface WithinRepository {
  installationId: number | null
  repository: RepositoryIdentity
}

/**
 * What is recorded of an event, taken from it field by field. A whole event has a kind and does not fit: its other fields
 * are said of something else, by names that may be the same.
 */
export interface EventExcerpt {
  kind?: never
}

/** What a delivery is about, as columns of its row. */
export interface DeliverySubject {
  /** The narrowest thing that it tells of; null where it names none that the service knows. */
  entity: string | null
  action: string | null
  repo: string | null
  repoId: number | null
  installationId: number | null
}

/** Something that an event states; null where it is no moment, or no number that anything can have. */
export type PayloadField = { path: string } & (
  | { kind: 'moment'; moment: Date | null }
  | { kind: 'number'; number: number | null }
  | { kind: 'text'; length: number }
)
