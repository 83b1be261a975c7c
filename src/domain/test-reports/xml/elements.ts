// The elements of a report that are open while it is read.
import type { SaxesTagPlain } from 'saxes'
import type { ReportBounds } from '../report.js'

export interface XmlElement {
  /** Without its prefix. */
  name: string
  attributes: Readonly<Record<string, string>>
  parent: XmlElement | undefined
  /** The beginning of its own text, for elements that a dialect wants to read. */
  text: string
}

/** From the root to the innermost. */
export function createElementStack(bounds: ReportBounds) {
  // A message is cleaned before it is cut, and cleaning shortens it.
  const longest = 2 * bounds.messageLength
  let top: XmlElement | undefined
  let keepsText = false
  let depth = 0
  let texts: ReadonlySet<string> | undefined
  const isKept = () => top !== undefined && texts?.has(top.name) === true
  return {
    depth: () => depth,
    enter({ name, attributes }: SaxesTagPlain, kept: ReadonlySet<string> | undefined): XmlElement {
      texts = kept
      depth += 1
      top = { name: name.slice(name.indexOf(':') + 1), attributes, parent: top, text: '' }
      keepsText = isKept()
      return top
    },
    leave(): XmlElement | undefined {
      const left = top
      depth -= 1
      top = top?.parent
      keepsText = isKept()
      return left
    },
    text(text: string) {
      if (top && keepsText && top.text.length < longest) top.text += text.slice(0, longest)
    }
  }
}
