import type { Deps } from '#deps.js'
import { sendList } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { pagingOf } from '#schemas/common.js'
import * as S from '#schemas/maintenance/collaborators.js'
import { collaboratorsPage } from '#store/maintenance/collaborators.js'
import { repositoryByFullName, repositoryByName } from '#store/mirror/repositories.js'

function collaborators(app: App, { db }: Deps): void {
  app.get('', { schema: S.listCollaborators }, async ({ query: { repo, ...query } }, reply) => {
    const repoId = repo === undefined ? undefined : (await repositoryByFullName(db, repo)).repoId
    return sendList(reply, await collaboratorsPage(db, { query, repoId }, pagingOf(query)))
  })

  app.get('/:owner/:repo', { schema: S.listRepoCollaborators }, async ({ params, query }, reply) => {
    const { repoId } = await repositoryByName(db, params)
    return sendList(reply, await collaboratorsPage(db, { query, repoId }, pagingOf(query)))
  })
}

export const collaboratorsGroup: RouteGroup = {
  tag: 'maintainer',
  about: 'Upkeep of repositories: people, branch rules, stale items and branches.',
  prefix: '/api/maintainer/collaborators',
  auth: 'any',
  schemas: S.schemas,
  plugin: collaborators
}
