import type { Deps } from '#deps.js'
import { sendList } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { pagingOf } from '#schemas/common.js'
import * as S from '#schemas/maintenance/members.js'
import { loadMember, loadMembersPage, requestMembersSync } from '#services/maintenance/members.js'
import { governed, initiatorOf } from './governed.js'

function members(app: App, deps: Deps): void {
  app.get(
    '',
    { schema: S.listMembers, config: { keptUntil: ['people', 'repositories'] } },
    async ({ query }, reply) => sendList(reply, await loadMembersPage(deps, query, pagingOf(query)))
  )

  app.post('/sync', { ...governed, schema: S.syncMembers }, async (request, reply) =>
    reply.code(202).send(await requestMembersSync(deps, initiatorOf(request), request.body?.org))
  )

  app.get('/:login', { schema: S.getMember }, ({ params: { login }, query: { org } }) =>
    loadMember(deps, login, org)
  )
}

export const membersGroup: RouteGroup = {
  tag: 'maintainer',
  about: 'Upkeep of repositories: people, branch rules, stale items and branches.',
  prefix: '/api/maintainer/members',
  auth: 'any',
  schemas: S.schemas,
  plugin: members
}
