import type { Deps } from '#deps.js'
import { sendList } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { pagingOf } from '#schemas/common.js'
import * as S from '#schemas/rollbacks/rollbacks.js'
import { askForRollback } from '#services/rollbacks/request.js'
import { rollbacksPage } from '#store/rollbacks/lists.js'
import { governed, initiatorOf } from './maintenance/governed.js'

function rollbacks(app: App, deps: Deps): void {
  app.get(
    '',
    { schema: S.listRollbacks, config: { keptUntil: ['rollbacks', 'repositories'] } },
    async ({ query }, reply) => sendList(reply, await rollbacksPage(deps.db, query, pagingOf(query)))
  )

  app.post('', { ...governed, schema: S.requestRollback }, async (request, reply) => {
    reply.code(202)
    return askForRollback(deps, { by: initiatorOf(request), body: request.body })
  })
}

export const rollbackGroup: RouteGroup = {
  tag: 'phase2',
  about: 'Merges that a pull request takes back, because of a failed deployment or on request.',
  prefix: '/api/phase2/rollbacks',
  auth: 'any',
  schemas: S.schemas,
  plugin: rollbacks
}
