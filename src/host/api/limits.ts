// What each class of calls may use, take and wait for.

export type CallPriority = 'interactive' | 'work' | 'backfill'

export interface PriorityLimits {
  /** Smaller goes first. */
  rank: number
  /** The part of a budget that is left to those before it. */
  floor: number
  /** How many of an installation's calls may be under way at once when one of this class starts. */
  places: number
  /** How long it waits inside for a budget or the end of a cooldown; beyond that it fails, and says until when. */
  waitMs: number
  /** How long one answer may take. */
  answerMs: number
}

export interface HostLimits {
  byPriority: Record<CallPriority, PriorityLimits>
  answerBytes: number
  /** Of a text that is read piece by piece: how much is read, and how long that may take. */
  streamBytes: number
  streamMs: number
  cacheBytes: number
  /** Whether writes keep the distances that the host asks for. */
  spacedWrites: boolean
}

export const DEFAULT_HOST_LIMITS: HostLimits = {
  byPriority: {
    interactive: { rank: 0, floor: 0, places: 10, waitMs: 5_000, answerMs: 10_000 },
    work: { rank: 1, floor: 0.1, places: 8, waitMs: 30_000, answerMs: 30_000 },
    backfill: { rank: 2, floor: 0.5, places: 6, waitMs: 30_000, answerMs: 30_000 }
  },
  answerBytes: 32 * 1024 * 1024,
  streamBytes: 64 * 1024 * 1024,
  streamMs: 90_000,
  cacheBytes: 64 * 1024 * 1024,
  spacedWrites: true
}
