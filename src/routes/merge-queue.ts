import type { Deps } from '#deps.js'
import { sendList } from '#http/pages.js'
import { type App, sendJsonText } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { pagingOf } from '#schemas/common.js'
import * as C from '#schemas/merge-queue/configuration.js'
import * as S from '#schemas/merge-queue/queue.js'
import { configureQueue } from '#services/merge-queue/configure.js'
import { admitPullRequest, removePullRequest } from '#services/merge-queue/people.js'
import { showQueue } from '#services/merge-queue/show.js'
import { queuePage } from '#store/merge-queue/lists.js'
import { governed, initiatorOf } from './maintenance/governed.js'

function queue(app: App, deps: Deps): void {
  app.get(
    '',
    { schema: S.listQueue, config: { keptUntil: ['merge_queue', 'repositories'] } },
    async ({ query }, reply) => sendList(reply, await queuePage(deps.db, query, pagingOf(query)))
  )

  app.get('/:owner/:repo', { schema: S.getQueue }, async ({ params, query }, reply) =>
    sendJsonText(reply, await showQueue(deps, params, query.include_inactive ?? true))
  )

  app.post('/:owner/:repo/config', { ...governed, schema: C.configureQueue }, (request) =>
    configureQueue(deps, { repo: request.params, by: initiatorOf(request), patch: request.body })
  )

  app.post('/:owner/:repo/:pr/admit', { ...governed, schema: S.admitPullRequest }, (request) =>
    admitPullRequest(deps, { by: initiatorOf(request), params: request.params }, request.body)
  )

  app.post('/:owner/:repo/:pr/remove', { ...governed, schema: S.removePullRequest }, (request) =>
    removePullRequest(deps, { by: initiatorOf(request), params: request.params }, request.body)
  )
}

export const queueGroup: RouteGroup = {
  tag: 'phase2',
  about: 'The merge queue: nothing lands that was not tested as it lands.',
  prefix: '/api/phase2/queue',
  auth: 'any',
  schemas: [...S.schemas, ...C.schemas],
  plugin: queue
}
