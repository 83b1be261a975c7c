import { pagingOf } from '../../schemas/common.js'
import * as S from '../../schemas/host.js'
import type { Deps } from '../deps.js'
import { cooldownsNow, hostStatsOf, rateLimitsPage } from '../services/host.js'
import type { App } from './app.js'
import { listed } from './pages.js'

export function host(app: App, deps: Deps): void {
  app.get('/stats', { schema: S.hostStats }, () => hostStatsOf(deps))

  app.get('/rate-limits', { schema: S.hostRateLimits }, async ({ query }, reply) =>
    listed(reply, await rateLimitsPage(deps, pagingOf(query)))
  )

  app.get('/cooldowns', { schema: S.hostCooldowns }, async ({ query }, reply) =>
    listed(reply, await cooldownsNow(deps, pagingOf(query)))
  )
}
