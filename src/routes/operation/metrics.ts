import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import * as S from '#schemas/operation/health.js'
import { OPERATION } from './about.js'

function metrics(app: App): void {
  app.get('', { schema: S.getMetrics }, async (_request, reply) =>
    reply.type(app.metrics.contentType).send(await app.metrics.metrics())
  )
}

export const metricsGroup: RouteGroup = {
  ...OPERATION,
  prefix: '/metrics',
  auth: 'key',
  schemas: [],
  plugin: metrics
}
