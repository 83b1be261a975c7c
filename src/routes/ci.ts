import * as S from '../../schemas/ci.js'
import { pagingOf } from '../../schemas/common.js'
import type { Deps } from '../deps.js'
import { lastDays, runStatsOf, spanOf } from '../domain/statistics.js'
import { kept } from '../services/kept.js'
import { runsPage } from '../store/ci.js'
import { repositoryNamed } from '../store/repositories.js'
import { dailyOf, FLEET, sumsOf, sumsOfDays } from '../store/tallies.js'
import type { App } from './app.js'
import { listed } from './pages.js'

export function ci(app: App, deps: Deps): void {
  const sumsForEver = kept(deps, () => sumsOf(deps.db, FLEET))
  const trend = kept(deps, async () => {
    const trendDays = lastDays(deps.now(), S.TREND_DAYS)
    return { trendDays, daily: await dailyOf(deps.db, FLEET, spanOf(trendDays, ['ci'])) }
  })

  app.get('', { schema: S.listRuns }, async ({ query }, reply) =>
    listed(reply, await runsPage(deps.db, { query }, pagingOf(query)))
  )

  app.get('/stats', { schema: S.runStats }, async ({ query: { days } }) => {
    const ofDays = (count: number) => spanOf(lastDays(deps.now(), count), ['ci'])
    const [sums, { daily, trendDays }] = await Promise.all([
      days === undefined ? sumsForEver() : sumsOfDays(deps.db, FLEET, ofDays(days)),
      trend()
    ])
    return runStatsOf({ sums, daily, trendDays })
  })

  app.get('/:owner/:repo', { schema: S.listRepoRuns }, async ({ params, query }, reply) => {
    const { repoId } = await repositoryNamed(deps.db, params)
    return listed(reply, await runsPage(deps.db, { query, repoId }, pagingOf(query)))
  })
}
