// Determines who reads a string, as far as the surrounding code shows, and which changes of it are harmless.
import { editDistance } from '../../../text/edit-distance.js'
import { splitNameWords } from '../model-paths.js'
import { isDestructive, isSensitiveName, textFault } from './name-words.js'
import { childNode, nodeKind, nodeName, type SyntaxNode, textField } from './node.js'
import { isFunction } from './scopes.js'

/** `people`: only shown. `caller`: passed to the caller, which may show it. `code`: anything else. */
export type TextReader = 'people' | 'caller' | 'code'

/** The reader of strings inside a node; a node that says nothing inherits it. */
export function textReaderIn(node: SyntaxNode, around: TextReader): TextReader {
  if (isFunction(node)) return 'caller'
  return TEXT_READERS[nodeKind(node)]?.(node) ?? around
}

const MESSAGE_NAMES = new Set(
  'message messages title label labels description hint placeholder heading caption subtitle summary tooltip reason'.split(
    ' '
  )
)
const isMessageName = (name: string) => MESSAGE_NAMES.has(splitNameWords(name).at(-1) ?? '')

const code = (): TextReader => 'code'
const byName = (field: string) => (node: SyntaxNode) =>
  isMessageName(nodeName(childNode(node, field))) ? 'caller' : 'code'

/** The content of these elements is run, sent or selected, and not only shown. */
const ACTIVE = /^(?:script|style|option|textarea|title|iframe|object|template)$/
const SHOWN_ATTRIBUTES = /^(?:alt|title|aria-(?:label|description|roledescription|placeholder|valuetext))$/
const BUILT_IN_ERROR = /^(?:Aggregate|Eval|Range|Reference|Syntax|Type|URI)?Error$/

const TEXT_READERS: Readonly<Record<string, (node: SyntaxNode) => TextReader | undefined>> = {
  CallExpression: code,
  NewExpression: ofNew,
  TaggedTemplateExpression: code,
  // A sum joins parts of a text; other operators compare or compute.
  BinaryExpression: (node) => (textField(node, 'operator') === '+' ? undefined : 'code'),
  MemberExpression: code,
  SwitchCase: (node) => (childNode(node, 'test') ? 'code' : undefined),
  VariableDeclarator: byName('id'),
  AssignmentExpression: byName('left'),
  AssignmentPattern: code,
  ArrayExpression: code,
  ObjectProperty: byName('key'),
  ClassProperty: byName('key'),
  JSXElement: ofElement,
  JSXAttribute: (node) => (SHOWN_ATTRIBUTES.test(nodeName(childNode(node, 'name'))) ? 'people' : 'code')
}

function ofNew(node: SyntaxNode): TextReader {
  const name = nodeName(node)
  if (BUILT_IN_ERROR.test(name)) return 'people'
  return /Error$/.test(name) ? 'caller' : 'code'
}

function ofElement(node: SyntaxNode): TextReader {
  const name = nodeName(childNode(childNode(node, 'openingElement'), 'name'))
  if (ACTIVE.test(name)) return 'code'
  return /^[a-z][a-z\d]*$/.test(name) ? 'people' : 'caller'
}

const NOT_SHOWN = 'A text is changed that code may read: what it leads to is not shown to be harmless.'

export function textChangeFault(from: string, to: string, reader: TextReader): string | undefined {
  if (from.trim() === to.trim() && from.trim() === '') return undefined
  const isHarmless = reader === 'people' || (reader === 'caller' && isSpelling(from, to))
  return isHarmless ? textFault(to) : NOT_SHOWN
}

const PROSE = /^[\p{L}\p{M}\s'\u2019",;:!?()\u2026-]*\.?\s*$/u
const FEWEST_WORDS = 2
const MOST_LETTERS = 2
const LONGEST_WORD = 30

/** The same words except for a few letters. */
function isSpelling(from: string, to: string): boolean {
  if (!PROSE.test(from) || !PROSE.test(to)) return false
  const [wordsBefore, wordsAfter] = [from, to].map((text) => text.split(/\s+/).filter((word) => word !== ''))
  if (
    wordsBefore === undefined ||
    wordsAfter === undefined ||
    wordsBefore.length !== wordsAfter.length ||
    wordsAfter.length < FEWEST_WORDS
  )
    return false
  return wordsAfter.every((word, at) => isSameWord(wordsBefore[at] ?? '', word))
}

function isSameWord(from: string, to: string): boolean {
  if (from === to) return true
  if (Math.max(from.length, to.length) > LONGEST_WORD) return false
  const isSensitive = [from, to].some((word) => isSensitiveName(word) || isDestructive(word))
  return !isSensitive && editDistance(from, to) <= MOST_LETTERS
}
