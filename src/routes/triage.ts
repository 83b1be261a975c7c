import type { Deps } from '#deps.js'
import { actorOf } from '#http/actor.js'
import { sendList } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { memoized } from '#runtime/memo.js'
import { pagingOf } from '#schemas/common.js'
import * as S from '#schemas/triage/reports.js'
import { retryTriage } from '#services/triage/failures.js'
import { loadQualityPage, loadTriageStatus } from '#services/triage/reports.js'
import { failuresPage } from '#store/triage/failures.js'

function triage(app: App, deps: Deps): void {
  const status = memoized(deps, () => loadTriageStatus(deps))

  app.get('/status', { schema: S.getTriageStatus }, () => status())

  app.get(
    '/failures',
    { schema: S.listTriageFailures, config: { keptUntil: ['triage', 'repositories'] } },
    async ({ query }, reply) => sendList(reply, await failuresPage(deps.db, query, pagingOf(query)))
  )

  app.post('/failures/:job_id/retry', { schema: S.retryTriageFailure }, async (request, reply) => {
    const input = { reason: request.body?.reason ?? null, actor: actorOf(request) }
    return reply.code(202).send(await retryTriage(deps, request.params.job_id, input))
  })

  app.get('/quality', { schema: S.getTriageQuality }, async ({ query }, reply) =>
    sendList(reply, await loadQualityPage(deps, query))
  )
}

export const triageGroup: RouteGroup = {
  tag: 'triage',
  about: 'Classification of issues and pull requests, and its accuracy.',
  prefix: '/api/triage',
  auth: 'any',
  schemas: S.schemas,
  plugin: triage
}
