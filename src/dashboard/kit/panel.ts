// One part of a page that loads by itself. That there is nothing, and that nothing could be loaded, look different.
import { type ApiFailure, type ApiResult, callApi } from './api.js'
import { type DomChild, element, replaceContent } from './dom.js'
import { announce } from './frame.js'

export interface PanelResult {
  failure?: ApiFailure | undefined
  /** Whether something else is shown than before. */
  isNew: boolean
}

export interface Panel {
  element: HTMLElement
  load<T>(call: Parameters<typeof callApi<T>>[0], draw: (data: T) => DomChild[]): Promise<PanelResult>
  /** What is shown answers an older question: better nothing than that, should the next one fail. */
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
      notice.textContent = `${shown === '' ? 'Could not be loaded' : 'Could not be brought up to date'}: ${failure.message}`
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
      const turn = latest
      const answer = await callApi(call)
      // An answer that was overtaken by a later question is not shown.
      return turn === latest ? show(answer, draw) : { isNew: false }
    },
    markOutdated() {
      shown = ''
      section.setAttribute('aria-busy', 'true')
    }
  }
}
