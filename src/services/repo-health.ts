// Brings the health of repositories up to date, which is kept beside their names.
import type { Deps } from '../deps.js'
import { healthOf } from '../domain/repo-health.js'
import { dayOf } from '../domain/tallies.js'
import { hasOutdatedHealth, healthFigures, lockOutdatedHealth, saveHealth } from '../store/repo-health.js'

const REPOSITORIES_AT_ONCE = 1_000

/** Before it is read: where a sum has changed since it was last reckoned, or a day has passed. */
export async function refreshHealth({ db, transaction, now }: Deps): Promise<void> {
  const today = dayOf(now())
  if (!(await hasOutdatedHealth(db, today))) return
  let found: number
  do {
    found = await transaction(async (tx) => {
      const repoIds = await lockOutdatedHealth(tx, today, REPOSITORIES_AT_ONCE)
      // A statement of its own, which sees all that was added before the repositories were held.
      const figures = await healthFigures(tx, repoIds, today)
      await saveHealth(tx, figures.map(healthOf), today)
      return repoIds.length
    })
  } while (found === REPOSITORIES_AT_ONCE)
}
