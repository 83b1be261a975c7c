// Decides which parts of a repository a sync can skip, from what the host has already reported.
import type { Part } from '#schemas/host/enums.js'
import type { UnshownPart } from '../host/events.js'
import { MINUTE_MS } from '../time/durations.js'

/** The state of a repository before its sync. */
export interface SyncHistory {
  /** The last push, as far as the host has reported it. */
  pushedAt: Date | null
  /**
   * Open issues and pull requests on the host minus those in the mirror; null if the host has not just reported a
   * count.
   */
  miscount: number | null
  /** When somebody last requested a fresh sync. */
  wantedAt: Date | null
  /** Whether the previous sync did not finish and may have missed something. */
  isUnfinished: boolean
  /** The offset of the periodic sweeps, between 0 and 1, so that repositories are swept at different times. */
  share: number
}

export interface LastRequest {
  /** When the part was last requested from the host. */
  askedAt: Date | null
  /** The last push known at that time. */
  pushedAt: Date | null
  countGap: number
}

/** Changes that no count reveals are looked for at this interval, in case their events were lost. */
const ASKED_EVERY_MS = { issues: 60 * MINUTE_MS, ci_runs: 120 * MINUTE_MS }

export interface QuietInput {
  standing: SyncHistory
  /** From the host's list of issues, which includes pull requests with the time of their last change. */
  arePullsUnchanged: boolean
  now: Date
}

/** Whether a sync can skip a part. */
export function canSkipPart(
  part: Exclude<Part, 'labels' | UnshownPart>,
  known: LastRequest,
  { standing, arePullsUnchanged, now }: QuietInput
): boolean {
  if (standing.isUnfinished || isWanted(standing, known)) return false
  if (part === 'issues') return isCounted(standing.miscount, known) && !isDue(part, known, standing, now)
  if (!arePullsUnchanged) return false
  return part === 'pull_requests' || (isUnpushed(standing, known) && !isDue(part, known, standing, now))
}

/** A listing from before the request does not satisfy it. */
function isWanted({ wantedAt }: SyncHistory, { askedAt }: LastRequest): boolean {
  return wantedAt !== null && (askedAt === null || askedAt <= wantedAt)
}

/** Whether host and mirror count the same, or differ by the same number as at the last full comparison. */
export function isCounted(miscount: number | null, { countGap }: Pick<LastRequest, 'countGap'>): boolean {
  return miscount === 0 || miscount === countGap
}

function isUnpushed({ pushedAt }: SyncHistory, { pushedAt: before }: LastRequest): boolean {
  return before !== null && pushedAt !== null && before.getTime() === pushedAt.getTime()
}

/** Whether a sweep of the part is due; every repository has its own schedule. */
function isDue(
  part: keyof typeof ASKED_EVERY_MS,
  { askedAt }: LastRequest,
  { share }: SyncHistory,
  now: Date
): boolean {
  const nth = (at: Date) => Math.floor(at.getTime() / ASKED_EVERY_MS[part] - share)
  return askedAt === null || nth(now) > nth(askedAt)
}
