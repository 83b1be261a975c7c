// Splits go.mod into its directives: words, with the blocks in parentheses unfolded.
import { eachLine } from '../formats/lines.js'

export interface Directive {
  verb: string
  words: string[]
  /** What is written behind `//`. */
  comment: string
  line: number
}

interface ModuleWalk {
  found: Directive[]
  /** The verb of the open block. */
  block: string | undefined
  wrong: number
}

/** The directives of a file; or the line that is none, -1 where a block is not closed. */
export function directivesIn(text: string): Directive[] | number {
  const walk: ModuleWalk = { found: [], block: undefined, wrong: 0 }
  eachLine(text, (raw, line) => {
    const { words, comment } = wordsIn(raw)
    if (words.length > 0) takeWords(walk, words, { comment, line })
    return walk.wrong === 0
  })
  if (walk.wrong > 0) return walk.wrong
  return walk.block === undefined ? walk.found : -1
}

function takeWords(walk: ModuleWalk, words: string[], place: { comment: string; line: number }): void {
  const [verb = '', ...rest] = words
  const isAlone = rest.length === 0
  if (walk.block !== undefined) {
    if (verb === ')' && isAlone) walk.block = undefined
    else walk.found.push({ verb: walk.block, words, ...place })
  } else if (!VERBS.has(verb)) walk.wrong = place.line
  else if (rest.length === 1 && rest[0] === '(') walk.block = verb
  else walk.found.push({ verb, words: rest, ...place })
}

const VERBS = new Set([
  'module',
  'go',
  'toolchain',
  'godebug',
  'require',
  'replace',
  'exclude',
  'retract',
  'tool',
  'ignore'
])

const MOST_WORDS = 12

/** The words of a line; those in quotation marks may hold spaces. */
function wordsIn(raw: string): { words: string[]; comment: string } {
  const at = commentIn(raw)
  const text = at < 0 ? raw : raw.slice(0, at)
  const words: string[] = []
  let from = afterSpaces(text, 0)
  while (from < text.length && words.length < MOST_WORDS) {
    const end = endOfWord(text, from)
    words.push(isMark(text[from]) ? text.slice(from + 1, end - 1) : text.slice(from, end))
    from = afterSpaces(text, end)
  }
  return { words, comment: at < 0 ? '' : raw.slice(at + 2).trim() }
}

function afterSpaces(text: string, from: number): number {
  let at = from
  while (at < text.length && (text[at] ?? '') <= ' ') at += 1
  return at
}

const isMark = (character: string | undefined) => character === '"' || character === '`'

function endOfWord(text: string, from: number): number {
  const mark = text[from]
  if (mark !== undefined && isMark(mark)) {
    const close = text.indexOf(mark, from + 1)
    return close < 0 ? text.length : close + 1
  }
  let end = from
  while (end < text.length && (text[end] ?? ' ') > ' ') end += 1
  return end
}

/** Where a comment begins: at the start, or after a space. */
function commentIn(raw: string): number {
  let at = raw.indexOf('//')
  while (at > 0 && (raw[at - 1] ?? ' ') > ' ') at = raw.indexOf('//', at + 1)
  return at
}
