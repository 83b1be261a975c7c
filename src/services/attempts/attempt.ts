// What the attempts kernel needs to know about an attempt. Each pillar passes its `AttemptKind`; the kernel knows no
// pillar.

import type { Db, Deps, JobName, JobPayload, Tx } from '#deps.js'
import type { JsonObject } from '#schemas/common.js'
import type { DecisionWord } from '#schemas/decisions/decisions.js'
import type { ActionRow } from '#store/actions/actions.js'
import type { NewDecision } from '../decisions/record.js'
import type { PatchPull } from '../patches/propose.js'

export interface AttemptRow {
  id: number
  repoId: number
  jobId: string
  /** Null until a decision is recorded. */
  decisionId: number | null
  finishedAt: Date | null
  prNumber: number | null
}

/** Ends an attempt without an evaluator. */
export interface AttemptEnd {
  decision: DecisionWord
  reason: string
  /** Recorded inputs, besides the id of the attempt. */
  inputs: JsonObject
}

/** Types of one kind of attempts. */
export interface AttemptTypes {
  /** An attempt with all rows that are locked together with it. */
  held: { attempt: AttemptRow }
  end: AttemptEnd
}

/** The subject of its decisions. */
export type AttemptSubject = Pick<
  NewDecision,
  | 'repoId'
  | 'source'
  | 'triggerEvent'
  | 'targetType'
  | 'targetNumber'
  | 'targetBranch'
  | 'pillar'
  | 'commitSha'
>

export type AttemptJob = {
  [Name in JobName]: JobPayload<Name> extends { attempt_id: number } ? Name : never
}[JobName]

export interface AttemptKind<Types extends AttemptTypes> {
  /** The job that runs an attempt. */
  readonly job: AttemptJob
  find(db: Db | Tx, id: number): Promise<Types['held']['attempt'] | undefined>
  /** Locks the repository first, then the attempt. */
  lock(tx: Tx, found: Types['held']['attempt']): Promise<Types['held'] | undefined>
  subject(held: Types['held']): AttemptSubject
  /** Records the last error while the attempt is undecided; `isPaused`: a later job continues it. */
  recordFault(tx: Tx, id: number, fault: { message: string; isPaused: boolean }): Promise<void>
  lastFault(attempt: Types['held']['attempt']): string | null
  /** Attempts that failed, or that have been in progress since before that moment, with a reason if there is one. */
  findStale(db: Db, before: Date, most: number): Promise<{ id: number; reason: string | null }[]>
  staleEnd(reason: string): Types['end']
  /** Writes the end of a locked attempt, and what follows from it. */
  end(deps: Deps, tx: Tx, held: Types['held'], ending: AttemptEnding<Types['end']>): Promise<void>
  /** The pull request of the change is open. */
  onPullOpened(
    deps: Deps,
    tx: Tx,
    held: Types['held'],
    opened: { action: ActionRow; pull: PatchPull }
  ): Promise<void>
  /** There will be no pull request. */
  endWithoutPull(action: ActionRow): Types['end']
}

export interface AttemptEnding<End> {
  end: End
  decisionId: number
  at: Date
}

/** No decision is recorded yet. */
export const isUndecided = ({ finishedAt, decisionId }: AttemptRow): boolean =>
  finishedAt === null && decisionId === null
