import type { Deps } from '#deps.js'
import { callerOf } from '#http/actor.js'
import { sendList } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { pagingOf } from '#schemas/common.js'
import * as S from '#schemas/waivers/waivers.js'
import {
  checkForWaiver,
  grantWaiver,
  loadWaiverPage,
  revokeWaiver,
  showWaiver
} from '#services/waivers/waivers.js'

/** Excludes `check`, which is a path of its own, so that DELETE on it is 405 rather than 404. */
const ID = ':id(^(?!check$)[^]*$)'

function waivers(app: App, deps: Deps): void {
  app.get('', { schema: S.listWaivers }, async ({ query }, reply) =>
    sendList(reply, await loadWaiverPage(deps, query, pagingOf(query)))
  )

  app.get('/check', { schema: S.checkWaiver }, ({ query }) => checkForWaiver(deps, query))

  app.post('', { schema: S.grantWaiver }, async (request, reply) =>
    reply.code(201).send(await grantWaiver(deps, callerOf(request), request.body))
  )

  app.get(`/${ID}`, { schema: S.getWaiver }, ({ params }) => showWaiver(deps, params.id))

  app.delete(`/${ID}`, { schema: S.revokeWaiver }, (request) =>
    revokeWaiver(deps, request.params.id, { caller: callerOf(request), name: request.body?.revoked_by })
  )
}

export const waiversGroup: RouteGroup = {
  tag: 'waivers',
  about: 'Temporary exemptions from one pillar in one repository.',
  prefix: '/api/waivers',
  auth: 'any',
  schemas: S.schemas,
  plugin: waivers
}
