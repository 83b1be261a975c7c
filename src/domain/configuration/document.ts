// Reads a text of YAML up to the faults that anybody would want to be told: a text of nothing else costs no more than they do.
import { Composer, type CST, type Document, type LineCounter, Parser, YAMLParseError } from 'yaml'

// Names that occur twice are looked for elsewhere: the parser takes ever longer for each.
const OPTIONS = { prettyErrors: false, uniqueKeys: false, version: '1.2' } as const

/** The first document. Another one behind it is a fault of it. */
export function parseYamlDocument(text: string, lines: LineCounter, mostFaults: number): Document {
  const tokens = tokensIn(text, lines, mostFaults)
  const [first, second] = firstTwo(
    new Composer({ ...OPTIONS, lineCounter: lines }).compose(tokens, true, text.length)
  )
  if (!first) throw new Error('the parser makes a document of any text')
  const [from, to] = second?.range ?? []
  if (from !== undefined && to !== undefined)
    first.errors.push(new YAMLParseError([from, to], 'MULTIPLE_DOCS', 'The file must hold one document'))
  return first
}

function* tokensIn(text: string, lines: LineCounter, mostFaults: number): Generator<CST.Token> {
  let faults = 0
  for (const token of new Parser(lines.addNewLine).parse(text)) {
    yield token
    faults += token.type === 'error' ? 1 : 0
    if (faults > mostFaults) return
  }
}

function firstTwo(documents: Iterable<Document.Parsed>): Document.Parsed[] {
  const two: Document.Parsed[] = []
  for (const document of documents) if (two.push(document) === 2) break
  return two
}
