import type { Deps } from '#deps.js'
import { parseMoment } from '#domain/time/moment.js'
import { sendList } from '#http/pages.js'
import { type App, sendJsonText } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { memoized } from '#runtime/memo.js'
import { pagingOf } from '#schemas/common.js'
import * as S from '#schemas/decisions/decisions.js'
import { loadDecisionDetail, loadDecisionSummary, replayDecision } from '#services/decisions/replay.js'
import { decisionsPage } from '#store/decisions/reports.js'
import { repositoryByFullName } from '#store/mirror/repositories.js'

function decisions(app: App, deps: Deps): void {
  const overAll = memoized(deps, () => loadDecisionSummary(deps, { repoId: undefined, since: undefined }))

  app.get(
    '',
    { schema: S.listDecisions, config: { keptUntil: ['decisions', 'actions', 'waivers', 'repositories'] } },
    async ({ query }, reply) => {
      const list = {
        query,
        fields: deps.registry.decisionFields,
        ...(query.from === undefined ? {} : { from: parseMoment('from', query.from, 'start') }),
        ...(query.to === undefined ? {} : { to: parseMoment('to', query.to, 'end') })
      }
      return sendList(reply, await decisionsPage(deps.db, list, pagingOf(query)))
    }
  )

  app.get('/summary', { schema: S.getDecisionSummary }, async ({ query: { repo, since } }) => {
    if (repo === undefined && since === undefined) return overAll()
    return loadDecisionSummary(deps, {
      repoId: repo === undefined ? undefined : (await repositoryByFullName(deps.db, repo)).repoId,
      since: since === undefined ? undefined : parseMoment('since', since, 'start')
    })
  })

  app.get('/:id', { schema: S.getDecision }, async ({ params: { id } }, reply) =>
    sendJsonText(reply, await loadDecisionDetail(deps, id))
  )

  app.post(
    '/:id/replay',
    { schema: S.replayDecision, config: { needsDiskSpace: false } },
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
