import type { Deps } from '#deps.js'
import { sendList } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { pagingOf } from '#schemas/common.js'
import * as R from '#schemas/reconciler/runs.js'
import * as S from '#schemas/reconciler/states.js'
import { requestReconciliation } from '#services/reconciler/runs.js'
import { changeReconcileSkip, showReconcileState } from '#services/reconciler/states.js'
import { repositoryByFullName } from '#store/mirror/repositories.js'
import { reconcileStatesPage, reconciliationRunsPage } from '#store/reconciler/lists.js'
import { governed, initiatorOf } from './maintenance/governed.js'

function reconciler(app: App, deps: Deps): void {
  const { db } = deps
  app.get(
    '/runs',
    { schema: R.listReconciliationRuns, config: { keptUntil: ['reconciler', 'repositories'] } },
    async ({ query }, reply) => sendList(reply, await reconciliationRunsPage(db, query, pagingOf(query)))
  )

  app.get(
    '/repos',
    { schema: S.listReconcileStates, config: { keptUntil: ['reconciler', 'repositories'] } },
    async ({ query }, reply) => {
      const { repo, in_sync: inSync } = query
      const within = repo === undefined ? {} : { repoId: (await repositoryByFullName(db, repo)).repoId }
      const list = { ...within, ...(inSync === undefined ? {} : { inSync }) }
      return sendList(reply, await reconcileStatesPage(db, list, pagingOf(query)))
    }
  )

  app.get('/repos/:owner/:repo', { schema: S.getReconcileState }, ({ params }) =>
    showReconcileState(deps, params)
  )

  app.put('/repos/:owner/:repo', { ...governed, schema: S.updateReconcileState }, (request) =>
    changeReconcileSkip(deps, { repo: request.params, by: initiatorOf(request), body: request.body })
  )

  app.post('/run', { ...governed, schema: R.runReconciler }, async (request, reply) => {
    reply.code(202)
    return requestReconciliation(deps, initiatorOf(request), request.body)
  })
}

export const reconcilerGroup: RouteGroup = {
  tag: 'phase3',
  about: 'Repositories that are kept as the baseline of their configuration and the policies ask.',
  prefix: '/api/phase3/reconciler',
  auth: 'any',
  schemas: [...S.schemas, ...R.schemas],
  plugin: reconciler
}
