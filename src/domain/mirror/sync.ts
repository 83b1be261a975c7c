// Plans the next step of a sync, and what a listed page proves about the mirror.
import { PARTS, type Part } from '#schemas/host/enums.js'
import type { Sync, SyncPart, SyncStatus, WalkMode } from '#schemas/mirror/sync.js'
import { DAY_MS, MINUTE_MS } from '../time/durations.js'

/** Simultaneous changes may appear in the host's lists at different times. */
const OVERLAP_MS = 2 * MINUTE_MS
/** How often everything is compared. */
const COMPARED_EVERY_MS = DAY_MS
/** Older runs are not mirrored, because no statistic uses them. */
const RUNS_KEPT_MS = 90 * DAY_MS
/** A repository that the host listed within this time is not requested again. */
const NAMED_FOR_MS = 10 * MINUTE_MS

export interface FullCompareState {
  comparedAt: Date | null
  isFullWanted: boolean
}

/** A full walk on request, or if the last one is more than a day ago. */
export function chooseWalkMode(known: FullCompareState | undefined, now: Date): WalkMode {
  if (!known || known.comparedAt === null || known.isFullWanted) return 'full'
  return now.getTime() - known.comparedAt.getTime() >= COMPARED_EVERY_MS ? 'full' : 'news'
}

export interface Refusable {
  /** Why the host did not show the part. */
  refusal: string | null
  askedAt: Date | null
  isFullWanted: boolean
}

/** Whether the host refused a part within a day, and nothing has suggested since that it would not again. */
export function isRefusalRecent(known: Refusable | undefined, now: Date): boolean {
  if (!known || known.refusal === null || known.askedAt === null || known.isFullWanted) return false
  return now.getTime() - known.askedAt.getTime() < COMPARED_EVERY_MS
}

/** How far back a walk reads; null means to the end. */
export function walkEnd(part: Part, mode: WalkMode, upTo: Date | null, now: Date): Date | null {
  if (mode === 'news') return upTo
  return part === 'ci_runs' ? new Date(now.getTime() - RUNS_KEPT_MS) : null
}

export interface LastListing {
  upTo: Date | null
  finishedAt: Date | null
}

/**
 * Whether the newest item of a list is the same as before, and was already old when the list was last read. A change
 * within the same second as the newest item would not show.
 */
export function isListUnchanged({ upTo, finishedAt }: LastListing, newest: Date | null): boolean {
  if (newest === null || upTo === null || finishedAt === null) return false
  return (
    walkedUpTo(newest)?.getTime() === upTo.getTime() && newest.getTime() < finishedAt.getTime() - OVERLAP_MS
  )
}

/** What the first page of issues reveals about pull requests. */
export interface PullsShown {
  /** The latest change of a pull request. */
  newest: Date | null
  /** Since when the page includes all changes; null if it includes everything. */
  since: Date | null
}

/** Whether no pull request changed since the last listing. */
export function arePullsStill(known: LastListing, { newest, since }: PullsShown): boolean {
  if (newest !== null) return isListUnchanged(known, newest)
  if (since === null) return known.finishedAt !== null
  return known.upTo !== null && since <= known.upTo
}

/** How far a finished walk covers all changes, given the newest item when it began. */
export function walkedUpTo(newest: Date | null): Date | null {
  return newest && new Date(newest.getTime() - OVERLAP_MS)
}

/** Cursors of the host expire, and after a day their position is useless anyway. */
export function isCursorExpired(begunAt: Date | null, now: Date): boolean {
  return begunAt === null || now.getTime() - begunAt.getTime() >= DAY_MS
}

export function wasListedRecently(seenAt: Date, now: Date): boolean {
  return now.getTime() - seenAt.getTime() < NAMED_FOR_MS
}

/** A range of the times by which a list is ordered, exclusive of `after` and inclusive of `until`; null means unbounded. */
export interface WalkedRange {
  after: Date | null
  until: Date | null
}

export interface WalkedPage {
  /** The last item of the previous page; null for the first page. */
  edge: Date | null
  /** The last item of this page; null for an empty page. */
  last: Date | null
  isEnd: boolean
  end: Date | null
}

/** The range that a page covers; undefined for an empty page before the end. */
export function coveredRange({ edge, last, isEnd, end }: WalkedPage): WalkedRange | undefined {
  if (isEnd) return { after: end, until: edge }
  return last === null ? undefined : { after: last, until: edge }
}

export interface SyncState {
  status: SyncStatus
  jobId: string | null
  phase: Part | null
  lastError: string | null
  requestedAt: Date | null
  startedAt: Date | null
  finishedAt: Date | null
  nextAttemptAt: Date | null
}

export interface WalkState {
  part: Part
  mode: WalkMode | null
  seen: number
  changed: number
  gone: number
  upTo: Date | null
  finishedAt: Date | null
  comparedAt: Date | null
  refusal: string | null
}

/** The sync state of a repository in the form of the API. */
export function renderSync(state: SyncState | undefined, walks: readonly WalkState[]): Sync {
  const compared = walks.map(({ comparedAt }) => comparedAt).filter((at) => at !== null)
  const complete = walks.filter(isSettled).length === PARTS.length
  const oldest = compared.toSorted((a, b) => a.getTime() - b.getTime())[0]
  return {
    status: state?.status ?? 'idle',
    job_id: state?.jobId ?? null,
    phase: state?.phase ?? null,
    last_error: state?.lastError ?? null,
    requested_at: text(state?.requestedAt),
    started_at: text(state?.startedAt),
    finished_at: text(state?.finishedAt),
    next_attempt_at: state?.status === 'queued' ? text(state.nextAttemptAt) : null,
    complete,
    equal_since: complete ? text(oldest) : null,
    parts: walks.toSorted((a, b) => PARTS.indexOf(a.part) - PARTS.indexOf(b.part)).map(partOf)
  }
}

/** What the host does not show cannot be compared. */
const isSettled = ({ comparedAt, refusal }: WalkState) => comparedAt !== null || refusal !== null

function partOf({
  part,
  mode,
  seen,
  changed,
  gone,
  upTo,
  finishedAt,
  comparedAt,
  refusal
}: WalkState): SyncPart {
  const times = { up_to: text(upTo), finished_at: text(finishedAt), compared_at: text(comparedAt) }
  return { part, mode, seen, changed, gone, ...times, refusal }
}

const text = (at: Date | null | undefined) => at?.toISOString() ?? null
