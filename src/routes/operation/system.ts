import type { Deps } from '#deps.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import * as S from '#schemas/operation/system.js'
import { createHealthCheck } from '#services/operation/health.js'
import { loadSystemHealth } from '#services/operation/system.js'
import { OPERATION } from './about.js'

function system(app: App, deps: Deps): void {
  const check = createHealthCheck(deps)
  app.get('/health', { schema: S.getSystemHealth }, () => loadSystemHealth(deps, check))
}

export const systemGroup: RouteGroup = {
  ...OPERATION,
  prefix: '/api/system',
  auth: 'any',
  schemas: S.schemas,
  plugin: system
}
