// Finds where the values of a TOML text are, so that one of them can be changed and nothing else.

export interface TomlSpan {
  /** The keys down to the value; elements of arrays have their positions. */
  path: readonly string[]
  /** Of texts, within the quotation marks. */
  from: number
  to: number
  /** What stands there; null for what is no text of one line without escapes. */
  value: string | null
  /** Of what is no text: `true`, a number, a date. */
  word: string | null
}

const MOST_SPANS = 500_000
const DEEPEST = 20

interface TomlWalk {
  text: string
  found: TomlSpan[]
  table: readonly string[]
  /** How often each array of tables was opened. */
  counts: Map<string, number>
}

/** The values of a valid text, in its order. */
export function spansOfToml(text: string): TomlSpan[] {
  const walk: TomlWalk = { text, found: [], table: [], counts: new Map() }
  let at = text.startsWith('\uFEFF') ? 1 : 0
  while (at < text.length && walk.found.length < MOST_SPANS) {
    at = afterBlanks(text, at)
    if (at >= text.length) break
    at = text[at] === '[' ? takeHeader(walk, at) : takeMember(walk, at, walk.table, 0)
  }
  return walk.found
}

/** Behind spaces, line breaks and comments. */
function afterBlanks(text: string, from: number): number {
  let at = from
  for (;;) {
    while (at < text.length && /\s/.test(text[at] ?? '')) at += 1
    if (text[at] !== '#') return at
    const end = text.indexOf('\n', at)
    at = end < 0 ? text.length : end
  }
}

function takeHeader(walk: TomlWalk, from: number): number {
  const isArray = walk.text[from + 1] === '['
  const { keys, at } = keysFrom(walk.text, from + (isArray ? 2 : 1))
  const table = [...withPositions(walk, keys.slice(0, -1)), ...keys.slice(-1)]
  const name = JSON.stringify(table)
  if (isArray) walk.counts.set(name, (walk.counts.get(name) ?? -1) + 1)
  const count = walk.counts.get(name)
  walk.table = count === undefined ? table : [...table, String(count)]
  const end = walk.text.indexOf('\n', at)
  return end < 0 ? walk.text.length : end
}

/** After the name of an array of tables, the position of the one that is open. */
function withPositions({ counts }: TomlWalk, keys: readonly string[]): readonly string[] {
  if (counts.size === 0) return keys
  const path: string[] = []
  for (const key of keys) {
    path.push(key)
    const count = counts.get(JSON.stringify(path))
    if (count !== undefined) path.push(String(count))
  }
  return path
}

const BARE = /[\w-]/

/** The keys of `a."b".c`, and where what follows them begins. */
function keysFrom(text: string, from: number): { keys: string[]; at: number } {
  const keys: string[] = []
  let at = from
  for (;;) {
    at = afterSpaces(text, at)
    const mark = text[at]
    if (mark === '"' || mark === "'") {
      const end = endOfLineText(text, at)
      keys.push(text.slice(at + 1, end - 1))
      at = end
    } else {
      const start = at
      while (BARE.test(text[at] ?? '')) at += 1
      keys.push(text.slice(start, at))
    }
    at = afterSpaces(text, at)
    if (text[at] !== '.') return { keys, at }
    at += 1
  }
}

function afterSpaces(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\t') at += 1
  return at
}

/** Behind the closing mark of a text of one line. */
function endOfLineText(text: string, from: number): number {
  const mark = text[from]
  let at = from + 1
  while (at < text.length && text[at] !== mark && text[at] !== '\n')
    at += mark === '"' && text[at] === '\\' ? 2 : 1
  return at + 1
}

/** Returns where the next member may begin: behind at least one character. */
function takeMember(walk: TomlWalk, from: number, table: readonly string[], depth: number): number {
  const { keys, at } = keysFrom(walk.text, from)
  if (walk.text[at] !== '=') return Math.max(at, from + 1)
  return takeValue(walk, afterSpaces(walk.text, at + 1), [...table, ...keys], depth)
}

function takeValue(walk: TomlWalk, from: number, path: readonly string[], depth: number): number {
  const mark = walk.text[from]
  if (mark === '[' || mark === '{') return takeGroup(walk, from, path, depth + 1)
  return mark === '"' || mark === "'" ? takeText(walk, from, path, mark) : takeWord(walk, from, path)
}

function takeWord({ text, found }: TomlWalk, from: number, path: readonly string[]): number {
  let to = from
  while (to < text.length && !/[\s,\]}#]/.test(text[to] ?? '')) to += 1
  found.push({ path, from, to, value: null, word: text.slice(from, to) })
  return Math.max(to, from + 1)
}

function takeText({ text, found }: TomlWalk, from: number, path: readonly string[], mark: string): number {
  const triple = mark.repeat(3)
  if (text.startsWith(triple, from)) {
    const end = endOfLongText(text, from + triple.length, triple)
    found.push({ path, from, to: end, value: null, word: null })
    return end
  }
  const to = endOfLineText(text, from)
  const value = text.slice(from + 1, to - 1)
  const isPlain = mark === "'" || !value.includes('\\')
  found.push({ path, from: from + 1, to: to - 1, value: isPlain ? value : null, word: null })
  return to
}

function endOfLongText(text: string, from: number, triple: string): number {
  let at = from
  while (at < text.length && !text.startsWith(triple, at))
    at += triple[0] === '"' && text[at] === '\\' ? 2 : 1
  at += triple.length
  while (text[at] === triple[0]) at += 1
  return at
}

/** An array or an inline table; too deep ones are passed without a look at their values. */
function takeGroup(walk: TomlWalk, from: number, path: readonly string[], depth: number): number {
  const { text } = walk
  const isArray = text[from] === '['
  const close = isArray ? ']' : '}'
  let index = 0
  let at = afterBlanks(text, from + 1)
  while (at < text.length && text[at] !== close) {
    if (text[at] === ',') at += 1
    else if (depth > DEEPEST) return text.length
    else if (isArray) {
      at = takeValue(walk, at, [...path, String(index)], depth)
      index += 1
    } else at = takeMember(walk, at, path, depth)
    at = afterBlanks(text, at)
  }
  return at + 1
}
