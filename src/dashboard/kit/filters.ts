// The form that narrows the list of deliveries.

import { type DeliveryView, STATES } from './delivery-view.js'
import { element } from './dom.js'

export interface Filters {
  element: HTMLElement
  show(view: DeliveryView): void
  offerEvents(names: readonly string[]): void
}

type Choice = Pick<DeliveryView, 'state' | 'event' | 'repo'>

export function openFilters(choose: (choice: Choice) => void): Filters {
  const state = element(
    'select',
    { id: 'state' },
    option('', 'All states'),
    ...STATES.map((one) => option(one))
  )
  const event = element('select', { id: 'event' }, option('', 'All events'))
  const repo = element('input', {
    id: 'repo',
    placeholder: 'owner/name',
    pattern: '[A-Za-z0-9][A-Za-z0-9_\\-]*/[A-Za-z0-9._\\-]+',
    title: 'owner/name',
    autocomplete: 'off',
    spellcheck: 'false'
  })
  const submit = (occasion: Event) => {
    occasion.preventDefault()
    if (!repo.checkValidity()) return
    choose({
      state: STATES.find((one) => one === state.value),
      event: event.value,
      repo: repo.value.trim()
    })
  }
  const clear = () => choose({ state: undefined, event: '', repo: '' })
  const form = element(
    'form',
    { class: 'filters', onsubmit: submit, onchange: submit },
    field('State', state),
    field('Event', event),
    field('Repository', repo),
    element('button', { type: 'submit' }, 'Filter'),
    element('button', { type: 'button', onclick: clear }, 'Clear')
  )
  const offer = (names: readonly string[]) => {
    const known = new Set(Array.from(event.options, ({ value }) => value))
    event.append(...names.filter((name) => !known.has(name)).map((name) => option(name)))
  }
  return {
    element: form,
    offerEvents: offer,
    show(view) {
      offer([view.event])
      state.value = view.state ?? ''
      event.value = view.event
      repo.value = view.repo
    }
  }
}

function option(value: string, words = value): HTMLOptionElement {
  return element('option', { value }, words)
}

function field(words: string, control: HTMLElement): HTMLElement {
  return element('div', { class: 'field' }, element('label', { for: control.id }, words), control)
}
