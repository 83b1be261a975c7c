import type { Deps } from '#deps.js'
import { actorOf } from '#http/actor.js'
import { sendList } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { pagingOf } from '#schemas/common.js'
import * as S from '#schemas/fixing/fix.js'
import { fixReport, requestFix } from '#services/fixing/requests.js'
import { fixesPage } from '#store/fixing/reports.js'
import { repositoryByName } from '#store/mirror/repositories.js'

function fix(app: App, deps: Deps): void {
  app.post('/:owner/:repo/issues/:number', { schema: S.requestFix }, async (request, reply) => {
    const { number, ...name } = request.params
    const input = { name, number, body: request.body ?? {}, actor: actorOf(request) }
    return reply.code(202).send(await requestFix(deps, input))
  })

  app.get('/:owner/:repo/issues/:number', { schema: S.getIssueFix }, ({ params: { number, ...name } }) =>
    fixReport(deps, name, number)
  )

  app.get(
    '/:owner/:repo/attempts',
    { schema: S.listFixes, config: { keptUntil: ['fixing', 'repositories'] } },
    async ({ params, query }, reply) => {
      const repository = await repositoryByName(deps.db, params)
      return sendList(reply, await fixesPage(deps.db, { query, repository }, pagingOf(query)))
    }
  )
}

export const fixGroup: RouteGroup = {
  tag: 'fix',
  about: 'Attempts to fix issues, and their outcomes.',
  prefix: '/api/fix',
  auth: 'any',
  schemas: S.schemas,
  plugin: fix
}
