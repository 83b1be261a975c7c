import type { Deps } from '#deps.js'
import { textOf } from '#domain/json/text.js'
import { pullRequestStatsOf } from '#domain/mirror/statistics.js'
import { sendList } from '#http/pages.js'
import { type App, sendJsonText } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { memoized } from '#runtime/memo.js'
import { pagingOf } from '#schemas/common.js'
import * as S from '#schemas/mirror/pull-requests.js'
import { loadPullRequest } from '#services/mirror/items.js'
import { FLEET, sumsOf } from '#store/counters/tallies.js'
import { pullRequestsPage } from '#store/mirror/pull-requests.js'
import { repositoryByName } from '#store/mirror/repositories.js'

function pullRequests(app: App, deps: Deps): void {
  const stats = memoized(deps, async () => textOf(pullRequestStatsOf(await sumsOf(deps.db, FLEET))))

  app.get(
    '',
    { schema: S.listPullRequests, config: { keptUntil: ['pull_requests', 'repositories'] } },
    async ({ query }, reply) => sendList(reply, await pullRequestsPage(deps.db, { query }, pagingOf(query)))
  )

  app.get('/stats', { schema: S.getPullRequestStats }, async (_, reply) => sendJsonText(reply, await stats()))

  app.get(
    '/:owner/:repo',
    { schema: S.listRepoPullRequests, config: { keptUntil: ['pull_requests', 'repositories'] } },
    async ({ params, query }, reply) => {
      const { repoId } = await repositoryByName(deps.db, params)
      return sendList(reply, await pullRequestsPage(deps.db, { query, repoId }, pagingOf(query)))
    }
  )

  app.get('/:owner/:repo/:number', { schema: S.getPullRequest }, async ({ params }, reply) =>
    sendJsonText(reply, await loadPullRequest(deps, params))
  )
}

export const pullRequestsGroup: RouteGroup = {
  tag: 'pull-requests',
  about: 'Pull requests in the mirrored repositories.',
  prefix: '/api/pull-requests',
  auth: 'any',
  schemas: S.schemas,
  plugin: pullRequests
}
