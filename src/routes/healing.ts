import type { Deps } from '#deps.js'
import type { Sums } from '#domain/counters/tally.js'
import { HEAL_TREND_MEASURES, healStatsOf } from '#domain/healing/stats.js'
import { textOf } from '#domain/json/text.js'
import { lastDays, sumsQueryFor } from '#domain/mirror/statistics.js'
import { actorOf } from '#http/actor.js'
import { sendList } from '#http/pages.js'
import { type App, sendJsonText } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { memoized } from '#runtime/memo.js'
import { pagingOf } from '#schemas/common.js'
import * as S from '#schemas/healing/heal.js'
import * as R from '#schemas/healing/requests.js'
import { requestManualHeal, retryHealing } from '#services/healing/requests.js'
import { dailyOf, FLEET, sumsOf, sumsOfDays } from '#store/counters/tallies.js'
import { healsPage, repositoriesHealed, runHealsPage } from '#store/healing/reports.js'
import { repositoryByName } from '#store/mirror/repositories.js'

function heal(app: App, deps: Deps): void {
  const { db, now } = deps
  const trend = memoized(deps, async () => {
    const trendDays = lastDays(now(), S.HEAL_TREND_DAYS)
    return { trendDays, daily: await dailyOf(db, FLEET, sumsQueryFor(trendDays, HEAL_TREND_MEASURES)) }
  })
  const statsOf = async (summed: Promise<Sums>, from?: string) => {
    const [sums, reposHealed] = await Promise.all([summed, repositoriesHealed(db, from)])
    return textOf(healStatsOf({ sums, reposHealed, ...(await trend()) }))
  }
  const stats = memoized(deps, () => statsOf(sumsOf(db, FLEET)))

  app.get(
    '',
    { schema: S.listHeals, config: { keptUntil: ['healing', 'repositories'] } },
    async ({ query }, reply) => sendList(reply, await healsPage(db, { query }, pagingOf(query)))
  )

  app.get('/stats', { schema: S.getHealStats }, async ({ query: { days } }, reply) => {
    if (days === undefined) return sendJsonText(reply, await stats())
    const span = sumsQueryFor(lastDays(now(), days), [])
    return sendJsonText(reply, await statsOf(sumsOfDays(db, span, 'heals'), span.from))
  })

  app.get(
    '/run/:hostRunId',
    { schema: S.listRunHeals, config: { keptUntil: ['healing', 'runs', 'repositories'] } },
    async ({ params, query }, reply) =>
      sendList(reply, await runHealsPage(db, params.hostRunId, pagingOf(query)))
  )

  app.get(
    '/:owner/:repo',
    { schema: S.listRepoHeals, config: { keptUntil: ['healing', 'repositories'] } },
    async ({ params, query }, reply) => {
      const { repoId } = await repositoryByName(db, params)
      return sendList(reply, await healsPage(db, { query, repoId }, pagingOf(query)))
    }
  )
}

export const healGroup: RouteGroup = {
  tag: 'heal',
  about: 'Attempts to heal failed CI runs, and their outcomes.',
  prefix: '/api/heal',
  auth: 'any',
  schemas: S.schemas,
  plugin: heal
}

/** Operations on a single run. */
function healRequests(app: App, deps: Deps): void {
  app.post('/:runId/retry', { schema: R.retryHeal }, async (request, reply) => {
    const input = { body: request.body ?? {}, actor: actorOf(request) }
    return reply.code(202).send(await retryHealing(deps, request.params.runId, input))
  })

  app.post('/:runId/heal', { schema: R.healRun }, async (request, reply) => {
    const input = { body: request.body ?? {}, actor: actorOf(request) }
    return reply.code(202).send(await requestManualHeal(deps, request.params.runId, input))
  })
}

export const healRequestsGroup: RouteGroup = {
  ...healGroup,
  tag: 'ci',
  about: 'CI runs in the mirrored repositories.',
  prefix: '/api/ci',
  schemas: R.schemas,
  plugin: healRequests
}
