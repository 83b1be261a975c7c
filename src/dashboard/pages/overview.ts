// The home page: delivery figures and the delivery list.
import { type ApiFailure, apiClient } from '../kit/api.js'
import { autoRefresh } from '../kit/auto-refresh.js'
import { openDiskBanner } from '../kit/disk-banner.js'
import { element } from '../kit/dom.js'
import { showPage } from '../kit/frame.js'
import { openPanel, type PanelResult } from '../kit/panel.js'
import { openDeliveries } from './deliveries.js'
import { dayChart, eventTable, statCards } from './delivery-stats.js'

const DAYS = 14
/** Days and events load when the figures have changed, and otherwise only now and then, because of the rate limit. */
const FULL_REFRESH_EVERY = 6

export function showOverview(): void {
  const disk = openDiskBanner()
  const cards = openPanel(element('h2', { class: 'unseen' }, 'Figures'))
  const days = openPanel(element('h2', {}, `The last ${DAYS} days`))
  const events = openPanel(element('h2', {}, 'Events'))
  const deliveries = openDeliveries()

  function loadDetails(): Promise<PanelResult[]> {
    const timeline = apiClient.GET('/api/deliveries/timeline', { params: { query: { days: DAYS } } })
    return Promise.all([
      days.load(timeline, dayChart),
      events.load(apiClient.GET('/api/deliveries/events'), (found) => {
        deliveries.offerEvents(found.events.map(({ event_name }) => event_name))
        return eventTable(found, (event) => deliveries.go({ event, page: 1 }))
      })
    ])
  }

  let round = 0
  async function refresh(): Promise<ApiFailure[]> {
    const figures = cards.load(apiClient.GET('/api/deliveries/stats'), statCards)
    const frequent = await Promise.all([figures, deliveries.load(), disk.load()])
    const isDue = frequent[0].isNew || round % FULL_REFRESH_EVERY === 0
    const outcomes = isDue ? [...frequent, ...(await loadDetails())] : frequent
    const failures = outcomes.flatMap(({ failure }) => failure ?? [])
    round = failures.length > 0 ? 0 : round + 1
    return failures
  }

  const halves = element('div', { class: 'halves' }, days.element, events.element)
  showPage('Overview', autoRefresh(refresh), disk.element, cards.element, halves, ...deliveries.elements)
  deliveries.arrive()
}
