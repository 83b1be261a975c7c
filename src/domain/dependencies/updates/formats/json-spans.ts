// Finds where the members of a JSON text are, so that one value can be changed and nothing else.
import { endOfQuoted } from '../../manifests/formats/quoted.js'

export interface JsonSpan {
  from: number
  to: number
  /** Empty for what is no object, and below the depth that was asked for. */
  members: ReadonlyMap<string, JsonMemberSpan>
}

export interface JsonMemberSpan extends JsonSpan {
  keyFrom: number
}

interface OpenSpan {
  span: JsonMemberSpan & { members: Map<string, JsonMemberSpan> }
  /** Undefined in an array, and before a name is read. */
  key: { name: string; from: number } | undefined
  isRecorded: boolean
}

interface SpanWalk {
  text: string
  open: OpenSpan[]
  deepest: number
  root: OpenSpan['span'] | undefined
}

/** The spans of the first value of a valid text from `from` on, and of members down to a depth. */
export function spansOfJson(text: string, deepest: number, from = 0): JsonSpan {
  const walk: SpanWalk = { text, open: [], deepest, root: undefined }
  let at = from
  while (at < text.length) {
    at = isBetween(text.charCodeAt(at)) ? at + 1 : takeToken(walk, at)
    if (walk.root && walk.open.length === 0) return walk.root
  }
  return walk.root ?? { from, to: from, members: new Map() }
}

/** Spaces, commas and colons, of which long files are full. */
const isBetween = (code: number) => code <= 0x20 || code === 0x2c || code === 0x3a

/** Returns where the next token begins. */
function takeToken(walk: SpanWalk, at: number): number {
  const character = walk.text[at] ?? ''
  switch (character) {
    case '{':
    case '[':
      return openValue(walk, at, character === '{')
    case '}':
    case ']': {
      const closed = walk.open.pop()
      if (closed) closed.span.to = at + 1
      return at + 1
    }
    case '"':
      return takeText(walk, at)
    default:
      return isScalar(character) ? takeScalar(walk, at) : at + 1
  }
}

const isScalar = (character: string) => /[-\dtfn]/.test(character)

function openValue(walk: SpanWalk, at: number, isObject: boolean): number {
  const span = record(walk, at, at)
  walk.open.push({ span, key: undefined, isRecorded: isObject && walk.open.length < walk.deepest })
  return at + 1
}

function takeText(walk: SpanWalk, at: number): number {
  const end = endOfQuoted(walk.text, at) + 1
  const parent = walk.open.at(-1)
  if (parent?.isRecorded && parent.key === undefined)
    parent.key = { name: unquotedJson(walk.text.slice(at, end)), from: at }
  else record(walk, at, end)
  return end
}

function takeScalar(walk: SpanWalk, at: number): number {
  let end = at
  while (end < walk.text.length && /[-+.\w]/.test(walk.text[end] ?? '')) end += 1
  record(walk, at, end)
  return end
}

function record(walk: SpanWalk, from: number, to: number): OpenSpan['span'] {
  const parent = walk.open.at(-1)
  const span = { from, to, keyFrom: parent?.key?.from ?? from, members: new Map<string, JsonMemberSpan>() }
  if (!parent) walk.root ??= span
  else if (parent.isRecorded && parent.key) {
    parent.span.members.set(parent.key.name, span)
    parent.key = undefined
  }
  return span
}

/** The text that a JSON string stands for; undefined-safe, because the whole was parsed before. */
export function unquotedJson(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1)
}
