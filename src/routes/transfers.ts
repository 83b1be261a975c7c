import { pagingOf } from '../../schemas/common.js'
import * as S from '../../schemas/transfers.js'
import type { Deps } from '../deps.js'
import { actorOf } from '../plugins/caller.js'
import { discardRepository, mergeRepositories, orphanPairs } from '../services/transfers.js'
import type { App } from './app.js'
import { listed } from './pages.js'

export function transfers(app: App, deps: Deps): void {
  app.get('/reconcile', { schema: S.listOrphans }, async ({ query }, reply) =>
    listed(reply, await orphanPairs(deps, pagingOf(query)))
  )

  app.post('/reconcile/merge', { schema: S.mergeRepositories }, (request) =>
    mergeRepositories(deps, request.body, actorOf(request))
  )

  app.post('/reconcile/discard', { schema: S.discardRepository }, (request) =>
    discardRepository(deps, request.body, actorOf(request))
  )
}
