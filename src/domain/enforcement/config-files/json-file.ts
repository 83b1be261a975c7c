// JSON files: their syntax with places, with or without comments.
import { createScanner, type Node, type ParseError, parseTree, type SyntaxKind } from 'jsonc-parser'
import { type FileFault, fileError } from './findings.js'

export interface JsonDialect {
  /** Comments, commas after the last item, and files of comments alone. */
  isRelaxed: boolean
}

export interface JsonFile {
  /** Undefined if the file is empty, or not valid. */
  root: Node | undefined
  faults: FileFault[]
}

const DEEPEST = 100
const MOST_SYNTAX_FAULTS = 10

/** In the order of the parser's codes, which begin with 1. */
const MESSAGES = [
  'This is no value: check for a missing quote.',
  'This is no number.',
  'A name in double quotes must be here.',
  'A value must be here.',
  'A colon is missing before this.',
  'A comma is missing before this.',
  'A closing brace is missing here.',
  'A closing bracket is missing here.',
  'Nothing may follow the end of the value: remove this.',
  'Comments are not allowed here: remove it.',
  'The comment has no end.',
  'The string has no closing quote.',
  'The number has no end.',
  'The escape of a character is not complete.',
  'A backslash cannot stand before this character.',
  'The string holds a control character: write it as an escape.'
]

export function readJson(text: string, { isRelaxed }: JsonDialect): JsonFile {
  if (isTooDeep(text)) return { root: undefined, faults: [jsonSyntax(0, 'It is nested too deeply.')] }
  const errors: ParseError[] = []
  const root = parseTree(text, errors, {
    disallowComments: !isRelaxed,
    allowTrailingComma: isRelaxed,
    allowEmptyContent: isRelaxed
  })
  const faults = errors
    .slice(0, MOST_SYNTAX_FAULTS)
    .map(({ error, offset }) => jsonSyntax(offset, MESSAGES[error - 1] ?? 'This is not valid JSON.'))
  return faults.length > 0 ? { root: undefined, faults } : { root, faults }
}

export const jsonSyntax = (at: number, message: string): FileFault => fileError('json_syntax', at, message)

/** The parser calls itself for each level. */
function isTooDeep(text: string): boolean {
  const scanner = createScanner(text)
  let depth = 0
  while (scanner.scan() !== END_OF_FILE && depth <= DEEPEST) {
    const token = scanner.getTokenLength() === 1 ? text[scanner.getTokenOffset()] : undefined
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
  }
  return depth > DEEPEST
}

/** The parser's word for it exists in its types alone. */
const END_OF_FILE: SyntaxKind.EOF = 17

export interface JsonMember {
  name: string
  value: Node
}

/** The members of an object; none for anything else. */
export function membersOf(node: Node | undefined): JsonMember[] {
  if (node?.type !== 'object') return []
  return (node.children ?? []).flatMap(({ children: [name, value] = [] }) =>
    name && value ? [{ name: String(name.value), value }] : []
  )
}

/** The value of a member; where a name occurs twice, the last one counts. */
export const memberNamed = (node: Node | undefined, name: string): Node | undefined =>
  membersOf(node).findLast((member) => member.name === name)?.value
