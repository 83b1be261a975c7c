// What a repository with real branches has: objects, refs, checks, reviews, and the record of what happened to its bases.
import type { JsonObject } from '#schemas/common.js'
import { announce } from '../events/events.js'
import { userShape } from '../shapes.js'
import { accountOf, type Delivery, type Repository, type Run, type State } from '../state.js'
import { BOT } from '../writes/host-writes.js'
import type { Landing } from './landings.js'
import type { Files, ObjectStore } from './objects.js'

/** How a check ends. */
export type Outcome =
  | 'success'
  | 'failure'
  | 'neutral'
  | 'skipped'
  | 'cancelled'
  | 'timed_out'
  | 'action_required'

export type Outcomes = Readonly<Record<string, Outcome>>

/** What is tested, besides the files. */
export interface CiOccasion {
  event: 'push' | 'pull_request'
  branch: string
  sha: string
  /** From 1. */
  attempt: number
}

/** The outcome of each check of a tree; undefined if nothing tests it. */
export type CiVerdict = (files: Files, occasion: CiOccasion) => Outcomes | undefined

export interface GitOptions {
  /** Nothing is tested without it. */
  ci?: CiVerdict
  /** Checks are complete at once, or wait for `finishChecks`. */
  finishes: 'at once' | 'when told'
  /** Which branches are tested when they are pushed; by default all but the heads that `openPull` makes. */
  onPush: (branch: string) => boolean
  /** How often the host does not know yet whether a pull request can be merged, after each change of either end. */
  unknownReads: number
}

export interface CheckSuite {
  id: number
  sha: string
  branch: string | null
  app: string
  status: string
  conclusion: string | null
}

export interface CheckRun {
  id: number
  suite: CheckSuite
  name: string
  sha: string
  app: string
  status: string
  conclusion: string | null
  startedAt: Date
  completedAt: Date | null
  externalId: string
  detailsUrl: string | null
  output: JsonObject
}

export interface CommitStatus {
  id: number
  sha: string
  context: string
  state: 'success' | 'pending' | 'failure' | 'error'
  description: string | null
  targetUrl: string | null
  at: Date
}

export interface Review {
  id: number
  author: string
  state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED'
  sha: string
  body: string
  at: Date
  comments?: LineComment[]
}

/** A comment on a line of the diff. */
export interface LineComment {
  id: number
  path: string
  line: number
  body: string
  thumbs: { up: number; down: number }
}

/** A run of the CI, with the tree that it tests. */
export interface CiRun {
  run: Run
  suite: CheckSuite
  tree: string
  occasion: CiOccasion
  outcomes: Outcomes
  checks: CheckRun[]
}

/** A branch that came into being, moved or went. */
export interface RefMove {
  branch: string
  before: string | undefined
  after: string | undefined
  by: string
  /** The pull request that the host itself merges by this move. */
  merging?: number
}

export interface Git {
  state: State
  repository: Repository
  options: GitOptions
  objects: ObjectStore
  /** Branches and their commits; the routes of protections know them too. */
  refs: Map<string, string>
  checks: CheckRun[]
  suites: CheckSuite[]
  statuses: CommitStatus[]
  ciRuns: CiRun[]
  /** By the number of the pull request. */
  reviews: Map<number, Review[]>
  /** Reads that are still answered without knowledge, by the ends of the pull request. */
  unknown: Map<string, number>
  /** Trees that a complete run has found good. */
  greenTrees: Set<string>
  /** All moves of branches that pull requests go to. */
  landings: Landing[]
  /** Called after each move of a branch. */
  followers: readonly ((git: Git, move: RefMove) => void)[]
}

const gits = new WeakMap<Repository, Git>()

export const gitOf = (repository: Repository): Git | undefined => gits.get(repository)
export const keepGit = (git: Git): void => void gits.set(git.repository, git)

/** A refusal of the host. */
export class GitRefusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export function refuse(status: number, message: string): never {
  throw new GitRefusal(status, message)
}

/** The login of the service on the host. */
export const SERVICE = BOT.login
export const SERVICE_APP = 'service'
export const CI_APP = 'github-actions'
/** The App ids that protections name. */
export const APP_IDS: Readonly<Record<string, number>> = { [SERVICE_APP]: 1, [CI_APP]: 15_368 }

export const appIdOf = (slug: string): number =>
  APP_IDS[slug] ?? 100_000 + ([...slug].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 100_000)

export function actorShape(state: State, login: string): JsonObject {
  const shape = userShape(accountOf(state, login))
  if (login === SERVICE) return { ...shape, ...BOT }
  return login.endsWith('[bot]') ? { ...shape, type: 'Bot' } : shape
}

export function tell({ state, repository }: Git, event: string, payload: JsonObject, by: string): void {
  announce(state, repository, event, { ...payload, sender: actorShape(state, by) })
}

/** The events that the host sends while something is done. */
export function heard({ state: { deliveries } }: Pick<Git, 'state'>, act: () => void): Delivery[] {
  const before = deliveries.length
  act()
  return deliveries.slice(before)
}

export function tipOf({ refs }: Git, branch: string): string {
  return refs.get(branch) ?? refuse(404, 'Branch not found')
}
