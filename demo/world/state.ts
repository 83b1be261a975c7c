// The state of the fake host: a few maps, changed by mutations and shown by routes.
import type { Permission } from '#schemas/host/enums.js'

export interface Account {
  id: number
  login: string
  type: 'Organization' | 'User'
  members: Map<string, 'admin' | 'member'>
}

export interface Installation {
  id: number
  account: Account
  /** Ids of its repositories. */
  selection: Set<number>
  createdAt: Date
  updatedAt: Date
  suspendedAt: Date | null
}

export interface Label {
  id: number
  name: string
  color: string
}

/** An issue, or the issue of a pull request. */
export interface Issue {
  id: number
  number: number
  title: string
  body: string | null
  state: 'open' | 'closed'
  labels: Label[]
  assignees: string[]
  author: string
  milestone?: string
  createdAt: Date
  updatedAt: Date
  closedAt: Date | null
  pull: Pull | null
}

export interface Pull {
  id: number
  draft: boolean
  head: string
  base: string
  headSha: string
  additions: number
  deletions: number
  /** The id of the fork that has the head; absent if it is in the repository itself. */
  fork?: number
  /** Paths of the changed files. */
  files: string[]
  mergedAt: Date | null
  /** Known where the repository has real branches. */
  baseSha?: string
  mergeSha?: string
  mergedBy?: string
}

export interface Run {
  id: number
  runNumber: number
  attempt: number
  workflow: string
  branch: string
  /** The fork that owns the branch, or that it was deleted. */
  fork: number | 'gone' | null
  headSha: string
  event: string
  actor: string
  status: 'queued' | 'in_progress' | 'completed'
  conclusion: string | null
  createdAt: Date
  updatedAt: Date
  startedAt: Date
}

/** Where an issue went: deleted, or moved to another repository. */
export type Departure = 'deleted' | { repository: Repository; number: number }

export interface Repository {
  id: number
  owner: Account
  name: string
  private: boolean
  defaultBranch: string
  archived: boolean
  language: string | null
  stars: number
  createdAt: Date
  updatedAt: Date
  labels: Label[]
  /** By login. */
  collaborators: Map<string, Permission>
  /** Of people who have not accepted yet, by login. */
  invitations: Map<string, { id: number; permission: Permission }>
  /** Texts by path, on the default branch. */
  files: Map<string, string>
  /** By number, including pull requests. */
  issues: Map<number, Issue>
  departures: Map<number, Departure>
  runs: Map<number, Run>
  lastNumber: number
  /** How many more open issues the host counts than exist. */
  miscount: number
  /** Incremented by each change, to invalidate sorted lists. */
  version: number
}

export interface Delivery {
  id: number
  guid: string
  event: string
  /** Stored as text, so that readers cannot modify what was sent. */
  body: string
  action: string | null
  installationId: number | null
  repositoryId: number | null
  deliveredAt: Date
  redelivery: boolean
  /** What the receiver replied, which a test may set; null until it was sent. */
  statusCode: number | null
}

export interface State {
  /** The clock of the host counts in seconds. */
  now(): Date
  nextId(): number
  accounts: Map<string, Account>
  installations: Map<number, Installation>
  repositories: Map<number, Repository>
  /** Current and former full names in lower case, with the id of the repository that they lead to. */
  names: Map<string, number>
  deliveries: Delivery[]
  /** Where each of them is really sent; without it, a test decides what arrives. */
  receiver: string | undefined
  /** Events that the App does not subscribe to. */
  unheard: ReadonlySet<string>
}

const FIRST_ID = 1_000

export function openState(now: () => Date, unheard: readonly string[] = []): State {
  let id = FIRST_ID
  return {
    now: () => new Date(Math.floor(now().getTime() / 1000) * 1000),
    nextId() {
      id += 1
      return id
    },
    accounts: new Map(),
    installations: new Map(),
    repositories: new Map(),
    names: new Map(),
    deliveries: [],
    receiver: undefined,
    unheard: new Set(unheard)
  }
}

/** Creates the account if it does not exist. */
export function accountOf(state: State, login: string, type: Account['type'] = 'User'): Account {
  const known = state.accounts.get(login.toLowerCase())
  if (known) return known
  const account: Account = { id: state.nextId(), login, type, members: new Map() }
  state.accounts.set(login.toLowerCase(), account)
  return account
}

export const fullName = ({ owner, name }: Repository) => `${owner.login}/${name}`

/** The installation that can access a repository. */
export function installationOf({ installations }: State, { id }: Repository): Installation | undefined {
  return [...installations.values()].find(({ selection }) => selection.has(id))
}

export function issueIn(repository: Repository, number: number): Issue {
  const issue = repository.issues.get(number)
  if (!issue || issue.pull) throw new Error(`${fullName(repository)} has no issue ${number}`)
  return issue
}

export function pullIn(repository: Repository, number: number): { issue: Issue; pull: Pull } {
  const issue = repository.issues.get(number)
  if (!issue?.pull) throw new Error(`${fullName(repository)} has no pull request ${number}`)
  return { issue, pull: issue.pull }
}

export function runIn(repository: Repository, id: number): Run {
  const run = repository.runs.get(id)
  if (!run) throw new Error(`${fullName(repository)} has no run ${id}`)
  return run
}
