import { pagingOf } from '../../schemas/common.js'
import * as S from '../../schemas/repos.js'
import type { Deps } from '../deps.js'
import { dayOf } from '../domain/tallies.js'
import { repoDetail, reposPage } from '../store/repos.js'
import { repositoryNamed } from '../store/repositories.js'
import { type App, written } from './app.js'

export function repos(app: App, deps: Deps): void {
  app.get('', { schema: S.listRepos }, async ({ query }, reply) =>
    written(reply, await reposPage(deps.db, query, pagingOf(query)))
  )

  app.get('/:owner/:repo', { schema: S.getRepo }, async ({ params }) => {
    const { repoId } = await repositoryNamed(deps.db, params)
    return repoDetail(deps.db, repoId, dayOf(deps.now()))
  })
}
