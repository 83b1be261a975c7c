import type { Deps } from '#deps.js'
import { moment } from '#domain/time/moment.js'
import { listed } from '#http/pages.js'
import { type App, written } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { kept } from '#runtime/memo.js'
import { pagingOf } from '#schemas/common.js'
import * as S from '#schemas/decisions/decisions.js'
import { decisionDetail, decisionSummary, replayDecision } from '#services/decisions/replay.js'
import { decisionsPage } from '#store/decisions/reports.js'
import { repositoryCalled } from '#store/mirror/repositories.js'

function decisions(app: App, deps: Deps): void {
  const overAll = kept(deps, () => decisionSummary(deps, { repoId: undefined, since: undefined }))

  app.get('', { schema: S.listDecisions }, async ({ query }, reply) => {
    const list = {
      query,
      ...(query.from === undefined ? {} : { from: moment('from', query.from, 'start') }),
      ...(query.to === undefined ? {} : { to: moment('to', query.to, 'end') })
    }
    return listed(reply, await decisionsPage(deps.db, list, pagingOf(query)))
  })

  app.get('/summary', { schema: S.decisionSummary }, async ({ query: { repo, since } }) => {
    if (repo === undefined && since === undefined) return overAll()
    return decisionSummary(deps, {
      repoId: repo === undefined ? undefined : (await repositoryCalled(deps.db, repo)).repoId,
      since: since === undefined ? undefined : moment('since', since, 'start')
    })
  })

  app.get('/:id', { schema: S.getDecision }, async ({ params: { id } }, reply) =>
    written(reply, await decisionDetail(deps, id))
  )

  app.post(
    '/:id/replay',
    { schema: S.replayDecision, config: { needsRoom: false } },
    ({ params: { id }, body }) => replayDecision(deps, id, body ?? {})
  )
}

export const decisionsGroup: RouteGroup = {
  tag: 'decisions',
  about: 'Why the service acted, or did not.',
  prefix: '/api/decisions',
  auth: 'any',
  schemas: S.schemas,
  plugin: decisions
}
