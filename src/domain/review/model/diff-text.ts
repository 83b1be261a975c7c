// The diff of a file as the language model reads it: numbered lines without secrets, and what was added first if not all
// of it fits.
import { REDACTED_TEXT, redactSecrets } from '#domain/text/secrets.js'
import { printable, shortened } from '#domain/text/shown-text.js'
import type { DiffLine } from '../change.js'

const LONGEST_LINE = 500

const SIGNS: Readonly<Record<DiffLine['kind'], string>> = { added: '+', removed: '-', context: ' ' }
const GAP = '…'

export interface DiffText {
  text: string
  /** Whether every line is there. */
  isWhole: boolean
}

/** At most so many characters: if need be without the lines around, then of the added lines as many as fit. */
export function diffText(all: readonly DiffLine[], most: number): DiffText {
  const lines = redactedLines(all)
  const views = [lines, lines.filter(({ kind }) => kind !== 'context'), addedOf(lines)]
  for (const view of views) {
    const text = numbered(view).join('\n')
    if (text.length <= most) return { text, isWhole: view === lines }
  }
  return { text: beginningOf(numbered(addedOf(lines)), most), isWhole: false }
}

const addedOf = (lines: readonly DiffLine[]) => lines.filter(({ kind }) => kind === 'added')

/** Whole lines only. */
function beginningOf(lines: readonly string[], most: number): string {
  const kept: string[] = []
  let length = 0
  for (const line of lines) {
    length += line.length + 1
    if (length > most - GAP.length) break
    kept.push(line)
  }
  return [...kept, GAP].join('\n').slice(0, most)
}

/** `+12| text`: a removed line has no number, as it is not there any more. */
function numbered(lines: readonly DiffLine[]): string[] {
  return lines.flatMap((line, at) => {
    const shown = `${SIGNS[line.kind]}${line.after ?? ''}| ${line.text}`
    return isAfterGap(lines[at - 1], line) ? [GAP, shown] : [shown]
  })
}

function isAfterGap(previous: DiffLine | undefined, line: DiffLine): boolean {
  if (!previous) return false
  const isApart = (from: number | null, to: number | null) => from !== null && to !== null && to > from + 1
  return isApart(previous.before, line.before) || isApart(previous.after, line.after)
}

const KEY_BEGINS = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/
const KEY_ENDS = /-----END [A-Z ]{0,40}PRIVATE KEY-----/
/** What a key looks like whose beginning is not shown. */
const LIKE_A_KEY = /^[\s+-]{0,20}["']?[A-Za-z0-9+/]{60,}={0,2}(?:\\n)?["']?[,;+]?\s{0,3}$/

/** A key has many lines, and each of them is hidden. */
function redactedLines(lines: readonly DiffLine[]): DiffLine[] {
  let isInKey = false
  return lines.map((line, at) => {
    if (isAfterGap(lines[at - 1], line)) isInKey = false
    const [begins, ends] = [KEY_BEGINS.test(line.text), KEY_ENDS.test(line.text)]
    const isHidden = isInKey || (begins && !ends) || LIKE_A_KEY.test(line.text)
    isInKey = (isInKey || begins) && !ends
    return { ...line, text: isHidden ? REDACTED_TEXT : shownLine(line.text) }
  })
}

const shownLine = (text: string) => shortened(printable(redactSecrets(text)), LONGEST_LINE)
