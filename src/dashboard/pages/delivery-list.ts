// The table of deliveries, and its pager.
import type { Schemas } from '../kit/api.js'
import type { DeliveryView } from '../kit/delivery-view.js'
import { badge, type DomChild, element, tableElement } from '../kit/dom.js'
import { formatCount, formatDuration, formatNumber, timeElement } from '../kit/format.js'

export interface DeliveryPage {
  data: Schemas['Delivery'][]
  meta: Schemas['PageMeta']
}

type Go = (change: Partial<DeliveryView>) => void

export function deliveryList({ data, meta }: DeliveryPage, view: DeliveryView, go: Go): DomChild[] {
  if (data.length === 0) return [element('p', { class: 'empty' }, emptyText(view, meta)), pager(meta, go)]
  const rows = data.map((delivery) => [
    deliveryLink(delivery, go),
    badge(delivery.state),
    timeElement(delivery.received_at),
    formatDuration(delivery.duration_ms)
  ])
  return [tableElement('Deliveries', ['Delivery', 'State', 'Received', 'Took'], rows), pager(meta, go)]
}

function emptyText({ state, event, repo }: DeliveryView, { total }: Schemas['PageMeta']): string {
  if (total > 0) return 'This page is empty.'
  const isFiltered = state !== undefined || event !== '' || repo !== ''
  return isFiltered ? 'No delivery matches the filter.' : 'No deliveries yet.'
}

export const rowIdOf = (deliveryId: string): string => `delivery-${deliveryId}`

function deliveryLink({ delivery_id, event_name, action, repo }: Schemas['Delivery'], go: Go): HTMLElement {
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
        // Not `disabled`, which would drop the keyboard focus.
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
      `Page ${formatNumber(page)} of ${formatNumber(total_pages)}, ${formatCount(total, 'delivery', 'deliveries')}`
    ),
    step('Next', page + 1)
  )
}
