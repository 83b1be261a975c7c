// Drops what has been kept long enough, in small transactions that never hold anybody up.
import type { Deps } from '../deps.js'
import { dropWebhookActivity, mergeActivityLanes } from '../store/activity.js'
import { dropHours, dropPayloads, lockForgotten } from '../store/deliveries.js'
import { dropChecks } from '../store/delivery-checks.js'
import { mergeLanes } from '../store/delivery-hours.js'
import { dropGateDays } from '../store/gates.js'
import { dropExtracts } from '../store/heal-pulls.js'
import { dropHostHistory } from '../store/host.js'
import { deleteEndedWindows } from '../store/rate-limits.js'
import { deleteExpiredSessions } from '../store/sessions.js'
import { mergeDays } from '../store/tallies.js'
import { settle } from './deliveries.js'

const DAY_MS = 24 * 3_600_000
const FAILED_IS_DEAD_AFTER_MS = DAY_MS
const PAYLOADS_KEPT_MS = 14 * DAY_MS
const DELIVERIES_KEPT_MS = 90 * DAY_MS
const EXTRACTS_KEPT_MS = 90 * DAY_MS
const HOST_HOURS_KEPT_MS = 30 * DAY_MS
/** Longer than any backtest looks back. */
const FIGURES_KEPT_MS = 365 * DAY_MS
const ROWS_AT_ONCE = 1_000
const HOURS_AT_ONCE = 1
/** Sums by day: up to sixteen rows each, and whoever adds to them waits meanwhile. */
const SUMS_AT_ONCE = 100

export async function sweep(deps: Deps): Promise<void> {
  const now = deps.now()
  const before = (keptMs: number) => new Date(now.getTime() - keptMs)
  await repeat(ROWS_AT_ONCE, () => giveUpForgotten(deps, before(FAILED_IS_DEAD_AFTER_MS)))
  await repeat(ROWS_AT_ONCE, () =>
    deps.transaction((tx) => dropPayloads(tx, before(PAYLOADS_KEPT_MS), ROWS_AT_ONCE))
  )
  await repeat(HOURS_AT_ONCE, () =>
    deps.transaction((tx) => dropHours(tx, before(DELIVERIES_KEPT_MS), HOURS_AT_ONCE))
  )
  await repeat(ROWS_AT_ONCE, () =>
    deps.transaction((tx) => dropWebhookActivity(tx, before(DELIVERIES_KEPT_MS), ROWS_AT_ONCE))
  )
  await repeat(ROWS_AT_ONCE, () =>
    deps.transaction((tx) => dropExtracts(tx, before(EXTRACTS_KEPT_MS), ROWS_AT_ONCE))
  )
  await repeat(ROWS_AT_ONCE, () => deps.transaction((tx) => mergeLanes(tx, now, ROWS_AT_ONCE)))
  await repeat(ROWS_AT_ONCE, () => deps.transaction((tx) => mergeActivityLanes(tx, now, ROWS_AT_ONCE)))
  await deps.transaction((tx) => dropChecks(tx, before(DELIVERIES_KEPT_MS)))
  // Only today is still added to all the time.
  for (const table of ['tallies', 'evidence_tallies'] as const)
    await repeat(SUMS_AT_ONCE, () =>
      deps.transaction((tx) => mergeDays(tx, { table, before: now, most: SUMS_AT_ONCE }))
    )
  await deps.transaction((tx) => dropGateDays(tx, before(FIGURES_KEPT_MS)))
  await deps.transaction((tx) => deleteExpiredSessions(tx, now))
  await deps.transaction((tx) => deleteEndedWindows(tx, now))
  await deps.transaction((tx) => dropHostHistory(tx, now, before(HOST_HOURS_KEPT_MS)))
}

/** A failed delivery that nobody retried within a day is dead. */
async function giveUpForgotten(deps: Deps, failedBefore: Date): Promise<number> {
  return deps.transaction(async (tx) => {
    const forgotten = await lockForgotten(tx, failedBefore, ROWS_AT_ONCE)
    for (const delivery of forgotten) {
      await settle(deps, tx, delivery, { state: 'dead', error: delivery.error, attempted: false })
    }
    return forgotten.length
  })
}

/** Until a round finds less than it could have taken. */
async function repeat(most: number, round: () => Promise<number>): Promise<void> {
  while ((await round()) >= most);
}
