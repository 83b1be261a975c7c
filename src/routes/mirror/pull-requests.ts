import type { Deps } from '#deps.js'
import { textOf } from '#domain/json/text.js'
import { pullRequestStatsOf } from '#domain/mirror/statistics.js'
import { listed } from '#http/pages.js'
import { type App, written } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { kept } from '#runtime/memo.js'
import { pagingOf } from '#schemas/common.js'
import * as S from '#schemas/mirror/pull-requests.js'
import { FLEET, sumsOf } from '#store/counters/tallies.js'
import { pullRequestsPage } from '#store/mirror/pull-requests.js'
import { repositoryNamed } from '#store/mirror/repositories.js'

function pullRequests(app: App, deps: Deps): void {
  const stats = kept(deps, async () => textOf(pullRequestStatsOf(await sumsOf(deps.db, FLEET))))

  app.get('', { schema: S.listPullRequests }, async ({ query }, reply) =>
    listed(reply, await pullRequestsPage(deps.db, { query }, pagingOf(query)))
  )

  app.get('/stats', { schema: S.pullRequestStats }, async (_, reply) => written(reply, await stats()))

  app.get('/:owner/:repo', { schema: S.listRepoPullRequests }, async ({ params, query }, reply) => {
    const { repoId } = await repositoryNamed(deps.db, params)
    return listed(reply, await pullRequestsPage(deps.db, { query, repoId }, pagingOf(query)))
  })
}

export const pullRequestsGroup: RouteGroup = {
  tag: 'pull-requests',
  about: 'Pull requests in the mirrored repositories.',
  prefix: '/api/pull-requests',
  auth: 'any',
  schemas: S.schemas,
  plugin: pullRequests
}
