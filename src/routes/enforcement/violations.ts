import type { Deps } from '#deps.js'
import { sendList } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { fullNameOf, pagingOf } from '#schemas/common.js'
import * as F from '#schemas/enforcement/stats.js'
import * as S from '#schemas/enforcement/violations.js'
import { requestRun } from '#services/enforcement/requests.js'
import { saveSuppression } from '#services/enforcement/suppression.js'
import { enforcementStats } from '#store/enforcement/stats.js'
import { violationsPage } from '#store/enforcement/violations.js'
import { governed, initiatorOf } from '../maintenance/governed.js'

function violations(app: App, deps: Deps): void {
  const { db } = deps
  app.get('/stats', { schema: F.getEnforcementStats }, () => enforcementStats(db, deps.now()))

  app.get(
    '/violations',
    { schema: S.listViolations, config: { keptUntil: ['enforcement', 'repositories'] } },
    async ({ query }, reply) =>
      sendList(reply, await violationsPage(db, { query, repo: query.repo }, pagingOf(query)))
  )

  app.get(
    '/violations/:owner/:repo',
    { schema: S.listRepoViolations, config: { keptUntil: ['enforcement', 'repositories'] } },
    async ({ params, query }, reply) =>
      sendList(reply, await violationsPage(db, { query, repo: fullNameOf(params) }, pagingOf(query)))
  )

  app.post('/violations/:id/suppress', { ...governed, schema: S.suppressViolation }, (request) =>
    saveSuppression(deps, { by: initiatorOf(request), id: request.params.id, body: request.body })
  )

  app.post('/run', { ...governed, schema: S.runEnforcement }, async (request, reply) => {
    reply.code(202)
    return requestRun(deps, initiatorOf(request), request.body)
  })
}

export const violationsGroup: RouteGroup = {
  tag: 'enforcement',
  about: 'Branches that fall short of policies, and the runs that find them.',
  prefix: '/api/enforcement',
  auth: 'any',
  schemas: [...S.schemas, ...F.schemas],
  plugin: violations
}
