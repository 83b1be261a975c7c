import type { Deps } from '#deps.js'
import { listed } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { kept } from '#runtime/memo.js'
import { pagingOf } from '#schemas/common.js'
import * as S from '#schemas/gates/readiness.js'
import { fleetReadiness, readinessOfRepo, readinessPage } from '#services/gates/readiness.js'
import { repositoryNamed } from '#store/mirror/repositories.js'

function readiness(app: App, deps: Deps): void {
  const fleet = kept(deps, () => fleetReadiness(deps))

  app.get('', { schema: S.listReadiness }, async ({ query }, reply) => {
    const all = await fleet()
    return { ...listed(reply, readinessPage(all, query, pagingOf(query))), ...all.summary }
  })

  app.get('/:owner/:repo', { schema: S.repoReadiness }, async ({ params }) => {
    const { repoId } = await repositoryNamed(deps.db, params)
    return readinessOfRepo(deps, repoId)
  })
}

export const readinessGroup: RouteGroup = {
  tag: 'readiness',
  about: 'Whether repositories are set up for automation.',
  prefix: '/api/readiness',
  auth: 'any',
  schemas: S.schemas,
  plugin: readiness
}
