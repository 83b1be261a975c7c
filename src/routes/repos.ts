import { pagingOf } from '../../schemas/common.js'
import * as S from '../../schemas/repos.js'
import type { Deps } from '../deps.js'
import { syncOf } from '../domain/sync.js'
import { dayOf } from '../domain/tallies.js'
import { requestSync } from '../services/sync/request.js'
import { repoDetail, reposPage } from '../store/repos.js'
import { repositoryNamed } from '../store/repositories.js'
import { walksOf } from '../store/sync-walks.js'
import { syncStateOf } from '../store/syncs.js'
import type { App } from './app.js'
import { listed } from './pages.js'

export function repos(app: App, deps: Deps): void {
  app.get('', { schema: S.listRepos }, async ({ query }, reply) =>
    listed(reply, await reposPage(deps.db, query, pagingOf(query)))
  )

  app.get('/:owner/:repo', { schema: S.getRepo }, async ({ params }) => {
    const { repoId } = await repositoryNamed(deps.db, params)
    const [detail, state, walks] = await Promise.all([
      repoDetail(deps.db, repoId, dayOf(deps.now())),
      syncStateOf(deps.db, repoId),
      walksOf(deps.db, repoId)
    ])
    return { ...detail, sync: syncOf(state, walks) }
  })

  app.post('/:owner/:repo/sync', { schema: S.syncRepo }, async ({ params }, reply) =>
    reply.code(202).send(await requestSync(deps, params))
  )
}
