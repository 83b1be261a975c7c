import type { Deps } from '#deps.js'
import { textOf } from '#domain/json/text.js'
import { issueStatsOf } from '#domain/mirror/statistics.js'
import { sendList } from '#http/pages.js'
import { type App, sendJsonText } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { memoized } from '#runtime/memo.js'
import { pagingOf } from '#schemas/common.js'
import type { IssueState } from '#schemas/host/enums.js'
import * as S from '#schemas/mirror/issues.js'
import { loadIssue } from '#services/mirror/items.js'
import { issueSums, issuesPage } from '#store/mirror/issues.js'
import { repositoryByName } from '#store/mirror/repositories.js'

function issues(app: App, deps: Deps): void {
  const stats = memoized(deps, async () => {
    const sums = await issueSums(deps.db, deps.now())
    const of = (state: 'all' | IssueState) => textOf(issueStatsOf(sums, state))
    return { all: of('all'), open: of('open'), closed: of('closed') }
  })

  app.get(
    '',
    { schema: S.listIssues, config: { keptUntil: ['issues', 'repositories'], notKeptWith: ['stale'] } },
    async ({ query }, reply) => {
      const list = { query, now: deps.now() }
      return sendList(reply, await issuesPage(deps.db, list, pagingOf(query, S.ISSUES_PER_PAGE)))
    }
  )

  app.get('/stats', { schema: S.getIssueStats }, async ({ query: { state = 'all' } }, reply) =>
    sendJsonText(reply, (await stats())[state])
  )

  app.get(
    '/:owner/:repo',
    { schema: S.listRepoIssues, config: { keptUntil: ['issues', 'repositories'], notKeptWith: ['stale'] } },
    async ({ params, query }, reply) => {
      const { repoId } = await repositoryByName(deps.db, params)
      const list = { query, repoId, now: deps.now() }
      return sendList(reply, await issuesPage(deps.db, list, pagingOf(query)))
    }
  )

  app.get('/:owner/:repo/:number', { schema: S.getIssue }, async ({ params }, reply) =>
    sendJsonText(reply, await loadIssue(deps, params))
  )
}

export const issuesGroup: RouteGroup = {
  tag: 'issues',
  about: 'Issues in the mirrored repositories.',
  prefix: '/api/issues',
  auth: 'any',
  schemas: S.schemas,
  plugin: issues
}
