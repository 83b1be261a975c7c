import type { Deps } from '#deps.js'
import { renderSync } from '#domain/mirror/sync.js'
import { utcDay } from '#domain/time/day.js'
import { actorOf } from '#http/actor.js'
import { sendList } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { pagingOf } from '#schemas/common.js'
import * as S from '#schemas/mirror/repos.js'
import { requestSync } from '#services/mirror/sync/request.js'
import { repoDetail, reposPage } from '#store/mirror/repos.js'
import { repositoryByName } from '#store/mirror/repositories.js'
import { walksOf } from '#store/mirror/sync-walks.js'
import { syncStateOf } from '#store/mirror/syncs.js'

function repos(app: App, deps: Deps): void {
  app.get(
    '',
    { schema: S.listRepos, config: { keptUntil: ['repositories', 'runs'] } },
    async ({ query }, reply) => sendList(reply, await reposPage(deps.db, query, pagingOf(query)))
  )

  app.get('/:owner/:repo', { schema: S.getRepo }, async ({ params }) => {
    const { repoId } = await repositoryByName(deps.db, params)
    const [detail, state, walks] = await Promise.all([
      repoDetail(deps.db, repoId, utcDay(deps.now())),
      syncStateOf(deps.db, repoId),
      walksOf(deps.db, repoId)
    ])
    return { ...detail, sync: renderSync(state, walks) }
  })

  app.post('/:owner/:repo/sync', { schema: S.syncRepo }, async (request, reply) => {
    const wish = { isFull: request.body?.full === true, actor: actorOf(request) }
    return reply.code(202).send(await requestSync(deps, request.params, wish))
  })
}

export const reposGroup: RouteGroup = {
  tag: 'repos',
  about: 'Mirrored repositories.',
  prefix: '/api/repos',
  auth: 'any',
  schemas: S.schemas,
  plugin: repos
}
