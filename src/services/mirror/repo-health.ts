// Keeps the stored health of repositories up to date.
import type { Deps } from '#deps.js'
import { computeRepoHealth } from '#domain/mirror/repo-health.js'
import { utcDay } from '#domain/time/day.js'
import { healthFigures, lockOutdatedHealth, outdatedHealth, saveHealth } from '#store/mirror/repo-health.js'

const REPOSITORIES_AT_ONCE = 1_000

/**
 * Call this before reading. Recalculates repositories whose counters changed, or whose health is from an earlier day;
 * returns how many.
 */
export async function refreshHealth({ db, transaction, now }: Deps): Promise<number> {
  const today = utcDay(now())
  const outdated = await outdatedHealth(db, today)
  let refreshed = 0
  for (let at = 0; at < outdated.length; at += REPOSITORIES_AT_ONCE) {
    const some = outdated.slice(at, at + REPOSITORIES_AT_ONCE)
    refreshed += await transaction(async (tx) => {
      const repoIds = await lockOutdatedHealth(tx, some, today)
      // A separate statement, which sees everything that was added before the repositories were locked.
      const figures = await healthFigures(tx, repoIds, today)
      await saveHealth(tx, figures.map(computeRepoHealth), today)
      return repoIds.length
    })
  }
  return refreshed
}
