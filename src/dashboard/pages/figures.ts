// Counts of deliveries: as cards, by day, by event.
import type { Schemas } from '../kit/api.js'
import { type Child, drawing, element, table } from '../kit/dom.js'
import { counted, dayOf, momentOf, numberOf, shareOf, shortNumberOf } from '../kit/words.js'

export function cardsOf(stats: Schemas['DeliveryStats']): Child[] {
  const { total, last_24h, errors, error_rate, events_per_hour, active_repos, last_1h } = stats
  const cards = [
    ['Deliveries', numberOf(total), `from ${counted(active_repos, 'repository', 'repositories')}`],
    ['Last 24 hours', numberOf(last_24h), `${numberOf(last_1h)} in the last hour`],
    ['Errors', numberOf(errors), `${shareOf(error_rate)} of all`],
    ['Events per hour', numberOf(events_per_hour), 'over the last 24 hours']
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

/** A list of days, each in words; the bars and the short numbers are for the eye alone. */
export function daysOf({ timeline }: Schemas['DeliveryTimeline']): Child[] {
  const highest = Math.max(0, ...timeline.map(({ total }) => total))
  if (highest === 0) return [element('p', { class: 'empty' }, 'Nothing was delivered in these days.')]
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(1.5, (count / highest) * FULL))
  const bar = ({ date, total, errors }: Day) => {
    const good = { y: FULL - heightOf(total), height: heightOf(total), width: FULL }
    const bad = { y: FULL - heightOf(errors), height: heightOf(errors), width: FULL, class: 'bad' }
    const words = `${dayOf(date)}: ${counted(total, 'delivery', 'deliveries')}, ${counted(errors, 'error', 'errors')}`
    return element(
      'li',
      { title: words },
      element('span', { class: 'unseen' }, words),
      element('span', { class: 'count', 'aria-hidden': 'true' }, total > 0 && shortNumberOf(total)),
      drawing(FULL, good, bad),
      element('span', { class: 'muted', 'aria-hidden': 'true' }, dayOf(date))
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
      'of these with an error'
    )
  ]
}

export function eventsOf({ events }: Schemas['EventCounts'], choose: (eventName: string) => void): Child[] {
  if (events.length === 0) return [element('p', { class: 'empty' }, 'No event has arrived yet.')]
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
      numberOf(count),
      drawing(1, { width: (count / highest) * FULL, height: 1 })
    ),
    numberOf(errors),
    momentOf(last_received)
  ])
  return [table('Deliveries by event', ['Event', 'Deliveries', 'Errors', 'Last received'], rows)]
}
