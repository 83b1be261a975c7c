// One part of a page that loads by itself. That there is nothing, and that nothing could be loaded, look different.
import { type Answer, answerOf, type Failure } from './api.js'
import { type Child, element, fill } from './dom.js'
import { announce } from './frame.js'

export interface Outcome {
  failure?: Failure | undefined
  /** Whether something else is shown than before. */
  isNew: boolean
}

export interface Panel {
  element: HTMLElement
  load<T>(call: Parameters<typeof answerOf<T>>[0], draw: (data: T) => Child[]): Promise<Outcome>
  /** What is shown answers an older question: better nothing than that, should the next one fail. */
  outdate(): void
}

export function openPanel(heading: HTMLElement, ...tools: Child[]): Panel {
  const notice = element('p', { class: 'failure', hidden: true })
  const body = element('div', {}, element('p', { class: 'muted' }, 'Loading…'))
  const section = element('section', { 'aria-busy': 'true' }, heading, ...tools, notice, body)
  let latest = 0
  let shown = ''

  function show<T>({ data, failure }: Answer<T>, draw: (data: T) => Child[]): Outcome {
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
    if (isNew) fill(body, draw(data))
    return { isNew }
  }

  return {
    element: section,
    async load(call, draw) {
      latest += 1
      const turn = latest
      const answer = await answerOf(call)
      // An answer that was overtaken by a later question is not shown.
      return turn === latest ? show(answer, draw) : { isNew: false }
    },
    outdate() {
      shown = ''
      section.setAttribute('aria-busy', 'true')
    }
  }
}
