import type { FastifyRequest } from 'fastify'
import { pagingOf } from '../../schemas/common.js'
import * as S from '../../schemas/waivers.js'
import type { Deps } from '../deps.js'
import { unauthorized } from '../errors.js'
import type { Caller } from '../services/sessions.js'
import { grantWaiver, revokeWaiver, waiverCheck, waiverList } from '../services/waivers.js'
import type { App } from './app.js'
import { listed } from './pages.js'

export function waivers(app: App, deps: Deps): void {
  app.get('', { schema: S.listWaivers }, async ({ query }, reply) =>
    listed(reply, await waiverList(deps, query, pagingOf(query)))
  )

  app.get('/check', { schema: S.checkWaiver }, ({ query }) => waiverCheck(deps, query))

  app.post('', { schema: S.grantWaiver }, async (request, reply) =>
    reply.code(201).send(await grantWaiver(deps, callerOf(request), request.body))
  )

  app.delete('/:id', { schema: S.revokeWaiver }, (request) =>
    revokeWaiver(deps, request.params.id, { caller: callerOf(request), name: request.body?.revoked_by })
  )
}

/** The guard of the group lets nobody pass who is not known. */
function callerOf({ caller }: Pick<FastifyRequest, 'caller'>): Caller {
  if (!caller) throw unauthorized()
  return caller
}
