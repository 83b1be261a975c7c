import type { Deps } from '#deps.js'
import { actorOf } from '#http/actor.js'
import { sendList } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { pagingOf } from '#schemas/common.js'
import * as S from '#schemas/transfers/transfers.js'
import { discardRepository, loadOrphanPairs, mergeRepositories } from '#services/transfers/transfers.js'

function transfers(app: App, deps: Deps): void {
  app.get('/reconcile', { schema: S.listOrphans }, async ({ query }, reply) =>
    sendList(reply, await loadOrphanPairs(deps, pagingOf(query)))
  )

  app.post('/reconcile/merge', { schema: S.mergeRepositories }, (request) =>
    mergeRepositories(deps, request.body, actorOf(request))
  )

  app.post(
    '/reconcile/discard',
    { schema: S.discardRepository, config: { needsDiskSpace: false } },
    (request) => discardRepository(deps, request.body, actorOf(request))
  )
}

export const transfersGroup: RouteGroup = {
  tag: 'transfers',
  about: 'Repositories left behind under an old id.',
  prefix: '/api/transfers',
  auth: 'any',
  schemas: S.schemas,
  plugin: transfers
}
