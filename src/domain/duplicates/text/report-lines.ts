// Splits the body of a report into lines, without headings and instructions of templates.
import { hashTerm } from '../../text/terms.js'

export interface ReportLine {
  text: string
  /** Equal for lines that differ only in case, digits and punctuation. */
  hash: number
}

const LONGEST_BODY = 8_000
const MOST_LINES = 200
const LONGEST_LINE = 400
const LINE_SEED = 8

/** Headings of common templates; the index learns those of one repository. */
const HEADINGS = new Set([
  'actual behavior',
  'actual behaviour',
  'actual result',
  'actual results',
  'additional context',
  'additional information',
  'describe the bug',
  'describe the feature',
  'description',
  'environment',
  'expected behavior',
  'expected behaviour',
  'expected result',
  'expected results',
  'logs',
  'motivation',
  'operating system',
  'proposed solution',
  'reproduction steps',
  'screenshots',
  'steps to reproduce',
  'summary',
  'to reproduce',
  'version',
  'what did you expect to happen',
  'what happened'
])

export function reportLinesOf(body: string): ReportLine[] {
  return withoutHidden(body.slice(0, LONGEST_BODY))
    .split('\n', MOST_LINES)
    .map((text) => ({ text, plain: plainOf(text) }))
    .filter(({ text, plain }) => plain.length > 0 && !HEADINGS.has(plain) && !isOfATemplate(text, plain))
    .map(({ text, plain }) => ({ text, hash: hashTerm(plain, LINE_SEED) }))
}

/** A label without an answer, a checkbox, an example to replace. */
const FORM_QUESTION = /^\s{0,9}(?:\*\*[^*]{1,80}\*\*:?\s{0,9}$|[-*+]\s\[[ xX]?\]\s|[-*]\s[^[]{1,40}\[e\.g\.)/
/** Instructions of common templates. */
const INSTRUCTIONS = [
  'a clear and concise description',
  'add any other context',
  'add screenshots to help',
  'if applicable add screenshots',
  'steps to reproduce the behavior',
  'go to',
  'click on',
  'scroll down to',
  'see error',
  'is your feature request related to a problem',
  'ex i m always frustrated when',
  'describe the solution you d like',
  'describe alternatives you ve considered',
  'no response',
  'n a',
  'none'
]
const LONGEST_OF_A_FEW_WORDS = 16

function isOfATemplate(text: string, plain: string): boolean {
  if (FORM_QUESTION.test(text)) return true
  return INSTRUCTIONS.some((words) =>
    words.length < LONGEST_OF_A_FEW_WORDS ? plain === words : plain.startsWith(words)
  )
}

/** HTML comments are instructions of the template; an unclosed one hides the rest of the body. */
function withoutHidden(body: string): string {
  const [first = '', ...rest] = body.split('<!--')
  return first + rest.map((part) => part.slice(endOfHidden(part))).join('\n')
}

function endOfHidden(part: string): number {
  const end = part.indexOf('-->')
  return end === -1 ? part.length : end + '-->'.length
}

const NO_LETTERS = /[^\p{L}\p{M}]+/gu

/** Letters only: digits and punctuation differ between uses of a template. */
export function plainOf(line: string): string {
  return line.slice(0, LONGEST_LINE).toLowerCase().replace(NO_LETTERS, ' ').trim()
}

const FAILURE =
  /\b(?:error|exception|panicked|panic|fatal|assertion|assert|failed|failure|traceback|segfault|segmentation|abort|aborted|undefined|unresolved|cannot|overflow)\b/i
const OF_ONE_MACHINE = /0x[0-9a-f]+|\/[\w.+/-]*\/|\d+/gi
const FEWEST_LETTERS = 16

/** A normalized error message, without addresses, folders and numbers of one machine; undefined for other lines. */
export function failureIn(text: string): string | undefined {
  const line = text.slice(0, LONGEST_LINE)
  if (!FAILURE.test(line)) return undefined
  const plain = plainOf(line.replace(OF_ONE_MACHINE, ' '))
  return plain.length < FEWEST_LETTERS ? undefined : plain
}
