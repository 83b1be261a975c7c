// A lane of the merge queue: the entries of one base branch, and the batches that are tested and landed from its front.
// Times are milliseconds since the epoch.
import {
  type ACTIVE_STATUSES,
  type BlockReason,
  ENDED_STATUSES,
  type EntryStatus,
  type ExitReason
} from '#schemas/merge-queue/enums.js'
import type { TreeCommit } from '../../host/merging.js'
import type { MergedTrees } from './merged-trees.js'

/** No landing begins between `from` and `to`; testing goes on. */
export interface Freeze {
  from: number
  to: number
  reason: string
}

export interface LaneSettings {
  batchSize: number
  /** How many candidates that have an area in common exist at once, each built on the one before it. */
  depth: number
  /** How long a ready entry waits for others to fill its batch. */
  batchMaxWaitMs: number
  checkTimeoutMs: number
  maxAttempts: number
  /** Whether a ready entry may land before one that still waits for its checks. */
  allowSkip: boolean
  /** Whether the merged tree itself is tested; otherwise green checks on the head are enough. */
  strict: boolean
  freezes: readonly Freeze[]
  /** Why nothing is begun: the queue is off, or the repository is in dry-run mode. Null while it works. */
  paused: string | null
}

/** Names of parts of the repository that do not touch each other; null stands for everything. */
export type Areas = readonly string[] | null

export type LaneStatus = (typeof ACTIVE_STATUSES)[number]

export interface LaneEntry {
  number: number
  headSha: string
  status: LaneStatus
  priority: number
  admittedAt: number
  /** When it was admitted or last pushed to, whichever is later: its checks are awaited since then. */
  pendingSince: number
  readyAt: number | null
  /** Landings that failed for a passing reason. */
  attempts: number
  notBefore: number
  /** How many entries of higher priority that came later were chosen before it. */
  overtaken: number
  /** Whose paths it changes; null if it may touch everything. */
  areas: Areas
  /** The batch that left it out for a conflict; it is tried again once that batch is gone. */
  behind: number | null
  /** How often it was left out. */
  leftOut: number
  /** What happened to it while it was landing. It counts if the landing fails. */
  interruption: Interruption | null
}

export type Interruption = { is: 'pushed'; headSha: string } | { is: 'left'; reason: ExitReason }

export type BatchState = 'waiting' | 'building' | 'testing' | 'green' | 'red' | 'landing'

export interface Batch {
  /** Names the candidate; every new candidate has a new id. */
  id: number
  /** In the order in which they land; those that have landed are gone. */
  members: readonly number[]
  /** Those of each of its members. */
  areas: Areas
  /** How many members the candidate contains, from the front. */
  size: number
  /** The least number of members from the front that is known to be red together. */
  redAt: number | null
  /** How many members from the front are known to be green together. */
  greenTo: number
  /** Whether its members were red together with others before. */
  wasRed: boolean
  /** Whether it is tested only to find who made it red: the others go on without it, and it does not land. */
  isAside: boolean
  state: BatchState
  /** What the candidate is built on: the base, or the candidate of the batch before. */
  on: TreeCommit | null
  /** The tree of the base that differs from `on` only in other areas, by what has landed in these. */
  agreesWith: string | null
  candidate: Candidate | null
  /** What is known of its merges; null before its first candidate. */
  merged: MergedTrees | null
  /** When this state began. */
  since: number
}

export interface Candidate {
  sha: string
  /** The tree after each member that has not landed yet, in order; the last one is that of the commit. */
  trees: readonly string[]
}

export interface Lane {
  settings: LaneSettings
  /** Null until the host has been asked. */
  base: TreeCommit | null
  /** A reading of the base that began before this says nothing new. */
  baseKnownAt: number
  /** Where the base was seen during a landing, which moves it as well. */
  seenDuringLanding: TreeCommit | null
  /** The active entries. */
  entries: readonly LaneEntry[]
  /** Each is built on those before it that it has an area in common with, or on the base. */
  batches: readonly Batch[]
  lastBatch: number
  /** How many candidates in a row could not be built. */
  failedBuilds: number
  /** Why nothing lands until somebody has looked; null while all is well. */
  stopped: string | null
}

export type CheckVerdict = 'passed' | 'failed' | 'waiting'

/** What happens to a lane. */
export type LaneEvent =
  | { is: 'time' }
  | { is: 'admitted'; entry: LaneEntry }
  /** `areas`: if they were asked for. */
  | { is: 'pushed'; number: number; headSha: string; areas?: Areas }
  | { is: 'left'; number: number; reason: ExitReason }
  /** The checks of the head. */
  | { is: 'checked'; number: number; headSha: string; verdict: CheckVerdict }
  /** The host cannot merge the head into the base. */
  | { is: 'conflicting'; number: number; headSha: string }
  /** The tip of the base, by a reading that began at `at`. */
  | { is: 'base'; tip: TreeCommit; at: number }
  /** `conflicts`: members that do not merge cleanly, which the candidate leaves out. */
  | { is: 'built'; batch: number; candidate: Candidate; conflicts: readonly number[] }
  | { is: 'build-failed'; batch: number }
  | { is: 'tested'; batch: number; verdict: Exclude<CheckVerdict, 'waiting'> }
  /** `isAsTested`: whether the base holds the tree that was tested or, for areas, what was tested of these. */
  | { is: 'landed'; batch: number; number: number; commit: TreeCommit; isAsTested: boolean }
  /** The landing did not happen. Null: for a passing reason, so that it is tried again later. */
  | { is: 'refused'; batch: number; number: number; reason: BlockReason | 'base_moved' | null }
  /** Somebody else merged it, or it was merged before its landing was known. */
  | { is: 'merged'; number: number }
  | { is: 'resumed' }

/** A change of an entry, for its record. */
export interface LaneMove {
  number: number
  from: EntryStatus | null
  to: LaneStatus | LaneEnd
  reason: MoveReason
}

export type LaneEnd = (typeof ENDED_STATUSES)[number]

/** A move out of the lane. */
export const isLaneEnd = <Move extends LaneMove>(move: Move): move is Move & { to: LaneEnd } =>
  ENDED_STATUSES.some((status) => status === move.to)

export type MoveReason =
  | ExitReason
  | BlockReason
  | 'admitted'
  | 'pushed'
  | 'checks_passed'
  | 'in_batch'
  | 'batch_dissolved'
  | 'landed'
  | 'merged_by_others'

/** What the lane asks for. */
export type LaneWish =
  | { is: 'read-base' }
  /** `trees`: after each member, if that is known already. */
  | {
      is: 'build'
      batch: number
      on: TreeCommit
      members: readonly number[]
      trees: readonly string[] | null
    }
  | { is: 'discard'; batch: number }
  /** `tree`: what the base must hold afterwards; only in these `areas`, unless they are null. */
  | { is: 'land'; batch: number; number: number; on: TreeCommit; tree: string; areas: Areas }

export interface LaneStep {
  lane: Lane
  moves: LaneMove[]
  wishes: LaneWish[]
}
