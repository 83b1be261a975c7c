// Brings the health of repositories up to date, which is kept beside their names.
import type { Deps } from '#deps.js'
import { computeRepoHealth } from '#domain/mirror/repo-health.js'
import { utcDay } from '#domain/time/day.js'
import { healthFigures, lockOutdatedHealth, outdatedHealth, saveHealth } from '#store/mirror/repo-health.js'

const REPOSITORIES_AT_ONCE = 1_000

/** Before it is read: where a sum has changed since it was last reckoned, or a day has passed. Says of how many. */
export async function refreshHealth({ db, transaction, now }: Deps): Promise<number> {
  const today = utcDay(now())
  const outdated = await outdatedHealth(db, today)
  let refreshed = 0
  for (let at = 0; at < outdated.length; at += REPOSITORIES_AT_ONCE) {
    const some = outdated.slice(at, at + REPOSITORIES_AT_ONCE)
    refreshed += await transaction(async (tx) => {
      const repoIds = await lockOutdatedHealth(tx, some, today)
      // A statement of its own, which sees all that was added before the repositories were held.
      const figures = await healthFigures(tx, repoIds, today)
      await saveHealth(tx, figures.map(computeRepoHealth), today)
      return repoIds.length
    })
  }
  return refreshed
}
