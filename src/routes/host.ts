import type { Deps } from '#deps.js'
import { listed } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { pagingOf } from '#schemas/common.js'
import * as S from '#schemas/host/host.js'
import { cooldownsNow, hostStatsOf, rateLimitsPage } from '#services/host/usage.js'

function host(app: App, deps: Deps): void {
  app.get('/stats', { schema: S.hostStats }, () => hostStatsOf(deps))

  app.get('/rate-limits', { schema: S.hostRateLimits }, async ({ query }, reply) =>
    listed(reply, await rateLimitsPage(deps, pagingOf(query)))
  )

  app.get('/cooldowns', { schema: S.hostCooldowns }, async ({ query }, reply) =>
    listed(reply, await cooldownsNow(deps, pagingOf(query)))
  )
}

export const hostGroup: RouteGroup = {
  tag: 'host',
  about: 'GitHub API usage: rate budgets, cooldowns and cached responses.',
  prefix: '/api/host',
  auth: 'any',
  schemas: S.schemas,
  plugin: host
}
