// The table of deliveries and the way through its pages.
import type { Schemas } from '../kit/api.js'
import { badge, type Child, element, table } from '../kit/dom.js'
import type { View } from '../kit/view.js'
import { counted, durationOf, momentOf, numberOf } from '../kit/words.js'

export interface DeliveryPage {
  data: Schemas['Delivery'][]
  meta: Schemas['PageMeta']
}

type Go = (change: Partial<View>) => void

export function listOf({ data, meta }: DeliveryPage, view: View, go: Go): Child[] {
  if (data.length === 0) return [element('p', { class: 'empty' }, wordsOfNone(view, meta)), pager(meta, go)]
  const rows = data.map((delivery) => [
    nameOf(delivery, go),
    badge(delivery.state),
    momentOf(delivery.received_at),
    durationOf(delivery.duration_ms)
  ])
  return [table('Deliveries', ['Delivery', 'State', 'Received', 'Took'], rows), pager(meta, go)]
}

function wordsOfNone({ state, event, repo }: View, { total }: Schemas['PageMeta']): string {
  if (total > 0) return 'There is nothing on this page.'
  const isFiltered = state !== undefined || event !== '' || repo !== ''
  return isFiltered ? 'No delivery fits the filter.' : 'Nothing has been delivered yet.'
}

export const rowIdOf = (deliveryId: string): string => `delivery-${deliveryId}`

function nameOf({ delivery_id, event_name, action, repo }: Schemas['Delivery'], go: Go): HTMLElement {
  const onclick = () => go({ delivery: delivery_id })
  return element(
    'div',
    {},
    element(
      'button',
      { type: 'button', class: 'link', id: rowIdOf(delivery_id), onclick },
      event_name,
      action !== null && ` ${action}`
    ),
    element('span', { class: 'muted' }, repo ?? 'no repository')
  )
}

function pager({ page, total, total_pages }: Schemas['PageMeta'], go: Go): HTMLElement | false {
  if (total_pages <= 1 && page === 1) return false
  const step = (words: string, to: number) =>
    element(
      'button',
      {
        type: 'button',
        id: words.toLowerCase(),
        // Not `disabled`: that would take the focus away from who just used it.
        'aria-disabled': to < 1 || to > total_pages ? 'true' : 'false',
        onclick: () => to >= 1 && to <= total_pages && go({ page: to })
      },
      words
    )
  return element(
    'nav',
    { class: 'pager', 'aria-label': 'Pages' },
    step('Previous', Math.min(page - 1, total_pages)),
    element(
      'span',
      {},
      `Page ${numberOf(page)} of ${numberOf(total_pages)}, ${counted(total, 'delivery', 'deliveries')}`
    ),
    step('Next', page + 1)
  )
}
