import type { Deps } from '#deps.js'
import { sendList } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { pagingOf } from '#schemas/common.js'
import * as F from '#schemas/enforcement/stats.js'
import * as S from '#schemas/enforcement/violations.js'
import { requestRun } from '#services/enforcement/requests.js'
import { saveSuppression } from '#services/enforcement/suppression.js'
import { enforcementStats } from '#store/enforcement/stats.js'
import { violationsPage } from '#store/enforcement/violations.js'
import { repositoryByFullName, repositoryByName } from '#store/mirror/repositories.js'
import { governed, initiatorOf } from '../maintenance/governed.js'

function violations(app: App, deps: Deps): void {
  const { db } = deps
  app.get('/stats', { schema: F.getEnforcementStats }, () => enforcementStats(db, deps.now()))

  app.get('/violations', { schema: S.listViolations }, async ({ query }, reply) => {
    const { repo } = query
    const within = repo === undefined ? {} : { repoId: (await repositoryByFullName(db, repo)).repoId }
    return sendList(reply, await violationsPage(db, { query, ...within }, pagingOf(query)))
  })

  app.get('/violations/:owner/:repo', { schema: S.listRepoViolations }, async ({ params, query }, reply) => {
    const { repoId } = await repositoryByName(db, params)
    return sendList(reply, await violationsPage(db, { query, repoId }, pagingOf(query)))
  })

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
