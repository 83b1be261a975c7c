// The state of the delivery list, stored in the URL, so that reloads, links and the back button keep it.
import type { Schemas } from './api.js'

type State = Schemas['Delivery']['state']

export const STATES: readonly State[] = ['received', 'queued', 'processed', 'ignored', 'failed', 'dead']

export interface DeliveryView {
  state: State | undefined
  event: string
  repo: string
  page: number
  /** The open delivery. */
  delivery: string
}

export function parseView(search: string): DeliveryView {
  const params = new URLSearchParams(search)
  const page = Number(params.get('page'))
  return {
    state: STATES.find((state) => state === params.get('state')),
    event: params.get('event') ?? '',
    repo: params.get('repo') ?? '',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    delivery: params.get('delivery') ?? ''
  }
}

export function viewSearch({ state, event, repo, page, delivery }: DeliveryView): string {
  const entries = { state: state ?? '', event, repo, page: page > 1 ? String(page) : '', delivery }
  const search = new URLSearchParams(Object.entries(entries).filter(([, value]) => value !== ''))
  return search.size > 0 ? `?${search}` : ''
}
