// Builds elements. Text becomes a text node and is never read as markup.

export type DomChild = Node | string | number | false | null | undefined
type Attribute = string | number | boolean | undefined | ((event: Event) => void)
type Attributes = Record<string, Attribute>

/** A function under `on…` is a listener; true is an empty attribute, false is none. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: DomChild[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  setAttributes(made, attributes)
  made.append(...nodesOf(children))
  return made
}

/** A shape for the eye alone: whatever it shows is also said in text beside it. */
export function barChart(height: number, ...bars: Attributes[]): SVGElement {
  const make = (name: string, attributes: Attributes) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name)
    setAttributes(made, attributes)
    return made
  }
  const viewBox = `0 0 100 ${height}`
  const made = make('svg', { viewBox, preserveAspectRatio: 'none', 'aria-hidden': 'true' })
  made.append(...bars.map((bar) => make('rect', bar)))
  return made
}

function setAttributes(made: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name.slice('on'.length), value)
    else if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : `${value}`)
  }
}

function nodesOf(children: readonly DomChild[]): (Node | string)[] {
  return children.flatMap((child) => {
    if (child === undefined || child === null || child === false) return []
    return typeof child === 'number' ? String(child) : child
  })
}

/** Replaces what is in there; who was on something with an id is on the same thing afterwards. */
export function replaceContent(place: Element, children: readonly DomChild[]): void {
  const focused = place.contains(document.activeElement) ? document.activeElement?.id : undefined
  place.replaceChildren(...nodesOf(children))
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true })
}

/** A table that scrolls by itself where it is wider or longer than its place. */
export function tableElement(
  label: string,
  heads: readonly string[],
  rows: readonly (readonly DomChild[])[]
) {
  const head = element('tr', {}, ...heads.map((text) => element('th', { scope: 'col' }, text)))
  const lines = rows.map(([first, ...rest]) =>
    element('tr', {}, element('th', { scope: 'row' }, first), ...rest.map((cell) => element('td', {}, cell)))
  )
  return element(
    'div',
    { class: 'scroll', role: 'region', tabindex: 0, 'aria-label': label },
    element('table', {}, element('thead', {}, head), element('tbody', {}, ...lines))
  )
}

export function factList(facts: readonly (readonly [string, DomChild])[]): HTMLElement {
  const lines = facts.map(([name, value]) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, value))
  )
  return element('dl', { class: 'facts' }, ...lines)
}

export function badge(state: string, words = state): HTMLElement {
  return element('span', { class: `badge ${state}` }, words)
}
