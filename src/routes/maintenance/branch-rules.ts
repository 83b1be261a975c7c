import type { Deps } from '#deps.js'
import { sendList } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { fullNameOf, pagingOf } from '#schemas/common.js'
import * as S from '#schemas/maintenance/branch-rules.js'
import { changeBranchRule } from '#services/maintenance/branch-rules.js'
import { branchRulesPage } from '#store/maintenance/branch-rules.js'
import { governed, initiatorOf } from './governed.js'

function branchRules(app: App, deps: Deps): void {
  const { db } = deps
  app.get(
    '',
    { schema: S.listBranchRules, config: { keptUntil: ['branch_rules', 'repositories'] } },
    async ({ query }, reply) =>
      sendList(reply, await branchRulesPage(db, { query, repo: query.repo }, pagingOf(query)))
  )

  app.get(
    '/:owner/:repo',
    { schema: S.listRepoBranchRules, config: { keptUntil: ['branch_rules', 'repositories'] } },
    async ({ params, query }, reply) =>
      sendList(reply, await branchRulesPage(db, { query: {}, repo: fullNameOf(params) }, pagingOf(query)))
  )

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
