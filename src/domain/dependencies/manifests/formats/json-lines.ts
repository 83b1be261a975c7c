// Finds the lines of the members of some objects in a valid JSON text.
import { endOfQuoted } from './quoted.js'

const QUOTE = 0x22
const NEWLINE = 0x0a
/** Deeper members have no line, so that the paths stay short. */
const DEEPEST = 40

/** One object or array that is open. */
interface OpenValue {
  /** The path of the member that was read last, or of the element. */
  path: string
  /** Its own path. */
  within: string
  isListed: boolean
  /** Position in an array; undefined in an object. */
  index: number | undefined
}

/** The path of a member, as the lines are filed. */
export const jsonPath = (...parts: readonly (string | number)[]): string => `/${parts.join('/')}`

/**
 * The line of each member of the objects that are members of one of these names, and of each element of such arrays,
 * by path.
 */
export function memberLines(text: string, names: ReadonlySet<string>): Map<string, number> {
  const walk: Walk = { open: [], names, lines: new Map(), line: 1 }
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === NEWLINE) walk.line += 1
    else if (code === QUOTE) at = passQuoted(text, at, walk)
    else if (code > QUOTE) step(text[at], walk)
  }
  return walk.lines
}

/** Returns the end of a quoted text, and notes it if it is the name of a member. */
function passQuoted(text: string, at: number, walk: Walk): number {
  const end = endOfQuoted(text, at)
  const current = walk.open.at(-1)
  if (current && current.index === undefined && walk.open.length <= DEEPEST && isFollowedByColon(text, end))
    noteMember(text.slice(at + 1, end), current, walk)
  return end
}

interface Walk {
  open: OpenValue[]
  names: ReadonlySet<string>
  lines: Map<string, number>
  line: number
}

function step(character: string | undefined, { open, names, lines, line }: Walk): void {
  if (character === '{' || character === '[') {
    const parent = open.at(-1)
    if (parent?.isListed && parent.index !== undefined) lines.set(parent.path, line)
    open.push(openedIn(parent, { isArray: character === '[', isTooDeep: open.length > DEEPEST, names }))
  } else if (character === '}' || character === ']') open.pop()
  else if (character === ',') advance(open.at(-1))
}

function openedIn(
  parent: OpenValue | undefined,
  { isArray, isTooDeep, names }: { isArray: boolean; isTooDeep: boolean; names: ReadonlySet<string> }
): OpenValue {
  const within = isTooDeep ? '' : (parent?.path ?? '')
  const name = within.slice((parent?.within.length ?? 0) + 1)
  const isListed = !isTooDeep && names.has(name)
  return { path: isArray ? `${within}/0` : within, within, isListed, index: isArray ? 0 : undefined }
}

function advance(current: OpenValue | undefined): void {
  if (current?.index === undefined) return
  current.index += 1
  current.path = `${current.within}/${current.index}`
}

function noteMember(raw: string, current: OpenValue, { lines, line }: Walk): void {
  current.path = `${current.within}/${raw.includes('\\') ? unescaped(raw) : raw}`
  if (current.isListed) lines.set(current.path, line)
}

function unescaped(raw: string): string {
  try {
    return String(JSON.parse(`"${raw}"`))
  } catch {
    return raw
  }
}

/** Only the name of a member is followed by a colon. */
function isFollowedByColon(text: string, end: number): boolean {
  let at = end + 1
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1
  return text[at] === ':'
}
