import type { Deps } from '#deps.js'
import { sendList } from '#http/pages.js'
import { type App, sendJsonText } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { usualReply } from '#http/usual-reply.js'
import { fullNameOf, pagingOf } from '#schemas/common.js'
import * as D from '#schemas/dependencies/detail.js'
import * as R from '#schemas/dependencies/repository.js'
import * as F from '#schemas/dependencies/stats.js'
import * as U from '#schemas/dependencies/updates.js'
import * as S from '#schemas/dependencies/vulnerabilities.js'
import { loadVulnerability } from '#services/dependencies/detail.js'
import { saveDismissal } from '#services/dependencies/dismissal.js'
import { requestScan } from '#services/dependencies/requests.js'
import { dependencyStats } from '#services/dependencies/stats.js'
import { requestUpdate } from '#services/dependencies/updates/request.js'
import { repositoryDependencies } from '#store/dependencies/repository.js'
import { vulnerabilitiesPage } from '#store/dependencies/vulnerabilities.js'
import { governed, initiatorOf } from '../maintenance/governed.js'

function dependencies(app: App, deps: Deps): void {
  app.get(
    '/stats',
    { schema: F.getDependencyStats },
    usualReply(deps, ({ repo }: { repo?: string }) => dependencyStats(deps, repo))
  )

  app.get(
    '/vulnerabilities',
    { schema: S.listVulnerabilities, config: { keptUntil: ['dependencies', 'repositories'] } },
    async ({ query }, reply) => sendList(reply, await vulnerabilitiesPage(deps.db, query, pagingOf(query)))
  )

  app.get('/vulnerabilities/:id', { schema: D.getVulnerability }, async ({ params }, reply) =>
    sendJsonText(reply, await loadVulnerability(deps, params.id))
  )

  app.get(
    '/:owner/:repo',
    { schema: R.getRepositoryDependencies, config: { keptUntil: ['dependencies', 'repositories'] } },
    async ({ params }, reply) =>
      sendJsonText(reply, await repositoryDependencies(deps.db, fullNameOf(params)))
  )

  app.post('/:owner/:repo/scan', { ...governed, schema: R.scanDependencies }, async (request, reply) => {
    reply.code(202)
    return requestScan(deps, initiatorOf(request), request.params)
  })

  app.post(
    '/:owner/:repo/batch-pr',
    { ...governed, schema: U.updateDependencies },
    async (request, reply) => {
      reply.code(202)
      return requestUpdate(deps, initiatorOf(request), { repo: request.params, body: request.body })
    }
  )

  app.post('/vuln/:id/dismiss', { ...governed, schema: S.dismissVulnerability }, (request) =>
    saveDismissal(deps, { by: initiatorOf(request), id: request.params.id, body: request.body })
  )
}

export const dependencyGroup: RouteGroup = {
  tag: 'phase3',
  about: 'Packages that repositories depend on, and the advisories about them.',
  prefix: '/api/phase3/dependencies',
  auth: 'any',
  schemas: [...S.schemas, ...D.schemas, ...R.schemas, ...F.schemas, ...U.schemas],
  plugin: dependencies
}
