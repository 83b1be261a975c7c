// A change that nobody can read at once, and how it falls into parts.
import type { ReviewedChange, ReviewedFile } from '../change.js'
import { directoryOf, isTestPlace, isUnreadPlace } from '../places.js'
import type { BuiltInFinding, ReviewRuleModule } from './rule.js'

const MANY_LINES = 800
const FAR_TOO_MANY_LINES = 2_000
const MANY_FILES = 40
const FAR_TOO_MANY_FILES = 100
/** Removed lines are read faster. */
const WEIGHT_OF_REMOVED = 0.25
const MOST_PARTS = 6
const LEAST_PART = 0.1

interface WeighedFile {
  path: string
  lines: number
}

function find({ files }: ReviewedChange): BuiltInFinding[] {
  const read = files.filter(isRead).map(weighed)
  const lines = Math.round(read.reduce((sum, one) => sum + one.lines, 0))
  if (lines <= MANY_LINES && read.length <= MANY_FILES) return []
  const isFar = lines > FAR_TOO_MANY_LINES || read.length > FAR_TOO_MANY_FILES
  const parts = partsOf(read)
  return [
    {
      severity: isFar ? 'medium' : 'low',
      title: `${lines} changed lines in ${filesWords(read.length)} are hard to review at once`,
      description:
        'The larger a change, the less of it is read with care. Generated, vendored and locked files are not counted, and removed lines only by a quarter.',
      suggestion: parts.length > 1 ? `It may be split like this: ${parts.map(partWords).join('; ')}.` : ALONE,
      path: null,
      line: null,
      confidence: isFar ? 0.8 : 0.6,
      context: 'size'
    }
  ]
}

const ALONE = 'Split what prepares the change, such as moves and renames, from what changes how it behaves.'

const isRead = (file: ReviewedFile) =>
  !isUnreadPlace(file.path) &&
  file.status !== 'removed' &&
  file.additions + file.deletions > 0 &&
  !isData(file)

const isData = ({ path }: ReviewedFile) =>
  /\.(?:svg|csv|tsv|json|geojson|ndjson|po|xlf|ipynb|txt|sql\.gz|lock)$/i.test(path) ||
  (isTestPlace(path) && /fixtures?\/|testdata\//.test(path))

const weighed = ({ path, additions, deletions }: ReviewedFile): WeighedFile => ({
  path,
  lines: additions + deletions * WEIGHT_OF_REMOVED
})

interface ChangePart {
  name: string
  files: number
  lines: number
}

/** By directory: as deep as it takes to have more than one part of some size. */
function partsOf(files: readonly WeighedFile[]): ChangePart[] {
  for (const depth of [1, 2, 3, 4]) {
    const parts = partsAt(files, depth)
    if (parts.length > 1) return parts
  }
  return []
}

function partsAt(files: readonly WeighedFile[], depth: number): ChangePart[] {
  const parts = new Map<string, ChangePart>()
  for (const { path, lines } of files) {
    const name = directoryAt(path, depth)
    const part = parts.get(name) ?? { name, files: 0, lines: 0 }
    parts.set(name, { name, files: part.files + 1, lines: part.lines + lines })
  }
  const all = files.reduce((sum, { lines }) => sum + lines, 0)
  const large = [...parts.values()].filter(({ lines }) => lines >= all * LEAST_PART)
  return large.toSorted((a, b) => b.lines - a.lines).slice(0, MOST_PARTS)
}

const directoryAt = (path: string, depth: number) =>
  directoryOf(path).split('/').slice(0, depth).filter(Boolean).join('/') || 'the files at the top'

const partWords = ({ name, files, lines }: ChangePart) =>
  `${name} (${filesWords(files)}, ${Math.round(lines)} lines)`

const filesWords = (files: number) => (files === 1 ? '1 file' : `${files} files`)

export const tooLarge: ReviewRuleModule = {
  name: 'too_large',
  category: 'maintainability',
  about: 'Changes that are too large to be read with care, and how they may be split',
  find
}
