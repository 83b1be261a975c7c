// The lines that a patch adds to and removes from a file.
import { lineDiff } from './line-diff.js'
import type { PatchedFile } from './patch.js'
import { normalizeSource } from './source.js'

export interface ChangedLine {
  line: number
  text: string
}

export interface LineChanges {
  added: readonly ChangedLine[]
  removed: readonly ChangedLine[]
}

export function lineChanges({ before, after }: PatchedFile): LineChanges {
  const [from, to] = [linesIn(before), linesIn(after)]
  const { removed, added } = lineDiff(from, to)
  const inText = (lines: readonly string[]) => (at: number) => ({ line: at + 1, text: lines[at] ?? '' })
  return { added: added.map(inText(to)), removed: removed.map(inText(from)) }
}

const linesIn = (text: string | null) =>
  text === null || text === '' ? [] : normalizeSource(text).split('\n')
