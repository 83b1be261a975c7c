import { pagingOf } from '../../schemas/common.js'
import * as S from '../../schemas/issues.js'
import type { Deps } from '../deps.js'
import { issueStatsOf } from '../domain/statistics.js'
import { kept } from '../services/kept.js'
import { issueSums, issuesPage } from '../store/issues.js'
import { repositoryNamed } from '../store/repositories.js'
import type { App } from './app.js'
import { listed } from './pages.js'

export function issues(app: App, deps: Deps): void {
  const sums = kept(deps, () => issueSums(deps.db, deps.now()))

  app.get('', { schema: S.listIssues }, async ({ query }, reply) => {
    const list = { query, now: deps.now() }
    return listed(reply, await issuesPage(deps.db, list, pagingOf(query, S.ISSUES_PER_PAGE)))
  })

  app.get('/stats', { schema: S.issueStats }, async ({ query: { state = 'all' } }) =>
    issueStatsOf(await sums(), state)
  )

  app.get('/:owner/:repo', { schema: S.listRepoIssues }, async ({ params, query }, reply) => {
    const { repoId } = await repositoryNamed(deps.db, params)
    const list = { query, repoId, now: deps.now() }
    return listed(reply, await issuesPage(deps.db, list, pagingOf(query)))
  })
}
