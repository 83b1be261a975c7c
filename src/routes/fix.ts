import { pagingOf } from '../../schemas/common.js'
import * as S from '../../schemas/fix.js'
import type { Deps } from '../deps.js'
import { actorOf } from '../plugins/caller.js'
import { fixReport, requestFix } from '../services/fix/requests.js'
import { fixesPage } from '../store/fix-reports.js'
import { repositoryNamed } from '../store/repositories.js'
import type { App } from './app.js'
import { listed } from './pages.js'

export function fix(app: App, deps: Deps): void {
  app.post('/:owner/:repo/issues/:number', { schema: S.requestFix }, async (request, reply) => {
    const { number, ...name } = request.params
    const asked = { name, number, body: request.body ?? {}, actor: actorOf(request) }
    return reply.code(202).send(await requestFix(deps, asked))
  })

  app.get('/:owner/:repo/issues/:number', { schema: S.fixOfIssue }, ({ params: { number, ...name } }) =>
    fixReport(deps, name, number)
  )

  app.get('/:owner/:repo/attempts', { schema: S.listFixes }, async ({ params, query }, reply) => {
    const { repoId } = await repositoryNamed(deps.db, params)
    return listed(reply, await fixesPage(deps.db, { query, repoId }, pagingOf(query)))
  })
}
