// What a sync does next, and what a page of the host's says about the mirror.
import { PARTS, type Part } from '#schemas/host/words.js'
import type { Sync, SyncPart, SyncStatus, WalkMode } from '#schemas/mirror/sync.js'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Changes of one moment may reach the host's lists one after the other. */
const OVERLAP_MS = 2 * MINUTE_MS
/** How old a comparison of everything may be. */
const COMPARED_EVERY_MS = DAY_MS
/** Runs from before are history that no statistic asks for. */
const RUNS_KEPT_MS = 90 * DAY_MS
/** A host that has named a repository within this time need not be asked for it again. */
const NAMED_FOR_MS = 10 * MINUTE_MS

export interface FullCompareState {
  comparedAt: Date | null
  isFullWanted: boolean
}

/** All is compared where somebody asks for that, or where it has not been done for a day. */
export function chooseWalkMode(known: FullCompareState | undefined, now: Date): WalkMode {
  if (!known || known.comparedAt === null || known.isFullWanted) return 'full'
  return now.getTime() - known.comparedAt.getTime() >= COMPARED_EVERY_MS ? 'full' : 'news'
}

/** Back to where a walk reads: behind that, nothing is new. */
export function walkEnd(part: Part, mode: WalkMode, upTo: Date | null, now: Date): Date | null {
  if (mode === 'news') return upTo
  return part === 'ci_runs' ? new Date(now.getTime() - RUNS_KEPT_MS) : null
}

export interface LastListing {
  upTo: Date | null
  finishedAt: Date | null
}

/**
 * Whether the newest of a list is what it was, and was old already when the list was read last: what changed within the
 * same second as the newest would not show.
 */
export function isListUnchanged({ upTo, finishedAt }: LastListing, newest: Date | null): boolean {
  if (newest === null || upTo === null || finishedAt === null) return false
  return (
    walkedUpTo(newest)?.getTime() === upTo.getTime() && newest.getTime() < finishedAt.getTime() - OVERLAP_MS
  )
}

/** What the newest page of the issues shows of pull requests. */
export interface PullsShown {
  /** When the newest of them was changed. */
  newest: Date | null
  /** Since when the page shows all changes; null where it shows all that there is. */
  since: Date | null
}

/** Whether no pull request has been changed since they were listed. */
export function arePullsStill(known: LastListing, { newest, since }: PullsShown): boolean {
  if (newest !== null) return isListUnchanged(known, newest)
  if (since === null) return known.finishedAt !== null
  return known.upTo !== null && since <= known.upTo
}

/** Up to where a finished walk knows everything, from the newest that the host had when it began. */
export function walkedUpTo(newest: Date | null): Date | null {
  return newest && new Date(newest.getTime() - OVERLAP_MS)
}

/** The host's links do not hold for ever, nor is the place that they name worth much after a day. */
export function isCursorExpired(begunAt: Date | null, now: Date): boolean {
  return begunAt === null || now.getTime() - begunAt.getTime() >= DAY_MS
}

export function wasListedRecently(seenAt: Date, now: Date): boolean {
  return now.getTime() - seenAt.getTime() < NAMED_FOR_MS
}

/** A part of time, by creation: later than the one and not later than the other; null has no bound. */
export interface CreationRange {
  after: Date | null
  until: Date | null
}

export interface WalkedPage {
  /** Where the page before ended; null for the first. */
  edge: Date | null
  /** The last of this page; null for an empty one. */
  last: Date | null
  isEnd: boolean
  end: Date | null
}

/** What a page of a list ordered by creation covers; nothing where it lists nothing and is not the last. */
export function pageCreationRange({ edge, last, isEnd, end }: WalkedPage): CreationRange | undefined {
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
}

/** What is known of a repository's sync, as it is told. */
export function renderSync(state: SyncState | undefined, walks: readonly WalkState[]): Sync {
  const compared = walks.map(({ comparedAt }) => comparedAt).filter((at) => at !== null)
  const complete = compared.length === PARTS.length
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

function partOf({ part, mode, seen, changed, gone, upTo, finishedAt, comparedAt }: WalkState): SyncPart {
  const times = { up_to: text(upTo), finished_at: text(finishedAt), compared_at: text(comparedAt) }
  return { part, mode, seen, changed, gone, ...times }
}

const text = (at: Date | null | undefined) => at?.toISOString() ?? null
