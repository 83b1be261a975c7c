import type { Deps } from '#deps.js'
import type { Sums } from '#domain/counters/tally.js'
import { textOf } from '#domain/json/text.js'
import { lastDays, runStatsOf, sumsQueryFor, TREND_MEASURES } from '#domain/mirror/statistics.js'
import { sendList } from '#http/pages.js'
import { type App, sendJsonText } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { memoized } from '#runtime/memo.js'
import { pagingOf } from '#schemas/common.js'
import * as S from '#schemas/mirror/ci.js'
import { dailyOf, FLEET, sumsOf, sumsOfDays } from '#store/counters/tallies.js'
import { runsPage } from '#store/mirror/ci.js'
import { repositoryByName } from '#store/mirror/repositories.js'

function ci(app: App, deps: Deps): void {
  const trend = memoized(deps, async () => {
    const trendDays = lastDays(deps.now(), S.RUN_TREND_DAYS)
    return { trendDays, daily: await dailyOf(deps.db, FLEET, sumsQueryFor(trendDays, TREND_MEASURES)) }
  })
  const statsOf = async (sums: Promise<Sums>) => textOf(runStatsOf({ sums: await sums, ...(await trend()) }))
  const stats = memoized(deps, () => statsOf(sumsOf(deps.db, FLEET)))

  app.get(
    '',
    { schema: S.listRuns, config: { keptUntil: ['runs', 'repositories'] } },
    async ({ query }, reply) => sendList(reply, await runsPage(deps.db, { query }, pagingOf(query)))
  )

  app.get('/stats', { schema: S.getRunStats }, async ({ query: { days } }, reply) => {
    if (days === undefined) return sendJsonText(reply, await stats())
    const span = sumsQueryFor(lastDays(deps.now(), days), [])
    return sendJsonText(reply, await statsOf(sumsOfDays(deps.db, span, 'ci')))
  })

  app.get(
    '/:owner/:repo',
    { schema: S.listRepoRuns, config: { keptUntil: ['runs', 'repositories'] } },
    async ({ params, query }, reply) => {
      const { repoId } = await repositoryByName(deps.db, params)
      return sendList(reply, await runsPage(deps.db, { query, repoId }, pagingOf(query)))
    }
  )
}

export const ciGroup: RouteGroup = {
  tag: 'ci',
  about: 'CI runs in the mirrored repositories.',
  prefix: '/api/ci',
  auth: 'any',
  schemas: S.schemas,
  plugin: ci
}
