// Whether a call may go out: what the host allows, and what it asked to pause.
import type { CooldownReason } from '#schemas/host/host.js'
import type { PriorityLimits } from './limits.js'

export interface RateBudget {
  /** 0: the App itself. */
  installationId: number
  resource: string
  remaining: number
  limit: number
  used: number
  resetAt: Date
  updatedAt: Date
}

export interface Cooldown {
  installationId: number
  /** `global`, or `resource:<name>`. */
  scope: string
  reason: CooldownReason
  until: Date
}

export interface CallObstacle {
  reason: CooldownReason | 'budget'
  until: Date
}

/** Resets of one window differ by a second or so, depending on whose clock is asked. */
const SAME_WINDOW_MS = 5_000

/** The newest word counts; within one window the smallest rest, since answers overtake one another. */
export function mergedBudget(known: RateBudget | undefined, seen: RateBudget): RateBudget {
  if (!known) return seen
  const isSame = Math.abs(known.resetAt.getTime() - seen.resetAt.getTime()) <= SAME_WINDOW_MS
  if (!isSame) return seen.updatedAt >= known.updatedAt ? seen : known
  return {
    ...seen,
    remaining: Math.min(known.remaining, seen.remaining),
    used: Math.max(known.used, seen.used),
    updatedAt: known.updatedAt > seen.updatedAt ? known.updatedAt : seen.updatedAt
  }
}

/** What stands in the way of a call of this share, and until when; a window that has ended says nothing. */
export function callObstacle(
  budget: RateBudget | undefined,
  cooldowns: readonly (Cooldown | undefined)[],
  share: PriorityLimits,
  now: Date
): CallObstacle | undefined {
  const pauses = cooldowns.filter((one) => one !== undefined && one.until > now)
  const longest = pauses.reduce<Cooldown | undefined>(
    (a, b) => (a && b && a.until >= b.until ? a : b),
    undefined
  )
  if (longest) return longest
  if (!budget || budget.resetAt <= now || budget.remaining > budget.limit * share.floor) return undefined
  return { reason: 'budget', until: budget.resetAt }
}
