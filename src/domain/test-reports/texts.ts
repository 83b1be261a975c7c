// Names and messages from reports: printable, bounded, still distinct, and without secrets.
import { sha256Of } from '../json/canonical.js'
import { REDACTED_TEXT, redactSecrets } from '../text/secrets.js'
import { printable } from '../text/shown-text.js'
import { storable } from '../text/storable.js'

const HASH_LENGTH = 16

/** A long name keeps its beginning and ends with a hash of the whole, so that two long names stay two. */
export function boundedName(raw: string, longest: number): string {
  if (raw.length <= longest) return cleanName(raw)
  const kept = Math.max(0, longest - HASH_LENGTH - 1)
  return `${cleanName(raw.slice(0, kept))}…${sha256Of(raw).slice(0, HASH_LENGTH)}`
}

const cleanName = (raw: string) => redactSecrets(storable(printable(raw)))

const COLOURS = /(?![\n\r\t])\p{Cc}\[[\d;?]{0,30}[A-Za-z]/gu

/** A private key whose end is missing, or was cut off. */
const CUT_KEY = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]*$/

/** Lines stay lines. */
export function boundedMessage(raw: string, longest: number): string | null {
  const lines = raw
    .slice(0, 2 * longest)
    .replaceAll(COLOURS, '')
    .split('\n')
  const clean = storable(lines.map((line) => printable(line).trimEnd()).join('\n')).trim()
  const text = redactSecrets(clean).replace(CUT_KEY, REDACTED_TEXT)
  if (text === '') return null
  return text.length > longest ? `${storable(text.slice(0, longest - 1))}…` : text
}

const LONGEST_CLASS = 150
const CLASS_NAME = /^(?:[A-Za-z_][\w.$:]{0,150})?(?:Error|Exception|Failure|Fault|Exit|Interrupt|Warning)$/

/** The class that a message begins with, as in `java.io.IOException: no such file`. */
export function errorClassOf(message: string): string | null {
  const start = message.slice(0, LONGEST_CLASS).trimStart()
  const end = start.search(/[\s(]|: |:$/)
  const word = end < 0 ? start : start.slice(0, end)
  const name = word.endsWith(':') ? word.slice(0, -1) : word
  return CLASS_NAME.test(name) ? name : null
}
