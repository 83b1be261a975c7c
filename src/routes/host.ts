import type { Deps } from '#deps.js'
import { sendList } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { pagingOf } from '#schemas/common.js'
import * as S from '#schemas/host/host.js'
import { loadCooldownsPage, loadHostStats, loadRateLimitsPage } from '#services/host/usage.js'

function host(app: App, deps: Deps): void {
  app.get('/stats', { schema: S.getHostStats }, () => loadHostStats(deps))

  app.get('/rate-limits', { schema: S.listHostRateLimits }, async ({ query }, reply) =>
    sendList(reply, await loadRateLimitsPage(deps, pagingOf(query)))
  )

  app.get('/cooldowns', { schema: S.listHostCooldowns }, async ({ query }, reply) =>
    sendList(reply, await loadCooldownsPage(deps, pagingOf(query)))
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
