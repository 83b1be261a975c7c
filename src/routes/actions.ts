import * as S from '../../schemas/actions.js'
import { pagingOf } from '../../schemas/common.js'
import type { Deps } from '../deps.js'
import { abstentionTotals, actionSummaryOf } from '../domain/action-sums.js'
import { moment } from '../domain/moment.js'
import { actorOf } from '../plugins/caller.js'
import { cancelAction, retryAction } from '../services/action-requests.js'
import { kept } from '../services/kept.js'
import { reconcileAction } from '../services/verification.js'
import { actionDetail, actionsPage, blockedBreakdown } from '../store/action-reports.js'
import { evidenceSums } from '../store/evidence-tallies.js'
import { type App, written } from './app.js'
import { listed } from './pages.js'

const DEFAULT_REASON = 'Cancelled via API'

export function actions(app: App, deps: Deps): void {
  const sums = () => evidenceSums(deps.db, { about: 'actions.' })
  const summary = kept(deps, async () => actionSummaryOf(await sums()))
  const abstentions = kept(deps, async () => {
    const [all, breakdown] = await Promise.all([sums(), blockedBreakdown(deps.db)])
    return { totals: abstentionTotals(all), breakdown }
  })

  app.get('', { schema: S.listActions }, async ({ query }, reply) => {
    const since = query.since === undefined ? {} : { since: moment('since', query.since, 'start') }
    return listed(reply, await actionsPage(deps.db, { query, ...since }, pagingOf(query, S.ACTIONS_PER_PAGE)))
  })

  app.get('/summary', { schema: S.actionSummary }, () => summary())

  app.get('/abstentions', { schema: S.listAbstentions }, () => abstentions())

  app.get('/:id', { schema: S.getAction }, async ({ params: { id } }, reply) =>
    written(reply, await actionDetail(deps.db, id))
  )

  app.post('/:id/retry', { schema: S.retryAction }, async (request, reply) => {
    const retried = await retryAction(deps, request.params.id, actorOf(request))
    return written(reply.code(202), retried)
  })

  app.post('/:id/cancel', { schema: S.cancelAction }, async (request, reply) => {
    const { reason = DEFAULT_REASON } = request.body ?? {}
    return written(reply, await cancelAction(deps, request.params.id, { reason, actor: actorOf(request) }))
  })

  app.post('/:id/reconcile', { schema: S.reconcileAction }, async (request, reply) =>
    written(reply, await reconcileAction(deps, request.params.id, request.body ?? {}, actorOf(request)))
  )
}
