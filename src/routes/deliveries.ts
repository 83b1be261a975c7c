import { pageOf, pagingOf } from '../../schemas/common.js'
import * as S from '../../schemas/deliveries.js'
import type { Deps } from '../deps.js'
import { moment } from '../domain/moment.js'
import { deliveryNotFound } from '../errors.js'
import { deliveryDetail } from '../services/delivery-detail.js'
import { kept } from '../services/kept.js'
import { deliveriesPage, deliveryDays, deliveryStatsAt, eventCounts } from '../store/delivery-reports.js'
import type { App } from './app.js'
import { listed } from './pages.js'

const DAY_MS = 24 * 3_600_000

export function deliveries(app: App, deps: Deps): void {
  const stats = kept(deps, () => deliveryStatsAt(deps.db, deps.now()))

  app.get('', { schema: S.listDeliveries }, async ({ query }, reply) => {
    const paging = pagingOf(query, S.DELIVERIES_PER_PAGE)
    const { since, ...rest } = query
    const filter = since === undefined ? rest : { ...rest, since: moment('since', since, 'start') }
    const { total, data } = await deliveriesPage(deps.db, filter, paging)
    return listed(reply, pageOf(paging, total, data))
  })

  app.get('/stats', { schema: S.deliveryStats }, () => stats())

  app.get('/events', { schema: S.deliveryEvents }, async ({ query: { days } }) => {
    const since = days === undefined ? undefined : new Date(deps.now().getTime() - days * DAY_MS)
    return { events: await eventCounts(deps.db, since) }
  })

  app.get('/timeline', { schema: S.deliveryTimeline }, async ({ query: { days = 7 } }) => ({
    timeline: await deliveryDays(deps.db, deps.now(), days),
    days
  }))

  app.get('/:id', { schema: S.getDelivery }, async ({ params: { id } }) => {
    const detail = await deliveryDetail(deps, id)
    if (!detail) throw deliveryNotFound(id)
    return detail
  })
}
