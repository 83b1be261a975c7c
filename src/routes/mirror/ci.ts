import type { Deps } from '#deps.js'
import type { Sums } from '#domain/counters/tally.js'
import { textOf } from '#domain/json/text.js'
import { lastDays, runStatsOf, spanOf, TREND_MEASURES } from '#domain/mirror/statistics.js'
import { listed } from '#http/pages.js'
import { type App, written } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { kept } from '#runtime/memo.js'
import { pagingOf } from '#schemas/common.js'
import * as S from '#schemas/mirror/ci.js'
import { dailyOf, FLEET, sumsOf, sumsOfDays } from '#store/counters/tallies.js'
import { runsPage } from '#store/mirror/ci.js'
import { repositoryNamed } from '#store/mirror/repositories.js'

function ci(app: App, deps: Deps): void {
  const trend = kept(deps, async () => {
    const trendDays = lastDays(deps.now(), S.TREND_DAYS)
    return { trendDays, daily: await dailyOf(deps.db, FLEET, spanOf(trendDays, TREND_MEASURES)) }
  })
  const statsOf = async (sums: Promise<Sums>) => textOf(runStatsOf({ sums: await sums, ...(await trend()) }))
  const stats = kept(deps, () => statsOf(sumsOf(deps.db, FLEET)))

  app.get('', { schema: S.listRuns }, async ({ query }, reply) =>
    listed(reply, await runsPage(deps.db, { query }, pagingOf(query)))
  )

  app.get('/stats', { schema: S.runStats }, async ({ query: { days } }, reply) => {
    if (days === undefined) return written(reply, await stats())
    const span = spanOf(lastDays(deps.now(), days), [])
    return written(reply, await statsOf(sumsOfDays(deps.db, span, 'ci')))
  })

  app.get('/:owner/:repo', { schema: S.listRepoRuns }, async ({ params, query }, reply) => {
    const { repoId } = await repositoryNamed(deps.db, params)
    return listed(reply, await runsPage(deps.db, { query, repoId }, pagingOf(query)))
  })
}

export const ciGroup: RouteGroup = {
  tag: 'ci',
  about: 'CI runs in the mirrored repositories.',
  prefix: '/api/ci',
  auth: 'any',
  schemas: S.schemas,
  plugin: ci
}
