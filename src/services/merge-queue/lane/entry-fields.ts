// The columns of an entry that its lane does not know.
import type { BaseChecks, ChecksState, ExcusedCheck, ExcusedOnCommit } from '#domain/merge-queue/checks.js'
import { isLaneEnd, type LaneMove } from '#domain/merge-queue/lane/lane.js'
import { type CheckFailure, failureText, moveWords, remedyFor } from '#domain/merge-queue/texts.js'
import { BLOCK_REASONS, type BlockReason, EXIT_REASONS } from '#schemas/merge-queue/enums.js'
import type { EntryFields, EntryRow } from '#store/merge-queue/entries.js'
import type { LaneChange } from './change-lane.js'

/** What is known of an entry besides what happens in its lane. */
export interface EntryNews {
  /** Its row, if the lane did not hold it before. */
  fields?: EntryFields
  /** Its row from before, if it was in the queue once. */
  known?: EntryRow | undefined
  /** What people have set anew. */
  settings?: Partial<Pick<EntryFields, 'requiredChecks' | 'mergeMethod'>>
  /** What the checks of its head say. */
  checks?: ChecksState
  /** Checks of its head, or of a candidate that contains it, that have failed. */
  failure?: CheckFailure
  /** Checks of a commit, its head or a candidate, that failed in quarantined tests alone. */
  excused?: { sha: string; checks: ExcusedCheck[] }
  /** In more words why it moves. */
  detail?: string
  /** Who makes it leave. */
  actor?: string
  merge?: LaneMerge
}

export interface LaneMerge extends Comparison {
  sha: string
}

/** What a merge led to, beside what had been tested. */
export interface Comparison {
  tree: string | null
  testedTree: string | null
  /** Whatever was tested is as it was tested; also if nothing was. */
  isAsTested: boolean
  /** The areas in which they were compared; null if the trees were compared as a whole. */
  areas: string[] | null
}

/** Below it, so that the entry that ended last comes first. */
const LAST_MOMENT_MS = 8_640_000_000_000_000

const isBlockReason = (reason: string): reason is BlockReason =>
  BLOCK_REASONS.some((known) => known === reason)

/** Undefined while it stays in the lane. */
export function endedFields(
  { moves, news, at }: LaneChange,
  row: EntryFields
): Partial<EntryFields> | undefined {
  const move = moves.findLast((one) => one.number === row.prNumber && isLaneEnd(one))
  if (!move) return undefined
  const known = news.get(row.prNumber)
  return {
    ...ENDED,
    ...endOf(move, { row, known, at }),
    endedOrder: LAST_MOMENT_MS - at.getTime(),
    checksPassed: known?.checks?.passed ?? row.checksPassed,
    checksFailed: namesOf(failureOf(row, known)),
    checksExcused: excusedOf(row, known)
  }
}

/** Of the checks on its head. */
export const newsOfChecks = (checks: ChecksState, sha: string, base: BaseChecks | null): EntryNews => ({
  checks,
  excused: { sha, checks: checks.excused },
  ...newsOfFailure(checks, { candidate: null, base })
})

/** Of the checks on a candidate. */
export const newsOfCandidate = (checks: ChecksState, sha: string, base: BaseChecks | null): EntryNews => ({
  excused: { sha, checks: checks.excused },
  ...newsOfFailure(checks, { candidate: sha, base })
})

const newsOfFailure = (
  { failed }: ChecksState,
  where: Pick<CheckFailure, 'candidate' | 'base'>
): Pick<EntryNews, 'failure'> => (failed.length > 0 ? { failure: { checks: failed, ...where } } : {})

/** What is told of a commit takes the place of what was known of it. */
export function excusedOf(
  row: Pick<EntryFields, 'checksExcused'> | undefined,
  known: EntryNews | undefined
): ExcusedOnCommit[] {
  const before = row?.checksExcused ?? []
  if (!known?.excused) return before
  const { sha, checks } = known.excused
  return [
    ...before.filter((check) => check.sha !== sha),
    ...checks.map(({ name, tests }) => ({ name, tests, sha }))
  ]
}

/** A candidate may have been red for a while before it is clear who is to blame: of that the names are known. */
export function failureOf(
  { checksFailed, candidateSha }: EntryFields,
  known: EntryNews | undefined
): CheckFailure | null {
  if (known?.failure) return known.failure
  if (checksFailed.length === 0) return null
  return { checks: checksFailed.map((name) => ({ name, url: null })), candidate: candidateSha, base: null }
}

export const namesOf = (failure: CheckFailure | null): string[] =>
  failure?.checks.map(({ name }) => name) ?? []

const ENDED = {
  position: 0,
  stage: null,
  waitingOn: [],
  nextAttemptAt: null,
  behind: null,
  interruption: null
}

const exitReasonIn = (reason: string) => EXIT_REASONS.find((known) => known === reason) ?? null

interface KnownEnd {
  row: EntryFields
  known: EntryNews | undefined
  at: Date
}

function endOf({ to, reason }: LaneMove, { row, known, at }: KnownEnd): Partial<EntryFields> {
  if (to === 'merged')
    return { status: 'merged', mergedAt: at, mergeSha: known?.merge?.sha ?? null, mergeError: null }
  if (to !== 'blocked' || !isBlockReason(reason))
    return { status: 'removed', mergeError: known?.detail ?? null, exitReason: exitReasonIn(reason) }
  const failure = reason === 'check_failed' ? failureOf(row, known) : null
  const words = failure ? failureText(failure) : (known?.detail ?? moveWords(reason))
  return {
    status: 'blocked',
    blockedAt: at,
    blockedReason: reason,
    mergeError: `${words} ${remedyFor(reason)}`,
    attempts: row.attempts
  }
}
