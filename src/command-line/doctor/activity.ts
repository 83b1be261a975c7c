// What the service has done with the host: how far its budgets reach, and when it last compared the repositories.
import { type CheckFinding, failure, warning, well } from '#domain/operation/findings.js'
import { HOUR_MS, MINUTE_MS } from '#domain/time/durations.js'
import { liveBudgets } from '#store/host/usage.js'
import { oldestSyncs, type SyncAge } from '#store/mirror/sync-ages.js'
import type { Db } from '#store/sql/database.js'

export interface KnownBudget {
  /** Null for the App itself, or the owner of the token. */
  installationId: number | null
  resource: string
  remaining: number
  limit: number
  resetAt: Date
}

export interface KnownSyncs {
  total: number
  /** Those that wait for the longest time. */
  oldest: readonly SyncAge[]
}

/** Enough to be named. */
export const MOST_NAMED = 5

export async function readActivity(db: Db, now: Date): Promise<CheckFinding[]> {
  const budgets = await liveBudgets(db, now)
  return [
    ...budgetFindings(
      budgets.map(({ installationId, ...one }) => ({ ...one, installationId: installationId || null })),
      now
    ),
    ...syncFindings(await oldestSyncs(db, MOST_NAMED), now)
  ]
}

/** Background work pauses at half of a budget, and all work at a tenth. */
const LOW = 0.1

export function budgetFindings(budgets: readonly KnownBudget[], now: Date): CheckFinding[] {
  if (budgets.length === 0) return [well('budget', 'The host has reported none within the hour.')]
  return budgets.map(({ installationId, resource, remaining, limit, resetAt }) => {
    const who = installationId === null ? 'of the credential itself' : `of installation ${installationId}`
    const left = `${remaining} of ${limit} calls are left ${who} (${resource}), for ${timeText(resetAt.getTime() - now.getTime())}.`
    if (remaining > limit * LOW) return well('budget', left)
    return warning('budget', left, 'Work waits until then. Nothing else should use the same credential.')
  })
}

/** Every repository is compared twice an hour. */
const LONGEST_MS = 2 * HOUR_MS
const FAR_TOO_LONG_MS = 24 * HOUR_MS

export function syncFindings({ total, oldest }: KnownSyncs, now: Date): CheckFinding[] {
  const [first] = oldest
  if (!first) return [well('sync', 'No repository is known yet.')]
  const late = oldest.filter((one) => ageMs(one, now) > LONGEST_MS)
  if (late.length === 0)
    return [well('sync', `All ${total} repositories were compared within ${timeText(ageMs(first, now))}.`)]
  const tell = late.some((one) => one.syncedAt !== null && ageMs(one, now) > FAR_TOO_LONG_MS)
    ? failure
    : warning
  return late.map((one) =>
    tell(
      'sync',
      one.syncedAt === null
        ? `${one.fullName} was never compared with the host.`
        : `${one.fullName} was last compared with the host ${timeText(ageMs(one, now))} ago.`,
      'Its page in the dashboard says why. See that a worker runs, and that the budget is not spent.'
    )
  )
}

const ageMs = ({ syncedAt }: SyncAge, now: Date) =>
  syncedAt === null ? Number.POSITIVE_INFINITY : now.getTime() - syncedAt.getTime()

function timeText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS))
  if (minutes === 1) return 'a minute'
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
}
