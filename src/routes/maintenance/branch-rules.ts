import type { Deps } from '#deps.js'
import { sendList } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { pagingOf } from '#schemas/common.js'
import * as S from '#schemas/maintenance/branch-rules.js'
import { changeBranchRule } from '#services/maintenance/branch-rules.js'
import { branchRulesPage } from '#store/maintenance/branch-rules.js'
import { repositoryByFullName, repositoryByName } from '#store/mirror/repositories.js'
import { governed, initiatorOf } from './governed.js'

function branchRules(app: App, deps: Deps): void {
  const { db } = deps
  app.get('', { schema: S.listBranchRules }, async ({ query }, reply) => {
    const { repo } = query
    const within = repo === undefined ? {} : { repoId: (await repositoryByFullName(db, repo)).repoId }
    return sendList(reply, await branchRulesPage(db, { query, ...within }, pagingOf(query)))
  })

  app.get('/:owner/:repo', { schema: S.listRepoBranchRules }, async ({ params, query }, reply) => {
    const { repoId } = await repositoryByName(db, params)
    return sendList(reply, await branchRulesPage(db, { query: {}, repoId }, pagingOf(query)))
  })

  app.put('/:owner/:repo/:pattern', { ...governed, schema: S.putBranchRule }, (request) => {
    const { pattern: branch, ...repo } = request.params
    return changeBranchRule(deps, { repo, branch, by: initiatorOf(request) }, request.body)
  })
}

export const branchRulesGroup: RouteGroup = {
  tag: 'maintainer',
  about: 'What maintainers look after across repositories: people, branch rules and stale work.',
  prefix: '/api/maintainer/branch-rules',
  auth: 'any',
  schemas: S.schemas,
  plugin: branchRules
}
