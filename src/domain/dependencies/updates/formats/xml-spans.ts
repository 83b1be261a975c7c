// Finds where the elements of an XML text are, so that one value can be changed and nothing else.
import { SaxesParser } from 'saxes'

export interface XmlAttribute {
  value: string
  from: number
  to: number
}

export interface PlacedElement {
  /** Names without prefixes, from the root on. */
  path: string
  name: string
  parent: PlacedElement | undefined
  children: PlacedElement[]
  attributes: ReadonlyMap<string, XmlAttribute>
  /** What is between its tags if that is plain text, without the spaces around it. */
  value: string | null
  from: number
  to: number
}

const MOST_ELEMENTS = 200_000
const DEEPEST = 100

/** All elements in the order of their opening tags; null if the text is no XML, or too much. */
export function elementsOf(text: string): PlacedElement[] | null {
  const skipped = text.startsWith('\uFEFF') ? 1 : 0
  const parser = new SaxesParser()
  const found: PlacedElement[] = []
  const open: PlacedElement[] = []
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', () => {
    throw new Error('A document type is declared')
  })
  parser.on('opentag', ({ name }) => {
    if (found.length >= MOST_ELEMENTS || open.length >= DEEPEST)
      throw new Error('There are too many elements')
    const element = openedAt(text, parser.position + skipped, { name, parent: open.at(-1) })
    element.parent?.children.push(element)
    found.push(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    const element = open.pop()
    if (element) closeAt(text, parser.position + skipped, element)
  })
  try {
    parser.write(text.slice(skipped)).close()
    return found
  } catch {
    return null
  }
}

function openedAt(
  text: string,
  end: number,
  { name, parent }: { name: string; parent: PlacedElement | undefined }
): PlacedElement {
  const local = name.slice(name.indexOf(':') + 1)
  return {
    path: parent ? `${parent.path}/${local}` : local,
    name: local,
    parent,
    children: [],
    attributes: attributesIn(text, text.lastIndexOf('<', end - 1), end),
    value: null,
    from: end,
    to: end
  }
}

function closeAt(text: string, end: number, element: PlacedElement): void {
  const to = text.lastIndexOf('</', end - 1)
  if (element.children.length > 0 || to < element.from) return
  const inner = text.slice(element.from, to)
  if (/[<&]/.test(inner)) return
  element.value = inner.trim()
  element.from += inner.length - inner.trimStart().length
  element.to = element.from + element.value.length
}

/** The attributes of a well-formed tag, which is cut out so that no search leaves it. */
function attributesIn(text: string, start: number, end: number): Map<string, XmlAttribute> {
  const tag = text.slice(start, end)
  const found = new Map<string, XmlAttribute>()
  let at = 0
  for (let equals = tag.indexOf('='); equals >= 0; equals = tag.indexOf('=', at)) {
    const from = markFrom(tag, equals + 1) + 1
    const to = tag.indexOf(tag[from - 1] ?? '"', from)
    if (to < 0) break
    const name = tag.slice(at, equals).trimEnd().split(/\s/).at(-1) ?? ''
    found.set(name, { value: tag.slice(from, to), from: start + from, to: start + to })
    at = to + 1
  }
  return found
}

/** Where the next quotation mark is. */
function markFrom(tag: string, from: number): number {
  let at = from
  while (at < tag.length && tag[at] !== '"' && tag[at] !== "'") at += 1
  return at
}
