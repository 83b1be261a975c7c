// Turns JSON with comments and trailing commas into plain JSON, in which every line keeps its number.
import { endOfQuoted } from './quoted.js'

interface Scan {
  text: string
  parts: string[]
  /** Up to here, the text is in the parts. */
  from: number
  /** The comma that is a trailing one if a bracket closes next; -1 for none. */
  comma: number
}

/** Blanks out what plain JSON does not allow; a text that is no JSON either way stays none. */
export function plainJson(text: string): string {
  const comments: Scan = { text, parts: [], from: 0, comma: -1 }
  eachToken(text, (at, end) => {
    if (text[at] === '/' && end > at + 1) blankOut(comments, at, end)
  })
  const commas: Scan = { text: finish(comments), parts: [], from: 0, comma: -1 }
  eachToken(commas.text, (at) => takeComma(commas, at))
  return finish(commas)
}

function takeComma(scan: Scan, at: number): void {
  const character = scan.text[at] ?? ' '
  if (character <= ' ') return
  const isClosing = character === '}' || character === ']'
  if (isClosing && scan.comma >= 0) blankOut(scan, scan.comma, scan.comma + 1)
  scan.comma = character === ',' ? at : -1
}

function blankOut(scan: Scan, from: number, to: number): void {
  scan.parts.push(scan.text.slice(scan.from, from), scan.text.slice(from, to).replace(/[^\n]/g, ' '))
  scan.from = to
}

const finish = ({ text, parts, from }: Scan) => parts.join('') + text.slice(from)

function eachToken(text: string, take: (at: number, end: number) => void): void {
  for (let at = 0; at < text.length; ) {
    const end = endOfToken(text, at)
    take(at, end)
    at = end
  }
}

/** Where a quoted text, a comment or a single character ends. */
function endOfToken(text: string, at: number): number {
  if (text[at] === '"') return endOfQuoted(text, at) + 1
  if (text[at] !== '/') return at + 1
  if (text[at + 1] === '/') return endAfter(text, text.indexOf('\n', at), 0)
  if (text[at + 1] === '*') return endAfter(text, text.indexOf('*/', at + 2), 2)
  return at + 1
}

const endAfter = (text: string, found: number, length: number) => (found < 0 ? text.length : found + length)
