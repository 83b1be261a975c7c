import type { Deps } from '#deps.js'
import { sendList } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { pagingOf } from '#schemas/common.js'
import * as S from '#schemas/enforcement/config-results.js'
import { configResultsPage } from '#store/enforcement/config-results.js'
import { repositoryByFullName, repositoryByName } from '#store/mirror/repositories.js'

function configResults(app: App, { db }: Deps): void {
  app.get('', { schema: S.listConfigResults }, async ({ query }, reply) => {
    const { repo } = query
    const within = repo === undefined ? {} : { repoId: (await repositoryByFullName(db, repo)).repoId }
    return sendList(reply, await configResultsPage(db, { query, ...within }, pagingOf(query)))
  })

  app.get('/:owner/:repo', { schema: S.listRepoConfigResults }, async ({ params, query }, reply) => {
    const { repoId } = await repositoryByName(db, params)
    return sendList(reply, await configResultsPage(db, { query, repoId }, pagingOf(query)))
  })
}

export const configResultsGroup: RouteGroup = {
  tag: 'enforcement',
  about: 'What holds across repositories: the validity of their configuration files.',
  prefix: '/api/enforcement/config-results',
  auth: 'any',
  schemas: S.schemas,
  plugin: configResults
}
