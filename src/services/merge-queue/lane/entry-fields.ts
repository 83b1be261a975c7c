// The columns of an entry that its lane does not know.
import { isEnd, type LaneMove } from '#domain/merge-queue/lane.js'
import { moveWords, remedyFor } from '#domain/merge-queue/texts.js'
import { BLOCK_REASONS, type BlockReason, EXIT_REASONS } from '#schemas/merge-queue/enums.js'
import type { EntryFields, EntryRow } from '#store/merge-queue/entries.js'
import type { LaneChange } from './change-lane.js'

/** What is known of an entry besides what happens in its lane. */
export interface EntryNews {
  /** Of a pull request that is admitted. */
  admitted?: EntryFields
  /** Its row from before, if it was in the queue once. */
  known?: EntryRow | undefined
  /** What its checks say. */
  checks?: { checksPassed: string[]; checksFailed: string[]; awaited: string[] }
  /** In more words why it moves. */
  detail?: string
  /** Who makes it leave. */
  actor?: string
  merge?: { sha: string; tree: string | null; testedTree: string | null }
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
  const move = moves.findLast((one) => one.number === row.prNumber && isEnd(one))
  if (!move) return undefined
  const known = news.get(row.prNumber)
  return {
    ...ENDED,
    ...endOf(move, { row, known, at }),
    endedOrder: LAST_MOMENT_MS - at.getTime(),
    checksPassed: known?.checks?.checksPassed ?? row.checksPassed,
    checksFailed: known?.checks?.checksFailed ?? row.checksFailed
  }
}

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
  const words = known?.detail ?? `${moveWords(reason)} ${remedyFor(reason)}`
  return {
    status: 'blocked',
    blockedAt: at,
    blockedReason: reason,
    mergeError: words,
    attempts: row.attempts
  }
}
