import type { FastifyRequest } from 'fastify'
import type { Deps } from '#deps.js'
import { sendList } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { fullNameOf, pagingOf, type RepoParams } from '#schemas/common.js'
import * as S from '#schemas/maintenance/collaborators.js'
import { changeAccess, type PersonInRepository, withdrawAccess } from '#services/maintenance/collaborators.js'
import { collaboratorsPage } from '#store/maintenance/collaborators.js'
import { governed, initiatorOf } from './governed.js'

function collaborators(app: App, deps: Deps): void {
  const { db } = deps
  app.get(
    '',
    { schema: S.listCollaborators, config: { keptUntil: ['people', 'repositories'] } },
    async ({ query }, reply) =>
      sendList(reply, await collaboratorsPage(db, { query, repo: query.repo }, pagingOf(query)))
  )

  app.get(
    '/:owner/:repo',
    { schema: S.listRepoCollaborators, config: { keptUntil: ['people', 'repositories'] } },
    async ({ params, query }, reply) =>
      sendList(reply, await collaboratorsPage(db, { query, repo: fullNameOf(params) }, pagingOf(query)))
  )

  app.put('/:owner/:repo/:login', { ...governed, schema: S.putCollaborator }, (request) =>
    changeAccess(deps, personIn(request), request.body?.permission)
  )

  app.delete('/:owner/:repo/:login', { ...governed, schema: S.deleteCollaborator }, (request) =>
    withdrawAccess(deps, personIn(request))
  )
}

function personIn(request: FastifyRequest & { params: RepoParams & { login: string } }): PersonInRepository {
  const { login, ...repo } = request.params
  return { repo, login, by: initiatorOf(request) }
}

export const collaboratorsGroup: RouteGroup = {
  tag: 'maintainer',
  about: 'Upkeep of repositories: people, branch rules, stale items and branches.',
  prefix: '/api/maintainer/collaborators',
  auth: 'any',
  schemas: S.schemas,
  plugin: collaborators
}
