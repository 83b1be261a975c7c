// Which lines of a file a patch adds and takes away, whatever their order.
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
  return { added: surplus(after, before), removed: surplus(before, after) }
}

/** The lines of a text that another has not, or not as often. */
function surplus(text: string | null, other: string | null): ChangedLine[] {
  const left = new Map<string, number>()
  for (const line of linesIn(other)) left.set(line, (left.get(line) ?? 0) + 1)
  return linesIn(text).flatMap((line, index) => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count > 0 ? [] : [{ line: index + 1, text: line }]
  })
}

const linesIn = (text: string | null) => (text === null || text === '' ? [] : unified(text).split('\n'))
