import { pagingOf } from '../../schemas/common.js'
import * as S from '../../schemas/transfers.js'
import type { Deps } from '../deps.js'
import { discardRepository, mergeRepositories, orphanPairs } from '../services/transfers.js'
import type { App } from './app.js'
import { listed } from './pages.js'

export function transfers(app: App, deps: Deps): void {
  app.get('/reconcile', { schema: S.listOrphans }, async ({ query }, reply) =>
    listed(reply, await orphanPairs(deps, pagingOf(query)))
  )

  app.post('/reconcile/merge', { schema: S.mergeRepositories }, ({ body }) => mergeRepositories(deps, body))

  app.post('/reconcile/discard', { schema: S.discardRepository }, ({ body }) => discardRepository(deps, body))
}
