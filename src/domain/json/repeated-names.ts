// Finds repeated names in a JSON object. Parsers disagree about which of them counts, so the text is refused.

export interface RepeatedName {
  /** A JSON pointer. */
  path: string
  message: string
}

interface Frame {
  /** Names seen in an object; undefined for a list. */
  names: Set<string> | undefined
  /** The last name in an object, or the index in a list. */
  at: string | number
}

const [QUOTE, BACKSLASH, COLON] = ['"', '\\', ':'].map((char) => char.charCodeAt(0))
const SPACE = 0x20
/** Longer pointers are cut, because a text may be nested as deep as it is long. */
const MOST_PARTS = 20
const LONGEST_NAME = 100

/** Scans a valid JSON text once, and reports at most `most` names. */
export function repeatedNames(json: string, most: number): RepeatedName[] {
  const found: RepeatedName[] = []
  const frames: Frame[] = []
  for (let at = 0; at < json.length && found.length < most; at += 1) {
    const end = json.charCodeAt(at) === QUOTE ? endOfText(json, at) : at
    if (end === at) step(frames, json[at])
    else if (isName(json, end)) note(frames, JSON.parse(json.slice(at, end + 1)), found)
    at = end
  }
  return found
}

function step(frames: Frame[], character: string | undefined): void {
  if (character === '{') frames.push({ names: new Set(), at: '' })
  else if (character === '[') frames.push({ names: undefined, at: 0 })
  else if (character === '}' || character === ']') frames.pop()
  else if (character === ',') advance(frames.at(-1))
}

function advance(frame: Frame | undefined): void {
  if (typeof frame?.at === 'number') frame.at += 1
}

/** The position of the closing quotation mark. */
export function endOfText(json: string, from: number): number {
  let at = from + 1
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}

/** Only a name is followed by a colon. */
function isName(json: string, end: number): boolean {
  let at = end + 1
  while (at < json.length && json.charCodeAt(at) <= SPACE) at += 1
  return json.charCodeAt(at) === COLON
}

function note(frames: readonly Frame[], name: string, found: RepeatedName[]): void {
  const frame = frames.at(-1)
  if (!frame?.names) return
  frame.at = name
  if (frame.names.has(name)) found.push({ path: pointerTo(frames), message: messageFor(name) })
  else frame.names.add(name)
}

const messageFor = (name: string) => `The key ${name.slice(0, LONGEST_NAME)} occurs twice`

function pointerTo(frames: readonly Frame[]): string {
  return frames
    .slice(0, MOST_PARTS)
    .map(({ at }) => `/${String(at).slice(0, LONGEST_NAME).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('')
}
