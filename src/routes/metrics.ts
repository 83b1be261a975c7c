import * as S from '../../schemas/health.js'
import type { App } from './app.js'

export function metrics(app: App): void {
  app.get('', { schema: S.getMetrics }, async (_request, reply) =>
    reply.type(app.metrics.contentType).send(await app.metrics.metrics())
  )
}
