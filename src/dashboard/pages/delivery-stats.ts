// Delivery counts: totals as cards, by day and by event.
import type { Schemas } from '../kit/api.js'
import { barChart, type DomChild, element, tableElement } from '../kit/dom.js'
import {
  formatCount,
  formatDay,
  formatNumber,
  formatPercent,
  formatShortNumber,
  timeElement
} from '../kit/format.js'

export function statCards(stats: Schemas['DeliveryStats']): DomChild[] {
  const { total, last_24h, errors, error_rate, events_per_hour, active_repos, last_1h } = stats
  const cards = [
    ['Deliveries', formatNumber(total), `from ${formatCount(active_repos, 'repository', 'repositories')}`],
    ['Last 24 hours', formatNumber(last_24h), `${formatNumber(last_1h)} in the last hour`],
    ['Errors', formatNumber(errors), `${formatPercent(error_rate)} of all`],
    ['Events per hour', formatNumber(events_per_hour), 'over the last 24 hours']
  ] as const
  return [
    element(
      'dl',
      { class: 'cards' },
      ...cards.map(([name, value, remark]) =>
        element(
          'div',
          { class: name === 'Errors' && errors > 0 && 'bad' },
          element('dt', {}, name),
          element('dd', { class: 'value' }, value),
          element('dd', { class: 'muted' }, remark)
        )
      )
    )
  ]
}

type Day = Schemas['DeliveryTimeline']['timeline'][number]

const FULL = 100

/** A list of days, each with a text for screen readers; the bars and short numbers are decorative. */
export function dayChart({ timeline }: Schemas['DeliveryTimeline']): DomChild[] {
  const highest = Math.max(0, ...timeline.map(({ total }) => total))
  if (highest === 0) return [element('p', { class: 'empty' }, 'No deliveries in these days.')]
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(1.5, (count / highest) * FULL))
  const bar = ({ date, total, errors }: Day) => {
    const good = { y: FULL - heightOf(total), height: heightOf(total), width: FULL }
    const bad = { y: FULL - heightOf(errors), height: heightOf(errors), width: FULL, class: 'bad' }
    const words = `${formatDay(date)}: ${formatCount(total, 'delivery', 'deliveries')}, ${formatCount(errors, 'error', 'errors')}`
    return element(
      'li',
      { title: words },
      element('span', { class: 'unseen' }, words),
      element('span', { class: 'count', 'aria-hidden': 'true' }, total > 0 && formatShortNumber(total)),
      barChart(FULL, good, bad),
      element('span', { class: 'muted', 'aria-hidden': 'true' }, formatDay(date))
    )
  }
  return [
    element('ol', { class: 'days' }, ...timeline.map(bar)),
    element(
      'p',
      { class: 'muted legend', 'aria-hidden': 'true' },
      element('span', { class: 'good' }),
      'received ',
      element('span', { class: 'bad' }),
      'of these, with an error'
    )
  ]
}

export function eventTable(
  { events }: Schemas['EventCounts'],
  choose: (eventName: string) => void
): DomChild[] {
  if (events.length === 0) return [element('p', { class: 'empty' }, 'No events yet.')]
  const highest = Math.max(...events.map(({ count }) => count))
  const rows = events.map(({ event_name, count, errors, last_received }) => [
    element(
      'button',
      { type: 'button', class: 'link', id: `event-${event_name}`, onclick: () => choose(event_name) },
      event_name
    ),
    element(
      'span',
      { class: 'share' },
      formatNumber(count),
      barChart(1, { width: (count / highest) * FULL, height: 1 })
    ),
    formatNumber(errors),
    timeElement(last_received)
  ])
  return [tableElement('Deliveries by event', ['Event', 'Deliveries', 'Errors', 'Last received'], rows)]
}
