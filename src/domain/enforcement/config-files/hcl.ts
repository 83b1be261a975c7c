// The syntax of HCL, the language of Terraform: blocks, arguments, strings with templates, texts and brackets. One pass
// without recursion, so that any text takes time in proportion to its length. There is no parser of it in JavaScript:
// those that exist are the Go parser, as 10 MB of WebAssembly without bounds.
import { type FileFault, fileError } from './findings.js'
import { HclFault, type HclFrame, HclFrames } from './hcl-frames.js'
import { skipHeredoc, skipQuoted } from './hcl-templates.js'

export interface HclDialect {
  /** A file of variables has arguments alone. */
  hasBlocks: boolean
}

export function validateHcl(text: string, { hasBlocks }: HclDialect): FileFault[] {
  const reader = { text, at: 0, frames: new HclFrames(), hasBlocks }
  try {
    while (reader.at < text.length) readNext(reader)
    if (reader.frames.top.kind === 'value') endValue(reader)
    reader.frames.end()
    return []
  } catch (error) {
    if (error instanceof HclFault) return [fileError('hcl_syntax', error.at, error.message)]
    throw error
  }
}

export interface HclReader {
  text: string
  at: number
  frames: HclFrames
  hasBlocks: boolean
}

function readNext(reader: HclReader): void {
  const { kind } = reader.frames.top
  if (kind === '"') skipQuoted(reader)
  else if (kind === 'heredoc') skipHeredoc(reader)
  else if (skipBlank(reader)) return
  else if (kind === 'body') readStatement(reader)
  else readToken(reader)
}

const BLANK = /[ \t\r\uFEFF]+|(?:#|\/\/)[^\n]*/y

/** Spaces and comments. */
function skipBlank(reader: HclReader): boolean {
  const { text, at } = reader
  if (text.startsWith('/*', at)) {
    const end = text.indexOf('*/', at + 2)
    if (end < 0) throw new HclFault(at, 'This comment has no end.')
    reader.at = end + 2
    return true
  }
  return take(reader, BLANK) !== undefined
}

function skipBlanks(reader: HclReader): void {
  while (skipBlank(reader));
}

function take(reader: HclReader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.at
  const found = pattern.exec(reader.text)?.[0]
  if (found !== undefined) reader.at += found.length
  return found
}

const NAME = /[\p{ID_Start}_][\p{ID_Continue}-]*/uy
const LABEL = /(?:"(?:[^"\\\n]|\\.)*"|[\p{ID_Start}_][\p{ID_Continue}-]*)/uy

function readStatement(reader: HclReader): void {
  const { text, at, frames } = reader
  if (text[at] === '\n') {
    reader.at += 1
  } else if (text[at] === '}') {
    if (frames.isOutermost) throw new HclFault(at, 'This brace closes nothing.')
    reader.at += 1
    frames.pop()
  } else {
    const name = take(reader, NAME)
    if (name === undefined) throw new HclFault(at, 'The name of an argument or of a block must be here.')
    readOpening(reader, name)
  }
}

/** Behind the name of a statement: an equals sign, or the labels of a block and its brace. */
function readOpening(reader: HclReader, name: string): void {
  const { text, frames } = reader
  let hasLabels = false
  skipBlanks(reader)
  while (take(reader, LABEL) !== undefined) {
    hasLabels = true
    skipBlanks(reader)
  }
  const { at } = reader
  if (text[at] === '{') {
    if (!reader.hasBlocks)
      throw new HclFault(at, 'A file of variables has no blocks: write "=" before the brace.')
    reader.at += 1
    frames.push('body', at)
  } else if (text[at] === '=' && text[at + 1] !== '=' && !hasLabels) {
    reader.at += 1
    frames.push('value', at)
  } else {
    const after = name.slice(0, 60)
    throw new HclFault(Math.min(at, text.length), `"=" or "{" must follow after "${after}".`)
  }
}

const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const HEREDOC = /<<-?[\p{ID_Start}_][\p{ID_Continue}-]*\r?\n/uy
const OPERATOR = /&&|\|\||==|!=|<=|>=|=>|\.\.\.|::|[=<>!+\-*/%?:,.~]/y
const OPENING: Readonly<Record<string, '(' | '[' | '{' | '"'>> = { '(': '(', '[': '[', '{': '{', '"': '"' }

function readToken(reader: HclReader): void {
  const char = reader.text[reader.at] ?? ''
  if (char === '\n') readLineEnd(reader)
  else if (char === ')' || char === ']' || char === '}') closeBracket(reader, char)
  else if (!opensFrame(reader, char)) readWord(reader)
}

/** A bracket, a string or a text begins. A parenthesis or a bracket may follow an operand: it is a call or an index. */
function opensFrame(reader: HclReader, char: string): boolean {
  const { at, frames } = reader
  const heredoc = take(reader, HEREDOC)
  const opening = OPENING[char]
  if (heredoc === undefined && opening === undefined) return false
  if (opening !== '(' && opening !== '[') expectOperand(frames.top, at)
  if (opening === undefined) {
    frames.push('heredoc', at, heredoc?.replace(/^<<-?/, '').trimEnd())
  } else {
    reader.at += 1
    frames.push(opening, at)
  }
  return true
}

function readWord(reader: HclReader): void {
  const { at, frames } = reader
  const name = take(reader, NAME)
  if (name !== undefined) {
    noteName(frames.top, name, at)
  } else if (take(reader, NUMBER) !== undefined) {
    noteOperand(frames.top, at)
  } else {
    const operator = take(reader, OPERATOR)
    if (operator === undefined) throw new HclFault(at, 'This character has no meaning here.')
    noteOperator(frames.top, operator, at)
  }
}

function readLineEnd(reader: HclReader): void {
  const { top } = reader.frames
  if (top.kind === 'value') endValue(reader)
  // In an object a line ends an item.
  else if (top.kind === '{') top.last = 'any'
  reader.at += 1
}

function endValue({ frames, at }: HclReader): void {
  const { last } = frames.top
  if (last === 'start') throw new HclFault(at, 'A value must follow after "=".')
  if (last === 'operator' || last === 'dot') throw new HclFault(at, 'The value is not complete.')
  frames.pop()
}

const CLOSED: Readonly<Record<string, readonly string[]>> = { ')': ['('], ']': ['['], '}': ['{', '${', '%{'] }

function closeBracket(reader: HclReader, char: string): void {
  const { frames, at } = reader
  const { kind } = frames.top
  // The brace of a block on one line: the body takes it.
  const endsBlock = kind === 'value' && char === '}'
  if (!endsBlock && !CLOSED[char]?.includes(kind))
    throw new HclFault(at, `"${char}" closes nothing that is open here.`)
  if (endsBlock) endValue(reader)
  else {
    reader.at += 1
    frames.pop()
  }
}

/** Words that stand between operands. */
const KEYWORDS: ReadonlySet<string> = new Set(['for', 'in', 'if', 'else', 'endif', 'endfor'])

function noteName(frame: HclFrame, name: string, at: number): void {
  if (KEYWORDS.has(name) && frame.last !== 'dot' && frame.kind !== 'value') frame.last = 'any'
  else noteOperand(frame, at)
}

function noteOperand(frame: HclFrame, at: number): void {
  expectOperand(frame, at)
  frame.last = 'operand'
}

function expectOperand({ kind, last }: HclFrame, at: number): void {
  if (last === 'operand' && kind !== '%{')
    throw new HclFault(at, 'An operator, a comma or the end of the line must be before this.')
}

function noteOperator(frame: HclFrame, operator: string, at: number): void {
  const { kind, last } = frame
  if ((operator === '=' && kind !== '{') || (operator === ',' && kind === 'value'))
    throw new HclFault(at, `"${operator}" has no meaning within a value.`)
  if (operator === '...' || (operator === '*' && last === 'dot')) frame.last = 'operand'
  else if (operator === '.') frame.last = 'dot'
  else if (operator !== '~') frame.last = 'operator'
}
