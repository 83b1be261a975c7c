import type { Deps } from '#deps.js'
import { sendList } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { memoized } from '#runtime/memo.js'
import { pagingOf } from '#schemas/common.js'
import * as S from '#schemas/gates/readiness.js'
import { loadFleetReadiness, loadRepoReadiness, readinessPage } from '#services/gates/readiness.js'
import { repositoryByName } from '#store/mirror/repositories.js'

function readiness(app: App, deps: Deps): void {
  const fleet = memoized(deps, () => loadFleetReadiness(deps))

  app.get('', { schema: S.listReadiness }, async ({ query }, reply) => {
    const all = await fleet()
    return { ...sendList(reply, readinessPage(all, query, pagingOf(query))), ...all.summary }
  })

  app.get('/:owner/:repo', { schema: S.getRepoReadiness }, async ({ params }) => {
    const { repoId } = await repositoryByName(deps.db, params)
    return loadRepoReadiness(deps, repoId)
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
