// Finds JSON in the text of a model that was to answer with nothing else. Every way takes time linear in the text.
import { isObject } from '#domain/json/path.js'
import type { Json } from '#schemas/common.js'

/** Longer than any answer of the tokens that a model may use. */
const LONGEST_TEXT = 400_000

/** What an answer may mean: the value, also where some server has wrapped it, or what its text holds. */
export function answersIn(said: Json): Iterable<Json> {
  if (typeof said === 'string') return jsonValuesIn(said)
  return isObject(said) ? [said, ...Object.values(said).filter(isObject)] : [said]
}

/**
 * What the text may mean, the likeliest first: all of it, the first fenced block, the last one, what stands between the
 * outermost braces, its lines as a list, and each object in it.
 */
export function* jsonValuesIn(text: string): Generator<Json> {
  const bounded = text.slice(0, LONGEST_TEXT)
  yield* parsed(bounded)
  const blocks = fencedBlocks(bounded)
  yield* parsed(blocks[0] ?? '')
  if (blocks.length > 1) yield* parsed(blocks.at(-1) ?? '')
  yield* parsed(bounded.slice(bounded.indexOf('{'), bounded.lastIndexOf('}') + 1))
  const lines = objectLines(bounded)
  if (lines.length > 0) yield lines
  yield* embeddedObjects(bounded)
}

/** The value of the text; nothing if it is no JSON. */
function* parsed(text: string): Generator<Json> {
  const value = parseJson(text)
  if (value !== undefined) yield value
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const FENCE = '```'

/** What stands between lines that begin with a fence; one that is not closed ends with the text. */
function fencedBlocks(text: string): string[] {
  const blocks: string[] = []
  let open: string[] | undefined
  for (const line of text.split('\n')) {
    const isFence = line.trimStart().startsWith(FENCE)
    if (open && isFence) {
      blocks.push(open.join('\n'))
      open = undefined
    } else if (open) open.push(line)
    else if (isFence) open = []
  }
  return open ? [...blocks, open.join('\n')] : blocks
}

/** The objects that have a line of their own. */
function objectLines(text: string): Json[] {
  return text.split('\n').flatMap((line) => {
    const bare = line.trim()
    const object = bare.endsWith(',') ? bare.slice(0, -1) : bare
    if (!object.startsWith('{') || !object.endsWith('}')) return []
    const value = parseJson(object)
    return isObject(value) ? [value] : []
  })
}

/** How often, on average, one character may be read: braces that are never closed would be read again and again. */
const MOST_READINGS = 8

function* embeddedObjects(text: string): Generator<Json> {
  let left = MOST_READINGS * text.length
  let at = text.indexOf('{')
  while (at >= 0 && left > 0) {
    const end = objectEnd(text, at)
    left -= (end ?? text.length) - at
    const value = end === undefined ? undefined : parseJson(text.slice(at, end))
    if (value !== undefined) yield value
    at = text.indexOf('{', value === undefined ? at + 1 : end)
  }
}

/** Where the object that begins there is closed; braces within strings do not count. */
function objectEnd(text: string, from: number): number | undefined {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '"') at = stringEnd(text, at)
    depth += BRACES.get(text[at] ?? '') ?? 0
    if (depth === 0) return at + 1
  }
  return undefined
}

/** The place of the quote that closes the string; the end of the text if none does. */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '"') return at
    if (text[at] === '\\') at += 1
  }
  return text.length
}

const BRACES: ReadonlyMap<string, number> = new Map([
  ['{', 1],
  ['}', -1]
])
