// Which changed files are read, and why the others are not.
import type { LeftOutFile } from '#schemas/review/findings.js'
import type { ReviewSettings } from '#schemas/review/settings.js'
import { globMatcher } from '../text/glob.js'
import {
  isDocument,
  isExamplePlace,
  isGeneratedName,
  isTestPlace,
  isTranslation,
  isVendoredPlace,
  isWorkflowPath
} from './places.js'

interface SizedFile {
  path: string
  status: string
  additions: number
  deletions: number
  patch: string | null
}

export interface Selection<File> {
  read: File[]
  /** Deleted files, of which there is nothing to review but that they are gone. */
  removed: File[]
  /** Those that the settings do not want looked at in any way. */
  ignored: File[]
  leftOut: LeftOutFile[]
}

type Limits = Pick<ReviewSettings, 'ignore_patterns' | 'max_files_to_review' | 'max_lines_to_review'>

export function selectFiles<File extends SizedFile>(files: readonly File[], limits: Limits): Selection<File> {
  const ignored = limits.ignore_patterns.map((pattern) => globMatcher(pattern))
  const selection: Selection<File> = { read: [], removed: [], ignored: [], leftOut: [] }
  let lines = 0
  for (const file of files.toSorted((a, b) => weightOf(a.path) - weightOf(b.path))) {
    if (ignored.some((matches) => matches(file.path))) {
      selection.ignored.push(file)
      selection.leftOut.push({ path: file.path, reason: 'A pattern of ignore_patterns fits it.' })
      continue
    }
    if (file.status === 'removed') {
      selection.removed.push(file)
      continue
    }
    const reason = whyUnseen(file) ?? whyBeyond(file, limits, { lines, files: selection.read.length })
    if (reason === undefined) {
      selection.read.push(file)
      lines += file.additions + file.deletions
    } else selection.leftOut.push({ path: file.path, reason })
  }
  return selection
}

/** Where a change does least harm comes last: nobody hides what matters behind many files that do not. */
function weightOf(path: string): number {
  if (isWorkflowPath(path)) return 0
  if (isVendoredPlace(path) || isGeneratedName(path)) return 4
  if (isDocument(path) || isTranslation(path)) return 3
  return isTestPlace(path) || isExamplePlace(path) ? 2 : 1
}

function whyUnseen({ patch, additions, deletions }: SizedFile): string | undefined {
  if (patch !== null || additions + deletions > 0) return undefined
  return 'The host shows no text of it: it is binary, empty, or only renamed.'
}

function whyBeyond(
  { additions, deletions, patch }: SizedFile,
  { max_files_to_review: mostFiles, max_lines_to_review: mostLines }: Limits,
  seen: { files: number; lines: number }
): string | undefined {
  if (patch === null) return 'The host shows no diff of it: it is too large.'
  if (seen.files >= mostFiles) return `More than ${mostFiles} files are changed (max_files_to_review).`
  return seen.lines + additions + deletions > mostLines
    ? `More than ${mostLines} lines are changed (max_lines_to_review).`
    : undefined
}
