// A part of a page that loads by itself. An empty result and a failure look different.
import { type ApiFailure, type ApiResult, callApi } from './api.js'
import { type DomChild, element, replaceContent } from './dom.js'
import { announce } from './frame.js'

export interface PanelResult {
  failure?: ApiFailure | undefined
  /** Whether the shown data has changed. */
  isNew: boolean
}

export interface Panel {
  element: HTMLElement
  load<T>(call: Parameters<typeof callApi<T>>[0], draw: (data: T) => DomChild[]): Promise<PanelResult>
  /** Marks the shown data as belonging to an earlier query: if the next load fails, it is removed. */
  markOutdated(): void
}

export function openPanel(heading: HTMLElement, ...tools: DomChild[]): Panel {
  const notice = element('p', { class: 'failure', hidden: true })
  const body = element('div', {}, element('p', { class: 'muted' }, 'Loading…'))
  const section = element('section', { 'aria-busy': 'true' }, heading, ...tools, notice, body)
  let latest = 0
  let shown = ''

  function show<T>({ data, failure }: ApiResult<T>, draw: (data: T) => DomChild[]): PanelResult {
    section.removeAttribute('aria-busy')
    notice.hidden = failure === undefined
    if (failure) {
      notice.textContent = `${shown === '' ? 'Loading failed' : 'The update failed'}: ${failure.message}`
      announce(notice.textContent)
      if (shown === '') body.replaceChildren()
      return { failure, isNew: false }
    }
    const text = JSON.stringify(data)
    const isNew = text !== shown
    shown = text
    if (isNew) replaceContent(body, draw(data))
    return { isNew }
  }

  return {
    element: section,
    async load(call, draw) {
      latest += 1
      const number = latest
      const result = await callApi(call)
      // Ignores a response that a later load has overtaken.
      return number === latest ? show(result, draw) : { isNew: false }
    },
    markOutdated() {
      shown = ''
      section.setAttribute('aria-busy', 'true')
    }
  }
}
