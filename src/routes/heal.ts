import { pagingOf } from '../../schemas/common.js'
import * as S from '../../schemas/heal.js'
import type { Sums } from '../../schemas/mirror.js'
import type { Deps } from '../deps.js'
import { HEAL_TREND_MEASURES, healStatsOf } from '../domain/heal/stats.js'
import { lastDays, spanOf } from '../domain/statistics.js'
import { kept } from '../services/kept.js'
import { healsPage, repositoriesHealed, runHealsPage } from '../store/heal-reports.js'
import { repositoryNamed } from '../store/repositories.js'
import { dailyOf, FLEET, sumsOf, sumsOfDays } from '../store/tallies.js'
import { type App, textOf, written } from './app.js'
import { listed } from './pages.js'

export function heal(app: App, deps: Deps): void {
  const { db, now } = deps
  const trend = kept(deps, async () => {
    const trendDays = lastDays(now(), S.HEAL_TREND_DAYS)
    return { trendDays, daily: await dailyOf(db, FLEET, spanOf(trendDays, HEAL_TREND_MEASURES)) }
  })
  const statsOf = async (asked: Promise<Sums>, from?: string) => {
    const [sums, reposHealed] = await Promise.all([asked, repositoriesHealed(db, from)])
    return textOf(healStatsOf({ sums, reposHealed, ...(await trend()) }))
  }
  const stats = kept(deps, () => statsOf(sumsOf(db, FLEET)))

  app.get('', { schema: S.listHeals }, async ({ query }, reply) =>
    listed(reply, await healsPage(db, { query }, pagingOf(query)))
  )

  app.get('/stats', { schema: S.healStats }, async ({ query: { days } }, reply) => {
    if (days === undefined) return written(reply, await stats())
    const span = spanOf(lastDays(now(), days), [])
    return written(reply, await statsOf(sumsOfDays(db, span, 'heals'), span.from))
  })

  app.get('/run/:hostRunId', { schema: S.listRunHeals }, async ({ params, query }, reply) =>
    listed(reply, await runHealsPage(db, params.hostRunId, pagingOf(query)))
  )

  app.get('/:owner/:repo', { schema: S.listRepoHeals }, async ({ params, query }, reply) => {
    const { repoId } = await repositoryNamed(db, params)
    return listed(reply, await healsPage(db, { query, repoId }, pagingOf(query)))
  })
}
