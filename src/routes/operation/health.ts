import type { Deps } from '#deps.js'
import { STORE_RETRY_SECONDS } from '#errors/store.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import * as S from '#schemas/operation/health.js'
import { createHealthCheck } from '#services/operation/health.js'
import { OPERATION } from './about.js'

function health(app: App, deps: Deps): void {
  const check = createHealthCheck(deps)
  app.get('', { schema: S.getHealth }, () => check())
  app.get('/ready', { schema: S.getHealthReady }, async (_request, reply) => {
    const state = await check()
    const ready = state.checks.database === 'ok' && state.checks.store === 'ok'
    if (!ready) reply.code(503).header('retry-after', STORE_RETRY_SECONDS)
    return reply.send(state)
  })
}

export const healthGroup: RouteGroup = {
  ...OPERATION,
  prefix: '/health',
  auth: 'none',
  limited: false,
  schemas: S.schemas,
  plugin: health
}
