// The details of a delivery, in a dialog over the list.
import { apiClient, type Schemas } from '../kit/api.js'
import { badge, type DomChild, element, factList, tableElement } from '../kit/dom.js'
import { formatCount, formatDuration, formatNumber, timeElement } from '../kit/format.js'
import { openPanel } from '../kit/panel.js'
import { rowIdOf } from './delivery-list.js'

/** Megabytes of text would freeze the browser. */
const LONGEST_PAYLOAD = 200_000

export interface DetailDialog {
  element: HTMLElement
  /** Shows a delivery; an empty id closes the dialog. */
  show(deliveryId: string): void
}

export function openDetail(onClosed: () => void): DetailDialog {
  const dialog = element('dialog', { 'aria-labelledby': 'detail', closedby: 'any' })
  let open = ''
  dialog.addEventListener('close', () => {
    // `close` fires asynchronously, so the dialog may be open again.
    if (dialog.open) return
    const row = document.getElementById(rowIdOf(open))
    // Closed by the user, not by the back button.
    if (open !== '') onClosed()
    open = ''
    row?.focus({ preventScroll: true })
  })
  const close = () => dialog.close()
  return {
    element: dialog,
    show(deliveryId) {
      if (deliveryId === open) return
      open = deliveryId
      if (deliveryId === '') return close()
      const panel = openPanel(element('h2', { id: 'detail' }, 'Delivery'))
      const button = element('button', { type: 'button', class: 'close', onclick: close }, 'Close')
      dialog.replaceChildren(button, panel.element)
      if (!dialog.open) dialog.showModal()
      const path = { id: deliveryId }
      void panel.load(apiClient.GET('/api/deliveries/{id}', { params: { path } }), detailParts)
    }
  }
}

function detailParts(delivery: Schemas['DeliveryDetail']): DomChild[] {
  const { error, jobs, payload } = delivery
  const part = (title: string, ...children: DomChild[]) => [element('h3', {}, title), ...children]
  const rows = jobs.map(({ name, state, attempts, error: fault }) => [
    name,
    badge(state),
    formatNumber(attempts),
    fault ?? '–'
  ])
  return [
    summaryOf(delivery),
    ...(error === null ? [] : part('Error', element('pre', { class: 'bad' }, error))),
    ...part(
      'Jobs',
      rows.length > 0 ? tableElement('Jobs', ['Job', 'State', 'Attempts', 'Error'], rows) : nothing('none')
    ),
    ...part('Payload', payload === null ? nothing('No longer stored.') : payloadOf(payload))
  ]
}

const nothing = (words: string) => element('p', { class: 'muted' }, words)

function summaryOf(delivery: Schemas['DeliveryDetail']): HTMLElement {
  const { event_name, action, duplicate_count, installation_id } = delivery
  const facts: [string, DomChild][] = [
    ['Event', action === null ? event_name : `${event_name} ${action}`],
    ['State', badge(delivery.state)],
    ...reasonOf(delivery),
    ['Repository', delivery.repo ?? 'none'],
    ['Received', timeElement(delivery.received_at)],
    ['Done', timeElement(delivery.processed_at)],
    ['Took', formatDuration(delivery.duration_ms)],
    ['Attempts', formatNumber(delivery.attempts)],
    ['Redelivered', formatCount(duplicate_count, 'time', 'times')],
    ['Installation', installation_id === null ? 'none' : String(installation_id)],
    ['Delivery id', element('code', {}, delivery.delivery_id)],
    ['SHA-256', element('code', {}, delivery.payload_sha256)]
  ]
  return factList(facts)
}

type Ignored = NonNullable<Schemas['DeliveryDetail']['ignored_because']>

const IGNORED: Record<Ignored, string> = {
  ping: 'A ping only tests the webhook.',
  event_not_handled: 'The service does not know this event.',
  action_not_handled: 'The service has no use for this action of the event.',
  no_repository: 'The event names no repository, and the service works within repositories.',
  incomplete_payload: 'The payload lacks the id or the name of its subject.'
}

function reasonOf({ ignored_because }: Schemas['DeliveryDetail']): [string, DomChild][] {
  return ignored_because === null ? [] : [['Ignored because', IGNORED[ignored_because]]]
}

function payloadOf(payload: NonNullable<Schemas['DeliveryDetail']['payload']>): HTMLElement {
  const text = JSON.stringify(payload, null, 2).replace(DIRECTIONS, escaped)
  const rest = text.length - LONGEST_PAYLOAD
  const shown = rest > 0 ? `${text.slice(0, LONGEST_PAYLOAD)}\n… ${formatNumber(rest)} more characters` : text
  return element('pre', {}, shown)
}

/** Control characters for text direction could disguise the text. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
