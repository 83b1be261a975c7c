// Recognises a failure when it returns: its error class and message without what differs from run to run.
import { sha256Of } from '../json/canonical.js'
import { storable } from '../text/storable.js'

export interface FailureText {
  errorClass: string | null
  message: string | null
}

const HASH_LENGTH = 8
const LONGEST_CLASS = 200
const LONGEST_MESSAGE = 2_000
const LONGEST_TEXT = 300
/** Later lines quote code, values and frames. */
const MOST_LINES = 3
/** Stands for whatever varies. */
const VARIABLE = '#'
/** From this length on, hexadecimal letters beside digits are an id and no word. */
const SHORTEST_HEX_ID = 8

const ESCAPE = String.fromCharCode(27)
const COLOUR = new RegExp(`${ESCAPE}\\[[\\d;]{0,20}[A-Za-z]`, 'g')
const SPACE = /[\s\p{Cc}]+/u
const FRAME = /^(?:at|in|from|File)\s/
const WORD = /[\p{L}\p{N}]+/gu
const DIGIT = /\p{N}/u
const DIGITS = /\p{N}+/gu
const HEX = /^[0-9a-f]+$/i
/** Dates, times, addresses and version numbers are several variable parts with signs between them. */
const VARIABLES = /#(?:[-+.:,_]{0,2}#)+/g
/** A sign before a number, and not between two words. */
const SIGN = /(?<![\p{L}\p{N}#])[-+]#/gu
/** The parts of a UUID that happen to have no digit. */
const HEX_LETTERS_AFTER = /#-[a-f]{4,12}(?![\p{L}\p{N}])/giu

/** Null if the failure says nothing. */
export function signatureHash(failure: FailureText): string | null {
  const text = normaliseFailure(failure)
  return text === '' ? null : sha256Of(text).slice(0, HASH_LENGTH)
}

export function normaliseFailure({ errorClass, message }: FailureText): string {
  const type = inOneLine(clean(errorClass ?? '', LONGEST_CLASS))
  const lines = clean(message ?? '', LONGEST_MESSAGE)
    .split('\n')
    .map(inOneLine)
    .filter((line) => line !== '' && !FRAME.test(line))
  const said = lines.slice(0, MOST_LINES).flatMap((line) => line.split(' ').map(normaliseToken))
  return storable([type, said.join(' ')].filter(Boolean).join(': ').slice(0, LONGEST_TEXT))
}

const inOneLine = (text: string) => text.split(SPACE).join(' ').trim()

const clean = (text: string, longest: number) => text.slice(0, longest).replaceAll(COLOUR, '')

function normaliseToken(token: string): string {
  if (isPath(token)) return '<path>'
  return token
    .replaceAll(WORD, normaliseWord)
    .replaceAll(SIGN, VARIABLE)
    .replaceAll(VARIABLES, VARIABLE)
    .replaceAll(HEX_LETTERS_AFTER, VARIABLE)
    .replaceAll(VARIABLES, VARIABLE)
}

/** Folders differ between machines, ports and line numbers between runs; a fraction such as 3/4 is no path. */
function isPath(token: string): boolean {
  return (token.includes('/') || token.includes('\\')) && /\p{L}/u.test(token)
}

function normaliseWord(word: string): string {
  if (!DIGIT.test(word)) return word
  const isId = word.length >= SHORTEST_HEX_ID && HEX.test(word)
  const numbers = word.match(DIGITS)?.length ?? 0
  return isId || numbers > 1 ? VARIABLE : word.replace(DIGITS, VARIABLE)
}
