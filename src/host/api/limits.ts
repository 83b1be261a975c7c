// Limits per priority of calls: share of the budget, concurrency and waiting time.

export type CallPriority = 'interactive' | 'work' | 'backfill'

export interface PriorityLimits {
  /** Lower ranks go first. */
  rank: number
  /** The fraction of the budget that is reserved for more urgent calls. */
  floor: number
  /** How many calls of an installation may be in flight when one of this priority starts. */
  places: number
  /** The longest wait for a budget or cooldown. Beyond it the call fails with the time to retry. */
  waitMs: number
  /** Timeout of one response. */
  answerMs: number
}

/** The oldest of the most urgent ones. */
export const mostUrgent = <Waiting extends Pick<PriorityLimits, 'rank'>>(
  waiting: readonly Waiting[]
): Waiting | undefined =>
  waiting.reduce<Waiting | undefined>(
    (first, one) => (first && first.rank <= one.rank ? first : one),
    undefined
  )

export interface HostLimits {
  byPriority: Record<CallPriority, PriorityLimits>
  answerBytes: number
  /** Limits of a streamed text: its size and its duration. */
  streamBytes: number
  streamMs: number
  cacheBytes: number
  /** Whether writes are spaced as the host asks. */
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
