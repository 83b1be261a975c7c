// Decides whether a call may go out: the rate budget that the host grants, and the pauses that it asked for.
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

/** The reset times reported for one window differ by a second or so, because clocks differ. */
const SAME_WINDOW_MS = 5_000

/** The newer window wins. Within one window the smallest remainder does, since responses arrive out of order. */
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

/** What holds a call of this priority back, and until when. A window that has ended holds nothing back. */
export function callObstacle(
  budget: RateBudget | undefined,
  cooldowns: readonly (Cooldown | undefined)[],
  share: PriorityLimits,
  now: Date
): CallObstacle | undefined {
  const pauses = cooldowns.filter((cooldown) => cooldown !== undefined && cooldown.until > now)
  const longest = pauses.reduce<Cooldown | undefined>(
    (a, b) => (a && b && a.until >= b.until ? a : b),
    undefined
  )
  if (longest) return longest
  if (!budget || budget.resetAt <= now || budget.remaining > budget.limit * share.floor) return undefined
  return { reason: 'budget', until: budget.resetAt }
}
