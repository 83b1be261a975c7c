// The diff of a file as the language model reads it: numbered lines without secrets, and what was added first if not all
// of it fits.
import { printable, shortened } from '#domain/text/shown-text.js'
import type { DiffLine, ReviewedFile } from '../change.js'
import { hideSecrets } from './hidden-secrets.js'
import { type KeylessLine, withoutKeys } from './key-lines.js'

const LONGEST_LINE = 2_000
/** Of a line, so that a secret is known that begins before its cut and ends behind it. */
const LONGEST_READ = 2 * LONGEST_LINE
/** So many times as much as is shown is read for it: it is more only where nearly all is secret. */
const READ_SHARE = 8

const SIGNS: Readonly<Record<DiffLine['kind'], string>> = { added: '+', removed: '-', context: ' ' }
const GAP = '…'

export interface DiffText {
  text: string
  /** Whether every line is there, each to its end, and nothing is hidden but what is a secret without doubt. */
  isWhole: boolean
}

/** At most so many characters: if need be without the lines around, then of the added lines as many as fit. */
export function diffText({ path, lines: all }: Pick<ReviewedFile, 'path' | 'lines'>, most: number): DiffText {
  const lines = withoutKeys(all, (at) => isAfterGap(all[at - 1], all[at]))
  const shown = new Map<KeylessLine, ShownLine>()
  const show = (line: KeylessLine) => {
    const known = shown.get(line) ?? shownLine(line, path)
    shown.set(line, known)
    return known
  }
  for (const view of [lines, ofKinds(lines, ['added', 'removed'])]) {
    const { rows, isAll, isWhole } = rowsWithin(view, most, show)
    if (isAll) return { text: rows.join('\n'), isWhole: isWhole && view === lines }
  }
  const { rows, isAll } = rowsWithin(ofKinds(lines, ['added']), most, show)
  return { text: isAll ? rows.join('\n') : beginningOf(rows, most), isWhole: false }
}

const ofKinds = (lines: readonly KeylessLine[], kinds: readonly DiffLine['kind'][]) =>
  lines.filter(({ kind }) => kinds.includes(kind))

/** The first rows that together have at most so many characters; what comes after them is not even read. */
function rowsWithin(lines: readonly KeylessLine[], most: number, show: (line: KeylessLine) => ShownLine) {
  const rows: string[] = []
  let [left, leftToRead, isWhole] = [most + 1, READ_SHARE * most, true]
  for (const [at, line] of lines.entries()) {
    leftToRead -= Math.min(line.text.length, LONGEST_READ)
    if (leftToRead < 0) return { rows, isAll: false, isWhole: false }
    const shown = show(line)
    const own = [...(isAfterGap(lines[at - 1], line) ? [GAP] : []), numbered(shown)]
    for (const row of own) left -= row.length + 1
    if (left < 0) return { rows, isAll: false, isWhole: false }
    rows.push(...own)
    isWhole &&= shown.isWhole
  }
  return { rows, isAll: true, isWhole }
}

/** Whole lines only. */
function beginningOf(rows: readonly string[], most: number): string {
  const kept: string[] = []
  let length = 0
  for (const row of rows) {
    length += row.length + 1
    if (length > most - GAP.length) break
    kept.push(row)
  }
  return [...kept, GAP].join('\n').slice(0, most)
}

/** `+12| text`: a removed line has no number, as it is not there any more. */
const numbered = ({ kind, after, text }: DiffLine) => `${SIGNS[kind]}${after ?? ''}| ${text}`

function isAfterGap(previous: DiffLine | undefined, line: DiffLine | undefined): boolean {
  if (!previous || !line) return false
  const isApart = (from: number | null, to: number | null) => from !== null && to !== null && to > from + 1
  return isApart(previous.before, line.before) || isApart(previous.after, line.after)
}

/** Whether the whole line is shown but for its secrets, so that nothing in it is unread. */
interface ShownLine extends DiffLine {
  isWhole: boolean
}

function shownLine({ isSure, ...line }: KeylessLine, path: string): ShownLine {
  const hidden = hideSecrets(line.text.slice(0, LONGEST_READ), path)
  const isCut = line.text.length > LONGEST_READ || hidden.text.length > LONGEST_LINE
  const text = shortened(printable(hidden.text), LONGEST_LINE)
  return { ...line, text, isWhole: isSure && hidden.isSure && !isCut }
}
