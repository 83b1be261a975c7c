// Tells how deep a JSON text is nested before it is parsed: a megabyte of brackets keeps a parser busy for half a second.
import { endOfText } from './repeated-names.js'

/** Deeper than any value that the service reads or writes. */
export const DEEPEST_LEVEL = 64

const [QUOTE, LIST, OBJECT, LIST_END, OBJECT_END] = ['"', '[', '{', ']', '}'].map((char) =>
  char.charCodeAt(0)
)

/** Scans the text once, and only as far as it has to; of a text that is no JSON it tells as much as of one. */
export function isTooDeep(json: string): boolean {
  let level = 0
  for (let at = 0; at < json.length && level <= DEEPEST_LEVEL; at += 1) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = endOfText(json, at)
    else if (code === LIST || code === OBJECT) level += 1
    else if (code === LIST_END || code === OBJECT_END) level -= 1
  }
  return level > DEEPEST_LEVEL
}
