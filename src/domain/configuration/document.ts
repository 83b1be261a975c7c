// Parses YAML, and stops after the number of faults that can be reported, so that garbage costs no more.
import { Composer, type CST, type Document, Lexer, type LineCounter, Parser, YAMLParseError } from 'yaml'

// `structureFaults` finds repeated names: the parser's own check takes ever longer for each of them.
const OPTIONS = { prettyErrors: false, uniqueKeys: false, version: '1.2' } as const

interface YamlLimits {
  lines: LineCounter
  mostFaults: number
  mostDocuments: number
}

/** The documents of a text, the first of them even if the text is empty. */
export function yamlDocuments(text: string, { lines, mostFaults, mostDocuments }: YamlLimits): Document[] {
  const tokens = tokensIn(text, lines, mostFaults)
  const found: Document[] = []
  const composed = new Composer({ ...OPTIONS, lineCounter: lines }).compose(tokens, true, text.length)
  for (const document of composed) if (found.push(document) >= mostDocuments) break
  return found
}

/** The first document; a second one is reported as a fault of the first. */
export function parseYamlDocument(text: string, lines: LineCounter, mostFaults: number): Document {
  const [first, second] = yamlDocuments(text, { lines, mostFaults, mostDocuments: 2 })
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

/** No real file is nested this deep; a deeper one is an attack on the parser. */
const DEEPEST_NODE = 50

/**
 * Only brackets and several marks on one line nest without indentation. The lexer counts brackets outside of strings
 * and comments.
 */
export function isYamlTooDeep(text: string): boolean {
  let depth = 0
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') depth += 1
    else if (token === ']' || token === '}') depth -= 1
    if (depth > DEEPEST_NODE) return true
  }
  return /^[ \t]*(?:[-?:][ \t]+){50}/m.test(text)
}
