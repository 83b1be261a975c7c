// Shows deliveries: the filtered list, the details of one, and both in the URL.
import { apiClient } from '../kit/api.js'
import { type DeliveryView, parseView, viewSearch } from '../kit/delivery-view.js'
import { element } from '../kit/dom.js'
import { openFilters } from '../kit/filters.js'
import { formatCount } from '../kit/format.js'
import { announce } from '../kit/frame.js'
import { openPanel, type PanelResult } from '../kit/panel.js'
import { HOME } from '../kit/return-path.js'
import { openDetail } from './delivery-detail.js'
import { type DeliveryPage, deliveryList } from './delivery-list.js'

const PER_PAGE = 25

export interface Deliveries {
  elements: HTMLElement[]
  load(): Promise<PanelResult>
  /** Changes the view and the URL. */
  go(change: Partial<DeliveryView>): void
  offerEvents(names: readonly string[]): void
  /** Shows the view of the URL. Call it only when the elements are on the page. */
  arrive(): void
}

export function openDeliveries(): Deliveries {
  const filters = openFilters((choice) => go({ ...choice, page: 1 }))
  const list = openPanel(element('h2', {}, 'Deliveries'), filters.element)
  const detail = openDetail(() => go({ delivery: '' }))
  let view = parseView(location.search)
  let total = 0

  function load(): Promise<PanelResult> {
    const draw = (result: DeliveryPage) => {
      total = result.meta.total
      return deliveryList(result, view, go)
    }
    return list.load(apiClient.GET('/api/deliveries', { params: { query: queryOf(view) } }), draw)
  }

  async function reload(): Promise<void> {
    list.markOutdated()
    const { isNew } = await load()
    if (isNew) announce(formatCount(total, 'delivery', 'deliveries'))
  }

  function arrive(): void {
    const before = view
    view = parseView(location.search)
    filters.show(view)
    detail.show(view.delivery)
    if (JSON.stringify(queryOf(view)) !== JSON.stringify(queryOf(before))) void reload()
  }

  function go(change: Partial<DeliveryView>): void {
    const search = viewSearch({ ...view, ...change })
    if (search !== viewSearch(view)) history.pushState(null, '', HOME + search)
    arrive()
  }

  addEventListener('popstate', arrive)
  return { elements: [list.element, detail.element], load, go, offerEvents: filters.offerEvents, arrive }
}

function queryOf({ page, state, event, repo }: DeliveryView) {
  return { page, per_page: PER_PAGE, ...(state && { state }), ...(event && { event }), ...(repo && { repo }) }
}
