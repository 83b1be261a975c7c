// The metrics of repositories that gates use: the current values, and a snapshot per day.

import type { Db, Deps, Tx } from '#deps.js'
import { computeMetrics } from '#domain/gates/metrics.js'
import { utcDay } from '#domain/time/day.js'
import type { MeasuredMetrics } from '#schemas/gates/gates.js'
import { saveMetricDays, shareLockRepositories } from '#store/gates/gates.js'
import { metricRows } from '#store/gates/metrics.js'
import { liveRepositories } from '#store/mirror/repositories.js'

const REPOSITORIES_AT_ONCE = 200

/** Measures a known repository in one snapshot. */
export async function loadFigures(
  { registry }: Deps,
  db: Db | Tx,
  repoId: number,
  now: Date
): Promise<MeasuredMetrics> {
  const [row] = await metricRows(db, [repoId], { now, counts: registry.gateCounts })
  if (!row) throw new Error('the repository has no row')
  return computeMetrics(row)
}

/** Stores today's metrics of all live repositories. */
export async function saveDailyFigures({ db, transaction, now, registry }: Deps): Promise<void> {
  const repoIds = await liveRepositories(db)
  for (let at = 0; at < repoIds.length; at += REPOSITORIES_AT_ONCE) {
    const takenAt = now()
    const some = repoIds.slice(at, at + REPOSITORIES_AT_ONCE)
    const rows = await metricRows(db, some, { now: takenAt, counts: registry.gateCounts })
    const days = rows.map((row) => ({
      repoId: row.repoId,
      day: utcDay(takenAt),
      measured: computeMetrics(row),
      takenAt
    }))
    await transaction(async (tx) => {
      await shareLockRepositories(
        tx,
        days.map(({ repoId }) => repoId)
      )
      await saveMetricDays(tx, days)
    })
  }
}
