import * as S from '../../schemas/ci.js'
import { pagingOf } from '../../schemas/common.js'
import type { Deps } from '../deps.js'
import { lastDays, runStatsOf, sumsOver } from '../domain/statistics.js'
import { shared } from '../services/shared.js'
import { runsPage } from '../store/ci.js'
import { repositoryNamed } from '../store/repositories.js'
import { dailyOf, FLEET, sumsOf } from '../store/tallies.js'
import { type App, written } from './app.js'

export function ci(app: App, deps: Deps): void {
  const sumsForEver = shared(() => sumsOf(deps.db))

  app.get('', { schema: S.listRuns }, async ({ query }, reply) =>
    written(reply, await runsPage(deps.db, { query }, { ...pagingOf(query), ...query }))
  )

  app.get('/stats', { schema: S.runStats }, async ({ query: { days = 0 } }) => {
    const window = lastDays(deps.now(), Math.max(days, S.TREND_DAYS))
    const [from = '', to = ''] = [window[0], window.at(-1)]
    const daily = await dailyOf(deps.db, FLEET, { from, to, about: 'ci' })
    const sums = days === 0 ? await sumsForEver() : sumsOver(daily, window.at(-days) ?? from)
    return runStatsOf({ sums, daily, trendDays: window.slice(-S.TREND_DAYS) })
  })

  app.get('/:owner/:repo', { schema: S.listRepoRuns }, async ({ params, query }, reply) => {
    const { repoId } = await repositoryNamed(deps.db, params)
    return written(reply, await runsPage(deps.db, { query, repoId }, { ...pagingOf(query), ...query }))
  })
}
