import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import * as S from '#schemas/operation/health.js'

function metrics(app: App): void {
  app.get('', { schema: S.getMetrics }, async (_request, reply) =>
    reply.type(app.metrics.contentType).send(await app.metrics.metrics())
  )
}

export const metricsGroup: RouteGroup = {
  tag: 'operation',
  about: 'Health, metrics, changes as they happen and the progress of work, for operators and monitoring.',
  prefix: '/metrics',
  auth: 'key',
  schemas: [],
  plugin: metrics
}
