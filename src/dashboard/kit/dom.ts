// Builds elements. Text becomes text nodes and is never parsed as HTML.

export type DomChild = Node | string | number | false | null | undefined
type Attribute = string | number | boolean | undefined | ((event: Event) => void)
type Attributes = Record<string, Attribute>

/** A function under `on…` becomes a listener; true becomes an empty attribute, false none. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: DomChild[]
): HTMLElementTagNameMap[Name] {
  const node = document.createElement(name)
  setAttributes(node, attributes)
  node.append(...nodesOf(children))
  return node
}

/** A decorative chart, hidden from screen readers: its figures are always in text beside it. */
export function barChart(height: number, ...bars: Attributes[]): SVGElement {
  const make = (name: string, attributes: Attributes) => {
    const node = document.createElementNS('http://www.w3.org/2000/svg', name)
    setAttributes(node, attributes)
    return node
  }
  const viewBox = `0 0 100 ${height}`
  const svg = make('svg', { viewBox, preserveAspectRatio: 'none', 'aria-hidden': 'true' })
  svg.append(...bars.map((bar) => make('rect', bar)))
  return svg
}

function setAttributes(node: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name.slice('on'.length), value)
    else if (value !== undefined && value !== false) node.setAttribute(name, value === true ? '' : `${value}`)
  }
}

function nodesOf(children: readonly DomChild[]): (Node | string)[] {
  return children.flatMap((child) => {
    if (child === undefined || child === null || child === false) return []
    return typeof child === 'number' ? String(child) : child
  })
}

/** Replaces the children, and restores the focus to the element with the same id. */
export function replaceContent(parent: Element, children: readonly DomChild[]): void {
  const focused = parent.contains(document.activeElement) ? document.activeElement?.id : undefined
  parent.replaceChildren(...nodesOf(children))
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true })
}

/** A table that scrolls by itself if it exceeds its container. */
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
