import * as S from '../../schemas/ci.js'
import { pagingOf } from '../../schemas/common.js'
import * as R from '../../schemas/heal-requests.js'
import type { Sums } from '../../schemas/mirror.js'
import type { Deps } from '../deps.js'
import { lastDays, runStatsOf, spanOf, TREND_MEASURES } from '../domain/statistics.js'
import { actorOf } from '../plugins/caller.js'
import { healByHand, retryHealing } from '../services/heal/requests.js'
import { kept } from '../services/kept.js'
import { runsPage } from '../store/ci.js'
import { repositoryNamed } from '../store/repositories.js'
import { dailyOf, FLEET, sumsOf, sumsOfDays } from '../store/tallies.js'
import { type App, textOf, written } from './app.js'
import { listed } from './pages.js'

export function ci(app: App, deps: Deps): void {
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

  app.post('/:runId/retry', { schema: R.retryHeal }, async (request, reply) => {
    const asked = { body: request.body ?? {}, actor: actorOf(request) }
    return reply.code(202).send(await retryHealing(deps, request.params.runId, asked))
  })

  app.post('/:runId/heal', { schema: R.healRun }, async (request, reply) => {
    const asked = { body: request.body ?? {}, actor: actorOf(request) }
    return reply.code(202).send(await healByHand(deps, request.params.runId, asked))
  })
}
