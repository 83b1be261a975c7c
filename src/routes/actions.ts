import type { Deps } from '#deps.js'
import { abstentionTotals, actionSummaryOf } from '#domain/actions/sums.js'
import { topic } from '#domain/counters/counter.js'
import { parseMoment } from '#domain/time/moment.js'
import { actorOf } from '#http/actor.js'
import { sendList } from '#http/pages.js'
import { type App, sendJsonText } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { memoized } from '#runtime/memo.js'
import * as S from '#schemas/actions/actions.js'
import { pagingOf } from '#schemas/common.js'
import { cancelAction, retryAction } from '#services/actions/requests.js'
import { reconcileAction } from '#services/actions/verify.js'
import { actionDetail, actionsPage, blockedBreakdown } from '#store/actions/reports.js'
import { evidenceSums } from '#store/counters/evidence-tallies.js'

const DEFAULT_REASON = 'Cancelled via API'

function actions(app: App, deps: Deps): void {
  const sums = () => evidenceSums(deps.db, { about: topic('actions') })
  const summary = memoized(deps, async () => actionSummaryOf(await sums()))
  const abstentions = memoized(deps, async () => {
    const [all, breakdown] = await Promise.all([sums(), blockedBreakdown(deps.db)])
    return { totals: abstentionTotals(all), breakdown }
  })

  app.get(
    '',
    { schema: S.listActions, config: { keptUntil: ['actions', 'repositories'] } },
    async ({ query }, reply) => {
      const since = query.since === undefined ? {} : { since: parseMoment('since', query.since, 'start') }
      return sendList(reply, await actionsPage(deps.db, { query, ...since }, pagingOf(query)))
    }
  )

  app.get('/summary', { schema: S.getActionSummary }, () => summary())

  app.get('/abstentions', { schema: S.listAbstentions }, () => abstentions())

  app.get('/:id', { schema: S.getAction }, async ({ params: { id } }, reply) =>
    sendJsonText(reply, await actionDetail(deps.db, id))
  )

  app.post('/:id/retry', { schema: S.retryAction }, async (request, reply) => {
    const retried = await retryAction(deps, request.params.id, actorOf(request))
    return sendJsonText(reply.code(202), retried)
  })

  app.post(
    '/:id/cancel',
    { schema: S.cancelAction, config: { needsDiskSpace: false } },
    async (request, reply) => {
      const { reason = DEFAULT_REASON } = request.body ?? {}
      return sendJsonText(
        reply,
        await cancelAction(deps, request.params.id, { reason, actor: actorOf(request) })
      )
    }
  )

  app.post('/:id/reconcile', { schema: S.reconcileAction }, async (request, reply) =>
    sendJsonText(reply, await reconcileAction(deps, request.params.id, request.body ?? {}, actorOf(request)))
  )
}

export const actionsGroup: RouteGroup = {
  tag: 'actions',
  about: 'Changes that the service makes on the host.',
  prefix: '/api/actions',
  auth: 'any',
  schemas: S.schemas,
  plugin: actions
}
