// Checks a patch by a language model for obvious mistakes.
import { lineChanges } from '../guard/changes.js'
import type { PatchedFile } from '../guard/patch.js'

const KEPT_SHARE = 0.7
const KEPT_FROM = 5
const CHANGED_SHARE = 0.6
const CHANGED_FROM = 10

/** The faults of a patch, whatever its purpose. */
export function sanityFaults(files: readonly PatchedFile[]): string[] {
  return files.flatMap((file) => {
    const fault = FAULTS.find(({ isIn }) => isIn(file))
    return fault ? [`${file.path}: ${fault.says}`] : []
  })
}

export const lineCount = (text: string | null) => (text === null || text === '' ? 0 : text.split('\n').length)

const FAULTS: readonly { says: string; isIn(file: PatchedFile): boolean }[] = [
  { says: 'nothing is changed.', isIn: ({ before, after }) => before === after },
  { says: 'nothing is left.', isIn: ({ after }) => (after ?? '').trim() === '' },
  {
    says: 'too little of it is left.',
    isIn: ({ before, after }) =>
      lineCount(before) > KEPT_FROM && lineCount(after) < KEPT_SHARE * lineCount(before)
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
  return lines > CHANGED_FROM && Math.max(added.length, removed.length) > CHANGED_SHARE * lines
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
