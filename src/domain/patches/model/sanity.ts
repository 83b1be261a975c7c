// Checks a patch by a language model for obvious mistakes.
import { lineChanges } from '../guard/changes.js'
import type { PatchedFile } from '../guard/patch.js'

const LEAST_SHARE_LEFT = 0.7
const SMALL_LINES = 5
const MOST_SHARE_CHANGED = 0.6
const CHANGED_FROM = 10

/** The faults of a patch, whatever its purpose. */
export function sanityFaults(files: readonly PatchedFile[]): string[] {
  return files.flatMap((file) => {
    const fault = FAULTS.find(({ isIn }) => isIn(file))
    return fault ? [`${file.path}: ${fault.says}`] : []
  })
}

/** A repair adds little: more than this in one file is something else. */
const MOST_ADDED_LINES = 500

/** What a repair of a failed run must not do; a fix has the limits of its pillar. */
export function growthFaults(files: readonly PatchedFile[]): string[] {
  return files
    .filter((file) => lineChanges(file).added.length > MOST_ADDED_LINES)
    .map(({ path }) => `${path}: more than ${MOST_ADDED_LINES} lines are added.`)
}

export const lineCount = (text: string | null) => (text === null || text === '' ? 0 : text.split('\n').length)

const FAULTS: readonly { says: string; isIn(file: PatchedFile): boolean }[] = [
  { says: 'nothing is changed.', isIn: ({ before, after }) => before === after },
  { says: 'nothing is left.', isIn: ({ after }) => (after ?? '').trim() === '' },
  {
    says: 'too little of it is left.',
    isIn: ({ before, after }) =>
      lineCount(before) > SMALL_LINES && lineCount(after) < LEAST_SHARE_LEFT * lineCount(before)
  },
  { says: 'too much of it is changed.', isIn: isMuchChanged },
  {
    says: 'it is no JSON any more.',
    isIn: ({ path, before, after }) => /\.json$/i.test(path) && isJson(before) && !isJson(after)
  },
  {
    says: 'a quotation is not closed.',
    isIn: ({ before, after }) => ['"', '`'].some((quote) => isEven(before, quote) && !isEven(after, quote))
  }
]

function isMuchChanged(file: PatchedFile): boolean {
  const lines = lineCount(file.before)
  const { added, removed } = lineChanges(file)
  return lines > CHANGED_FROM && Math.max(added.length, removed.length) > MOST_SHARE_CHANGED * lines
}

function isJson(text: string | null): boolean {
  try {
    JSON.parse(text ?? '')
    return true
  } catch {
    return false
  }
}

const isEven = (text: string | null, quote: string) => ((text ?? '').split(quote).length - 1) % 2 === 0
