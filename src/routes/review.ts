import type { Deps } from '#deps.js'
import { parseMoment } from '#domain/time/moment.js'
import { actorOf } from '#http/actor.js'
import { sendList } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { pagingOf } from '#schemas/common.js'
import * as R from '#schemas/review/review.js'
import * as S from '#schemas/review/settings.js'
import * as F from '#schemas/review/stats.js'
import { requestPullRequestReview } from '#services/review/requests.js'
import { changeReviewSettings, shownReviewSettings } from '#services/review/settings.js'
import { reviewStats } from '#services/review/stats.js'
import { repositoryByName } from '#store/mirror/repositories.js'
import { reviewsOfRepo, reviewsPage } from '#store/review/reports.js'

const DEFAULT_DAYS = 30

function review(app: App, deps: Deps): void {
  app.get('/stats', { schema: F.getReviewStats }, ({ query: { days = DEFAULT_DAYS } }) =>
    reviewStats(deps, days)
  )

  app.get(
    '/results',
    { schema: R.listReviews, config: { keptUntil: ['reviews', 'actions', 'repositories'] } },
    async ({ query }, reply) => {
      const { since, ...rest } = query
      const filter = since === undefined ? rest : { ...rest, since: parseMoment('since', since, 'start') }
      return sendList(reply, await reviewsPage(deps.db, filter, pagingOf(query)))
    }
  )

  app.get(
    '/results/:owner/:repo',
    { schema: R.listReviewsOfRepo, config: { keptUntil: ['reviews', 'actions', 'repositories'] } },
    async ({ params, query }, reply) => {
      const { repoId } = await repositoryByName(deps.db, params)
      return sendList(reply, await reviewsOfRepo(deps.db, { repoId, pr: query.pr }, pagingOf(query)))
    }
  )

  app.get('/config/:owner/:repo', { schema: S.getReviewConfig }, ({ params }) =>
    shownReviewSettings(deps, params)
  )

  app.post('/config/:owner/:repo', { schema: S.saveReviewConfig }, (request) =>
    changeReviewSettings(deps, { name: request.params, body: request.body, actor: actorOf(request) })
  )

  app.post('/trigger/:owner/:repo/:pr', { schema: R.requestPullRequestReview }, async (request, reply) => {
    const { pr: number, ...name } = request.params
    const asked = { name, number, actor: actorOf(request), trigger: 'api' as const }
    return reply.code(202).send(await requestPullRequestReview(deps, asked))
  })
}

export const reviewGroup: RouteGroup = {
  tag: 'intelligence',
  about: 'Reviews of pull requests: their results, and how they are made.',
  prefix: '/api/review',
  auth: 'any',
  schemas: [...R.schemas, ...S.schemas, ...F.schemas],
  plugin: review
}
