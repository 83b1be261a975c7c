// The lines of private keys in a diff, hidden. Only what looks like a part of a key is: whoever writes a change could else
// keep code from being read, by a mark above it.
import { REDACTED_TEXT } from '#domain/text/secrets.js'
import type { DiffLine } from '../change.js'
import { entropyOf, isMadeOfWords } from '../rules/secrets/likeness.js'

export interface KeylessLine extends DiffLine {
  /** Whether nothing but parts of a key is hidden, without doubt. */
  isSure: boolean
}

const BEGINS = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/
const ENDS = /-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/
/** What stands between the beginning and the key itself, and is no secret. */
const HEADER =
  /^[\s"'`+#*/-]{0,40}(?:[bru]["'])?(?:(?:Proc-Type|DEK-Info|Version|Comment):|(?:\\[nr]){0,2}["'`]?[\s,+]{0,4}$)/
/** A line that is nothing but a part of a key, whatever it is quoted with. */
const LONE_BODY =
  /^[\s"'`+#*/|>-]{0,40}(?:[bru]["'])?([A-Za-z0-9+/]{16,}={0,2}|[A-Za-z0-9+/]{2,15}={1,2})(?:\\[nr]){0,2}["'`]?[\s,;+)\\]{0,6}$/
const LONG_BODY = /[A-Za-z0-9+/]{40,}={0,2}/g
const LEAST_BODY = 16
/** A large key in a single line. */
const LONGEST_BODY = 8_000
/** As long as the lines of keys are, so that one is known whose beginning is not shown. */
const LEAST_UNMARKED = 60

const LEAST_ENTROPY = 3.3

/** Whether it has all kinds of the characters that keys are of, and as they come by chance. */
function isRandomBody(padded: string): boolean {
  const body = padded.replace(/=/g, '')
  const hasAllKinds = /[a-z]/.test(body) && /[A-Z]/.test(body) && /\d/.test(body)
  return body.length >= LEAST_BODY && hasAllKinds && !isMadeOfWords(body) && entropyOf(body) >= LEAST_ENTROPY
}

export function withoutKeys(lines: readonly DiffLine[], isApart: (at: number) => boolean): KeylessLine[] {
  let isInKey = false
  return lines.map((line, at) => {
    const [begins, ends] = marksIn(line.text)
    const isOfKey = begins || ends || (isInKey && !isApart(at))
    const part = isOfKey ? keyPartOf(line.text) : unmarkedPartOf(line.text)
    const goesOn = isOfKey && (part !== undefined || HEADER.test(line.text))
    isInKey = !ends && (begins || goesOn)
    return { ...line, isSure: true, ...part }
  })
}

const marksIn = (text: string): [begins: boolean, ends: boolean] =>
  text.includes('PRIVATE KEY') ? [BEGINS.test(text), ENDS.test(text)] : [false, false]

type KeyPart = Pick<KeylessLine, 'text' | 'isSure'>

/** The line without what it holds of a key; undefined if that is nothing. */
function keyPartOf(text: string): KeyPart | undefined {
  const rest = text.replace(LONG_BODY, (body) => (isRandomBody(body) ? REDACTED_TEXT : body))
  if (rest !== text) return { text: rest, isSure: true }
  const body = loneBodyOf(text)
  return body === undefined ? undefined : { text: REDACTED_TEXT, isSure: isRandomBody(body) }
}

function unmarkedPartOf(text: string): KeyPart | undefined {
  const body = text.length < LEAST_UNMARKED ? '' : (loneBodyOf(text) ?? '')
  return body.length >= LEAST_UNMARKED && isRandomBody(body)
    ? { text: REDACTED_TEXT, isSure: true }
    : undefined
}

const loneBodyOf = (text: string) => (text.length > LONGEST_BODY ? undefined : LONE_BODY.exec(text)?.[1])
