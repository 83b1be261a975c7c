// Reads XML manifests element by element, without a tree of them.
import { SaxesParser } from 'saxes'

interface XmlHandlers {
  open(name: string, line: number, attributes: Record<string, string>): void
  text(piece: string): void
  close(): void
}

const UNKNOWN_ENTITY = 'undefined entity.'

/** Calls back for the elements of a text; returns why it is no XML. Entities that a text declares stay as they are. */
export function parseXml(text: string, handlers: XmlHandlers): string | undefined {
  const parser = new SaxesParser()
  let roots = 0
  parser.on('error', (error) => {
    // Maven knows the entities of HTML; none of them is part of a name or a version.
    if (!error.message.endsWith(UNKNOWN_ENTITY)) throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    roots += 1
    handlers.open(localName(name), parser.line, attributes)
  })
  parser.on('text', (piece) => handlers.text(piece))
  parser.on('cdata', (piece) => handlers.text(piece))
  parser.on('closetag', () => handlers.close())
  try {
    parser.write(text.startsWith('\uFEFF') ? text.slice(1) : text).close()
    return roots === 0 ? 'The text holds no element' : undefined
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 200) : 'The text is not XML'
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
