import type { FastifyRequest } from 'fastify'
import type { Deps } from '#deps.js'
import { callerOf } from '#http/actor.js'
import { isWeb } from '#http/plugins/called-at.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import * as S from '#schemas/operation/connection.js'
import { ConnectionView } from '#services/operation/connection.js'
import { Registrations } from '#services/operation/registrations.js'
import { OPERATION } from './about.js'

function connection(app: App, deps: Deps): void {
  const view = new ConnectionView(deps)
  const registrations = new Registrations(deps)

  app.get('', { schema: S.getConnection }, () => view.load())

  app.post('/ping', { schema: S.requestPing }, () => view.ping())

  app.post('/registration', { schema: S.createRegistration }, async (request) =>
    registrations.begin(callerOf(request), request.body, originOf(request))
  )

  app.post('', { schema: S.saveConnection }, (request) =>
    registrations.finish(callerOf(request), request.body)
  )
}

/** Where the browser has the dashboard. A write with a session has proved that its origin is this service. */
function originOf({ headers, protocol, host }: FastifyRequest): string {
  const { origin } = headers
  return origin !== undefined && URL.canParse(origin)
    ? new URL(origin).origin
    : `${isWeb(protocol) ? protocol : 'https'}://${host}`
}

export const connectionGroup: RouteGroup = {
  ...OPERATION,
  prefix: '/api/system/connection',
  auth: 'any',
  schemas: S.schemas,
  plugin: connection
}
