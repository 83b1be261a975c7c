import type { Deps } from '#deps.js'
import {
  ciTrendOf,
  OVERVIEW_MEASURES,
  overviewOf,
  REPO_MEASURES,
  repoInsightsOf,
  VELOCITY_MEASURES,
  velocityOf
} from '#domain/insights/insights.js'
import { lastDays, sumsQueryFor, TREND_MEASURES } from '#domain/mirror/statistics.js'
import { sendList } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { usualReply } from '#http/usual-reply.js'
import { memoized } from '#runtime/memo.js'
import { pagingOf } from '#schemas/common.js'
import * as S from '#schemas/insights/insights.js'
import * as repoHealthSchemas from '#schemas/mirror/repo-health.js'
import { HEALTH_DAYS, listRepoHealth } from '#schemas/mirror/repo-health.js'
import { refreshHealth } from '#services/mirror/repo-health.js'
import { dailyOf, FLEET, sumsOf } from '#store/counters/tallies.js'
import { mergeTimes, overviewSums, worstTrends } from '#store/insights/insights.js'
import { healthPage, repoHealth } from '#store/mirror/repo-health.js'
import { repositoryByFullName, repositoryByName } from '#store/mirror/repositories.js'

interface InsightsQuery {
  days?: number
  repo?: string
}

function insights(app: App, deps: Deps): void {
  const { db, now } = deps
  const freshHealth = memoized(deps, () => refreshHealth(deps))
  const overviewFrom = async ({ days = S.OVERVIEW_DAYS }: Pick<InsightsQuery, 'days'>) => {
    const spans = {
      runs: sumsQueryFor(lastDays(now(), days), OVERVIEW_MEASURES.runs),
      merges: sumsQueryFor(lastDays(now(), HEALTH_DAYS), OVERVIEW_MEASURES.merges)
    }
    return overviewOf(await overviewSums(db, spans), now())
  }
  const repoNamed = (fullName: string | undefined) =>
    fullName === undefined ? undefined : repositoryByFullName(db, fullName)

  const velocityFrom = async (query: InsightsQuery) => {
    const days = lastDays(now(), query.days ?? S.VELOCITY_DAYS)
    const repo = await repoNamed(query.repo)
    return velocityOf(await dailyOf(db, repo?.repoId ?? FLEET, sumsQueryFor(days, VELOCITY_MEASURES)), days)
  }

  const ciTrendFrom = async (query: InsightsQuery) => {
    const days = lastDays(now(), query.days ?? S.CI_TREND_DAYS)
    const span = sumsQueryFor(days, TREND_MEASURES)
    const repo = await repoNamed(query.repo)
    if (!repo) await freshHealth()
    const daily = await dailyOf(db, repo?.repoId ?? FLEET, span)
    const byRepo = repo ? new Map([[repo.fullName, daily]]) : await worstTrends(db, span)
    return ciTrendOf({ daily, byRepo }, days)
  }

  app.get('/overview', { schema: S.getInsightsOverview }, usualReply(deps, overviewFrom))

  app.get('/repos', { schema: listRepoHealth }, async ({ query }, reply) => {
    await freshHealth()
    return sendList(reply, await healthPage(db, { query, now: now() }, pagingOf(query)))
  })

  app.get('/velocity', { schema: S.getVelocity }, usualReply(deps, velocityFrom))

  app.get('/ci-trend', { schema: S.getCiTrend }, usualReply(deps, ciTrendFrom))

  app.get('/repos/:owner/:repo', { schema: S.getRepoInsights }, async ({ params }) => {
    const { repoId } = await repositoryByName(db, params)
    await freshHealth()
    const days = lastDays(now(), HEALTH_DAYS)
    const span = sumsQueryFor(days, REPO_MEASURES)
    const [health, ever, daily, merges] = await Promise.all([
      repoHealth(db, repoId, now()),
      sumsOf(db, repoId),
      dailyOf(db, repoId, span),
      mergeTimes(db, repoId, span)
    ])
    return repoInsightsOf({ health, ever, daily, mergeTimes: merges }, days)
  })
}

export const insightsGroup: RouteGroup = {
  tag: 'insights',
  about: 'Health of the fleet and of each repository.',
  prefix: '/api/insights',
  auth: 'any',
  schemas: [...S.schemas, ...repoHealthSchemas.schemas],
  plugin: insights
}
