// The first page: how many deliveries there are, and each of them.
import { type Failure, service } from '../kit/api.js'
import { element } from '../kit/dom.js'
import { showPage } from '../kit/frame.js'
import { keepFresh } from '../kit/freshness.js'
import { type Outcome, openPanel } from '../kit/panel.js'
import { openDeliveries } from './deliveries.js'
import { cardsOf, daysOf, eventsOf } from './figures.js'

const DAYS = 14
/** Days and events are asked when the figures have changed, and else only now and then: requests are counted. */
const SELDOM = 6

export function showOverview(): void {
  const cards = openPanel(element('h2', { class: 'unseen' }, 'Figures'))
  const days = openPanel(element('h2', {}, `The last ${DAYS} days`))
  const events = openPanel(element('h2', {}, 'Events'))
  const deliveries = openDeliveries()

  function loadSeldom(): Promise<Outcome[]> {
    const timeline = service.GET('/api/deliveries/timeline', { params: { query: { days: DAYS } } })
    return Promise.all([
      days.load(timeline, daysOf),
      events.load(service.GET('/api/deliveries/events'), (found) => {
        deliveries.offerEvents(found.events.map(({ event_name }) => event_name))
        return eventsOf(found, (event) => deliveries.go({ event, page: 1 }))
      })
    ])
  }

  let round = 0
  async function refresh(): Promise<Failure[]> {
    const figures = cards.load(service.GET('/api/deliveries/stats'), cardsOf)
    const often = await Promise.all([figures, deliveries.load()])
    const isDue = often[0].isNew || round % SELDOM === 0
    const outcomes = isDue ? [...often, ...(await loadSeldom())] : often
    const failures = outcomes.flatMap(({ failure }) => failure ?? [])
    round = failures.length > 0 ? 0 : round + 1
    return failures
  }

  const halves = element('div', { class: 'halves' }, days.element, events.element)
  showPage('Overview', keepFresh(refresh), cards.element, halves, ...deliveries.elements)
  deliveries.arrive()
}
