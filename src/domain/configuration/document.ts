// Parses YAML, and stops after the number of faults that can be reported, so that garbage costs no more.
import { Composer, type CST, type Document, type LineCounter, Parser, YAMLParseError } from 'yaml'

// `structureFaults` finds repeated names: the parser's own check takes ever longer for each of them.
const OPTIONS = { prettyErrors: false, uniqueKeys: false, version: '1.2' } as const

/** The first document; a second one is reported as a fault of the first. */
export function parseYamlDocument(text: string, lines: LineCounter, mostFaults: number): Document {
  const tokens = tokensIn(text, lines, mostFaults)
  const [first, second] = firstTwo(
    new Composer({ ...OPTIONS, lineCounter: lines }).compose(tokens, true, text.length)
  )
  if (!first) throw new Error('the YAML parser returned no document')
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
