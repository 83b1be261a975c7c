import * as S from '../../schemas/health.js'
import type { Deps } from '../deps.js'
import { healthOf } from '../services/health.js'
import type { App } from './app.js'

export function health(app: App, deps: Deps): void {
  const look = healthOf(deps)
  app.get('', { schema: S.getHealth }, () => look())
  app.get('/ready', { schema: S.getHealthReady }, async (_request, reply) => {
    const state = await look()
    const ready = state.checks.database === 'ok' && state.checks.store === 'ok'
    return reply.code(ready ? 200 : 503).send(state)
  })
}
