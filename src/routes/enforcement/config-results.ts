import type { Deps } from '#deps.js'
import { sendList } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { fullNameOf, pagingOf } from '#schemas/common.js'
import * as S from '#schemas/enforcement/config-results.js'
import { configResultsPage } from '#store/enforcement/config-results.js'

function configResults(app: App, { db }: Deps): void {
  app.get(
    '',
    { schema: S.listConfigResults, config: { keptUntil: ['enforcement', 'actions', 'repositories'] } },
    async ({ query }, reply) =>
      sendList(reply, await configResultsPage(db, { query, repo: query.repo }, pagingOf(query)))
  )

  app.get(
    '/:owner/:repo',
    { schema: S.listRepoConfigResults, config: { keptUntil: ['enforcement', 'actions', 'repositories'] } },
    async ({ params, query }, reply) =>
      sendList(reply, await configResultsPage(db, { query, repo: fullNameOf(params) }, pagingOf(query)))
  )
}

export const configResultsGroup: RouteGroup = {
  tag: 'enforcement',
  about: 'What holds across repositories: the validity of their configuration files.',
  prefix: '/api/enforcement/config-results',
  auth: 'any',
  schemas: S.schemas,
  plugin: configResults
}
