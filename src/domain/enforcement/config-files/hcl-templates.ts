// Strings and texts of HCL, which may hold templates, which may hold strings again.
import type { HclReader } from './hcl.js'
import { HclFault } from './hcl-frames.js'

const PLAIN = /[^"\\\n$%]+/y

/** Reads the next piece of a string: what is plain, and the character behind it. */
export function skipQuoted(reader: HclReader): void {
  const { text, frames } = reader
  skipPlain(reader, PLAIN)
  const char = text[reader.at]
  if (char === '\n') throw new HclFault(frames.top.at, 'This string has no closing quote.')
  if (char === '"') {
    reader.at += 1
    frames.pop()
  } else if (char === '\\') reader.at = Math.min(reader.at + 2, text.length)
  else if (char !== undefined) skipSign(reader)
}

function skipPlain(reader: HclReader, pattern: RegExp): void {
  pattern.lastIndex = reader.at
  reader.at += pattern.exec(reader.text)?.[0].length ?? 0
}

/** A dollar or a percent sign; with a brace it opens a template, unless it is doubled. */
function skipSign(reader: HclReader): void {
  const { text, at, frames } = reader
  const sign = text[at]
  if (text[at + 1] === '{') {
    reader.at += 2
    frames.push(sign === '$' ? '${' : '%{', at)
  } else reader.at += text[at + 1] === sign && text[at + 2] === '{' ? 3 : 1
}

const PLAIN_TEXT = /[^\n$%]+/y
const END_LINE = /[ \t]*([^\s]+)[ \t\r]*(?=\n|$)/y

/** Reads the next piece of a text: the line that ends it, or what is plain and the character behind it. */
export function skipHeredoc(reader: HclReader): void {
  const { text, frames } = reader
  if (text[reader.at - 1] === '\n' && isEndLine(reader)) {
    frames.pop()
    return
  }
  skipPlain(reader, PLAIN_TEXT)
  const char = text[reader.at]
  if (char === '\n') reader.at += 1
  else if (char !== undefined) skipSign(reader)
}

function isEndLine(reader: HclReader): boolean {
  END_LINE.lastIndex = reader.at
  const [line, word] = END_LINE.exec(reader.text) ?? []
  if (line === undefined || word !== reader.frames.top.marker) return false
  reader.at += line.length
  return true
}
