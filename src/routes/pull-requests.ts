import { pagingOf } from '../../schemas/common.js'
import * as S from '../../schemas/pull-requests.js'
import type { Deps } from '../deps.js'
import { pullRequestStatsOf } from '../domain/statistics.js'
import { kept } from '../services/kept.js'
import { pullRequestsPage } from '../store/pull-requests.js'
import { repositoryNamed } from '../store/repositories.js'
import { FLEET, sumsOf } from '../store/tallies.js'
import { type App, textOf, written } from './app.js'
import { listed } from './pages.js'

export function pullRequests(app: App, deps: Deps): void {
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
