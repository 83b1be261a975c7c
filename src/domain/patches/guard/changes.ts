// Which lines of a file a patch adds and takes away.
import { lineDiff } from './line-diff.js'
import type { PatchedFile } from './patch.js'
import { unified } from './source.js'

export interface ChangedLine {
  line: number
  text: string
}

export interface Changes {
  added: readonly ChangedLine[]
  removed: readonly ChangedLine[]
}

export function changesOf({ before, after }: PatchedFile): Changes {
  const [from, to] = [linesIn(before), linesIn(after)]
  const { removed, added } = lineDiff(from, to)
  const inText = (lines: readonly string[]) => (at: number) => ({ line: at + 1, text: lines[at] ?? '' })
  return { added: added.map(inText(to)), removed: removed.map(inText(from)) }
}

const linesIn = (text: string | null) => (text === null || text === '' ? [] : unified(text).split('\n'))
