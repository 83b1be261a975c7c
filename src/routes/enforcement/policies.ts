import type { Deps } from '#deps.js'
import { sendList } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { pagingOf } from '#schemas/common.js'
import * as S from '#schemas/enforcement/policies.js'
import { changePolicy, createPolicy, deletePolicy, loadPolicy } from '#services/enforcement/policies.js'
import { policiesPage } from '#store/enforcement/policies.js'
import { governed, initiatorOf } from '../maintenance/governed.js'

function policies(app: App, deps: Deps): void {
  app.get(
    '',
    { schema: S.listPolicies, config: { keptUntil: ['enforcement', 'repositories'] } },
    async ({ query }, reply) => sendList(reply, await policiesPage(deps.db, query, pagingOf(query)))
  )

  app.post('', { ...governed, schema: S.createPolicy }, async (request, reply) => {
    reply.code(201)
    return createPolicy(deps, initiatorOf(request), request.body)
  })

  app.get('/:id', { schema: S.getPolicy }, ({ params }) => loadPolicy(deps, params.id))

  app.put('/:id', { ...governed, schema: S.updatePolicy }, (request) =>
    changePolicy(deps, { by: initiatorOf(request), id: request.params.id }, request.body)
  )

  app.delete('/:id', { ...governed, schema: S.deletePolicy }, (request) =>
    deletePolicy(deps, { by: initiatorOf(request), id: request.params.id })
  )
}

export const policiesGroup: RouteGroup = {
  tag: 'enforcement',
  about: 'Policies of organisations for the branches of their repositories, and what falls short of them.',
  prefix: '/api/enforcement/policies',
  auth: 'any',
  schemas: S.schemas,
  plugin: policies
}
