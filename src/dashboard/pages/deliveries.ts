// The part of a page that shows deliveries: a filtered list, one of them in full, and the address that says so.
import { service } from '../kit/api.js'
import { element } from '../kit/dom.js'
import { openFilters } from '../kit/filters.js'
import { announce } from '../kit/frame.js'
import { type Outcome, openPanel } from '../kit/panel.js'
import { HOME } from '../kit/return-path.js'
import { searchOf, type View, viewOf } from '../kit/view.js'
import { counted } from '../kit/words.js'
import { openDetail } from './delivery-detail.js'
import { type DeliveryPage, listOf } from './delivery-list.js'

const PER_PAGE = 25

export interface Deliveries {
  elements: HTMLElement[]
  load(): Promise<Outcome>
  /** Shows something else, under an address of its own. */
  go(change: Partial<View>): void
  offerEvents(names: readonly string[]): void
  /** Shows what the address says; only when the elements are on the page. */
  arrive(): void
}

export function openDeliveries(): Deliveries {
  const filters = openFilters((choice) => go({ ...choice, page: 1 }))
  const list = openPanel(element('h2', {}, 'Deliveries'), filters.element)
  const detail = openDetail(() => go({ delivery: '' }))
  let view = viewOf(location.search)
  let total = 0

  function load(): Promise<Outcome> {
    const draw = (found: DeliveryPage) => {
      total = found.meta.total
      return listOf(found, view, go)
    }
    return list.load(service.GET('/api/deliveries', { params: { query: queryOf(view) } }), draw)
  }

  async function reload(): Promise<void> {
    list.outdate()
    const { isNew } = await load()
    if (isNew) announce(counted(total, 'delivery', 'deliveries'))
  }

  function arrive(): void {
    const before = view
    view = viewOf(location.search)
    filters.show(view)
    detail.show(view.delivery)
    if (JSON.stringify(queryOf(view)) !== JSON.stringify(queryOf(before))) void reload()
  }

  function go(change: Partial<View>): void {
    const search = searchOf({ ...view, ...change })
    if (search !== searchOf(view)) history.pushState(null, '', HOME + search)
    arrive()
  }

  addEventListener('popstate', arrive)
  return { elements: [list.element, detail.element], load, go, offerEvents: filters.offerEvents, arrive }
}

function queryOf({ page, state, event, repo }: View) {
  return { page, per_page: PER_PAGE, ...(state && { state }), ...(event && { event }), ...(repo && { repo }) }
}
