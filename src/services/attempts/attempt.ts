// What there is to know of an attempt, whatever it is at: a pillar hands in its kind, and the kernel knows no pillar.

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
  /** Null as long as nobody has decided on it. */
  decisionId: number | null
  finishedAt: Date | null
  prNumber: number | null
}

/** What ends an attempt on which no evaluator decides any more. */
export interface AttemptEnd {
  decision: DecisionWord
  reason: string
  /** What is recorded of it, beside which attempt it was. */
  inputs: JsonObject
}

/** The types of a kind of attempts. */
export interface AttemptTypes {
  /** An attempt, with all that is locked together with it. */
  held: { attempt: AttemptRow }
  end: AttemptEnd
}

/** Of what its decisions are. */
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
  /** The job that carries one out. */
  readonly job: AttemptJob
  find(db: Db | Tx, id: number): Promise<Types['held']['attempt'] | undefined>
  /** Locks it, its repository first. */
  lock(tx: Tx, found: Types['held']['attempt']): Promise<Types['held'] | undefined>
  subject(held: Types['held']): AttemptSubject
  /** Notes what it came to last, while nobody has decided on it; `isPaused`: another job goes on later. */
  recordFault(tx: Tx, id: number, fault: { message: string; isPaused: boolean }): Promise<void>
  lastFault(attempt: Types['held']['attempt']): string | null
  /** Attempts that came to nothing, or that have been under way since before that moment, with a reason if there is one. */
  findStale(db: Db, before: Date, most: number): Promise<{ id: number; reason: string | null }[]>
  staleEnd(reason: string): Types['end']
  /** Writes that it has ended, and does what follows; the caller holds it. */
  end(deps: Deps, tx: Tx, held: Types['held'], ending: AttemptEnding<Types['end']>): Promise<void>
  /** The pull request of its change is there. */
  onPullOpened(
    deps: Deps,
    tx: Tx,
    held: Types['held'],
    opened: { action: ActionRow; pull: PatchPull }
  ): Promise<void>
  /** There will be none. */
  endWithoutPull(action: ActionRow): Types['end']
}

export interface AttemptEnding<End> {
  end: End
  decisionId: number
  at: Date
}

/** Nobody has decided on it yet. */
export const isUndecided = ({ finishedAt, decisionId }: AttemptRow): boolean =>
  finishedAt === null && decisionId === null
