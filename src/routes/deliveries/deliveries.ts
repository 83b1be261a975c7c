import type { Deps } from '#deps.js'
import { DAY_MS } from '#domain/time/durations.js'
import { parseMoment } from '#domain/time/moment.js'
import { deliveryNotFound } from '#errors/errors.js'
import { actorOf } from '#http/actor.js'
import { sendList } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { memoized } from '#runtime/memo.js'
import { pageOf, pagingOf } from '#schemas/common.js'
import * as S from '#schemas/deliveries/deliveries.js'
import * as R from '#schemas/deliveries/retries.js'
import { retryDeliveries, retryProgress } from '#services/deliveries/bulk-retries.js'
import { loadDeliveryDetail } from '#services/deliveries/detail.js'
import { retryDelivery } from '#services/deliveries/retries.js'
import { deliveriesPage, deliveryDays, deliveryStatsAt, eventCounts } from '#store/deliveries/reports.js'

function deliveries(app: App, deps: Deps): void {
  const stats = memoized(deps, () => deliveryStatsAt(deps.db, deps.now()))

  app.get('', { schema: S.listDeliveries }, async ({ query }, reply) => {
    const paging = pagingOf(query)
    const { since, ...rest } = query
    const filter = since === undefined ? rest : { ...rest, since: parseMoment('since', since, 'start') }
    const { total, data } = await deliveriesPage(deps.db, filter, paging)
    return sendList(reply, pageOf(paging, total, data))
  })

  app.get('/stats', { schema: S.getDeliveryStats }, () => stats())

  app.get('/events', { schema: S.getDeliveryEvents }, async ({ query: { days } }) => {
    const since = days === undefined ? undefined : new Date(deps.now().getTime() - days * DAY_MS)
    return { events: await eventCounts(deps.db, since) }
  })

  app.get('/timeline', { schema: S.getDeliveryTimeline }, async ({ query: { days = 7 } }) => ({
    timeline: await deliveryDays(deps.db, deps.now(), days),
    days
  }))

  app.get('/:id', { schema: S.getDelivery }, async ({ params: { id } }) => {
    const detail = await loadDeliveryDetail(deps, id)
    if (!detail) throw deliveryNotFound(id)
    return detail
  })

  app.post('/retry', { schema: R.retryDeliveries }, async (request, reply) => {
    const { limit: most = R.RETRIED_UNLESS_GIVEN, since, until, ...rest } = request.body
    const filter = {
      ...rest,
      ...(since === undefined ? {} : { since: parseMoment('since', since, 'start') }),
      ...(until === undefined ? {} : { until: parseMoment('until', until, 'end') })
    }
    const { limit: _, ...asked } = request.body
    return reply
      .code(202)
      .send(await retryDeliveries(deps, { filter, most, query: asked, actor: actorOf(request) }))
  })

  app.get('/retries/:id', { schema: R.getDeliveryRetry }, ({ params: { id } }) => retryProgress(deps, id))

  app.post('/:id/retry', { schema: R.retryDelivery }, async (request, reply) =>
    reply.code(202).send(await retryDelivery(deps, request.params.id, actorOf(request)))
  )
}

export const deliveriesGroup: RouteGroup = {
  tag: 'deliveries',
  about: 'Webhook deliveries and how they were processed.',
  prefix: '/api/deliveries',
  auth: 'any',
  schemas: [...S.schemas, ...R.schemas],
  plugin: deliveries
}
