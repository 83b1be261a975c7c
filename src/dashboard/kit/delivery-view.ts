// What the list of deliveries shows, as it stands in the address: a reload, a link and the way back keep it.
import type { Schemas } from './api.js'

type State = Schemas['Delivery']['state']

export const STATES: readonly State[] = ['received', 'queued', 'processed', 'ignored', 'failed', 'dead']

export interface DeliveryView {
  state: State | undefined
  event: string
  repo: string
  page: number
  /** The delivery that is open. */
  delivery: string
}

export function parseView(search: string): DeliveryView {
  const given = new URLSearchParams(search)
  const page = Number(given.get('page'))
  return {
    state: STATES.find((state) => state === given.get('state')),
    event: given.get('event') ?? '',
    repo: given.get('repo') ?? '',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    delivery: given.get('delivery') ?? ''
  }
}

export function viewSearch({ state, event, repo, page, delivery }: DeliveryView): string {
  const said = { state: state ?? '', event, repo, page: page > 1 ? String(page) : '', delivery }
  const search = new URLSearchParams(Object.entries(said).filter(([, value]) => value !== ''))
  return search.size > 0 ? `?${search}` : ''
}
