// The filter form of the delivery list.

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
    ...STATES.map((name) => option(name))
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
  const submit = (submission: Event) => {
    submission.preventDefault()
    if (!repo.checkValidity()) return
    choose({
      state: STATES.find((name) => name === state.value),
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

function option(value: string, label = value): HTMLOptionElement {
  return element('option', { value }, label)
}

function field(label: string, control: HTMLElement): HTMLElement {
  return element('div', { class: 'field' }, element('label', { for: control.id }, label), control)
}
