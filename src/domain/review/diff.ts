// Reads the diff of one file as the host shows it: its hunks, as far as they go.
import type { DiffLine } from './change.js'

const HUNK = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/

interface OpenHunk {
  before: number
  after: number
  /** Lines that it still has to show of each side. */
  leftBefore: number
  leftAfter: number
}

export function parsePatch(patch: string): DiffLine[] {
  const lines: DiffLine[] = []
  let hunk: OpenHunk | undefined
  for (const row of patch.replace(/\n$/, '').split('\n')) {
    if (row.startsWith('\\')) continue
    const next = openHunk(row)
    const line = next || !hunk ? undefined : takeLine(hunk, row.replace(/\r$/, ''))
    if (line) lines.push(line)
    else hunk = next
  }
  return lines
}

function openHunk(row: string): OpenHunk | undefined {
  const match = HUNK.exec(row)
  if (!match) return undefined
  const [, before = '', leftBefore = '1', after = '', leftAfter = '1'] = match
  return {
    before: Number(before),
    after: Number(after),
    leftBefore: Number(leftBefore),
    leftAfter: Number(leftAfter)
  }
}

/** Undefined for what cannot belong to the hunk. Some tools take the space from an empty line. */
function takeLine(hunk: OpenHunk, row: string): DiffLine | undefined {
  const mark = row === '' ? ' ' : row[0]
  const text = row.slice(1)
  if (mark === ' ' && hunk.leftBefore > 0 && hunk.leftAfter > 0)
    return { kind: 'context', before: takeBefore(hunk), after: takeAfter(hunk), text }
  if (mark === '-' && hunk.leftBefore > 0)
    return { kind: 'removed', before: takeBefore(hunk), after: null, text }
  if (mark === '+' && hunk.leftAfter > 0) return { kind: 'added', before: null, after: takeAfter(hunk), text }
  return undefined
}

function takeBefore(hunk: OpenHunk): number {
  hunk.leftBefore -= 1
  hunk.before += 1
  return hunk.before - 1
}

function takeAfter(hunk: OpenHunk): number {
  hunk.leftAfter -= 1
  hunk.after += 1
  return hunk.after - 1
}

/** Whether these are all lines that the host counts: it cuts the diff of a large file. */
export function isWholeDiff(
  lines: readonly DiffLine[],
  { additions, deletions }: { additions: number; deletions: number }
): boolean {
  const count = (wanted: DiffLine['kind']) => lines.filter(({ kind }) => kind === wanted).length
  return count('added') === additions && count('removed') === deletions
}

/** The text before the change, from the one after it and the whole diff; undefined if the two do not fit. */
export function formerText(text: string, lines: readonly DiffLine[]): string | undefined {
  const walk: Walk = { rows: text.split('\n'), former: [], at: 0 }
  if (!lines.every((line) => stepBack(walk, line))) return undefined
  return [...walk.former, ...walk.rows.slice(walk.at)].join('\n')
}

interface Walk {
  rows: readonly string[]
  former: string[]
  /** How many of the rows were seen. */
  at: number
}

/** False if the row is not what the diff shows. */
function stepBack(walk: Walk, line: DiffLine): boolean {
  const unshown = Math.max(0, unshownBefore(walk, line))
  // One by one: as arguments of one call, the rows of a large file would be too many.
  for (const row of walk.rows.slice(walk.at, walk.at + unshown)) walk.former.push(row)
  walk.at += unshown
  const row = walk.rows[walk.at] ?? ''
  if (line.kind !== 'added') walk.former.push(line.kind === 'removed' ? line.text : row)
  if (line.kind === 'removed') return true
  walk.at += 1
  return row.replace(/\r$/, '') === line.text
}

/** How many rows the diff leaves out before this line. */
const unshownBefore = ({ former, at }: Walk, { before, after }: DiffLine): number =>
  before === null ? (after ?? 1) - 1 - at : before - 1 - former.length
