// What has to follow when a file changes, and the places of the repository in which it may be.
import { shortened } from '#domain/text/shown-text.js'
import type { FindingCategory, ReviewSeverity } from '#schemas/review/enums.js'
import { addedLines, type ReviewedChange, type ReviewedFile } from '../../change.js'
import type { BuiltInFinding } from '../rule.js'

/** What the rules of counterparts ask about a change, worked out once. */
export interface ChangeView {
  change: ReviewedChange
  /** Files that are there after the change. */
  files: readonly ReviewedFile[]
  /** All paths of the repository, or those of the change where nobody knows the others. */
  paths: readonly string[]
  /** Whether a changed file is one of these. */
  touches(pattern: RegExp): boolean
  /** The paths of all changed files. */
  touched: ReadonlySet<string>
  /** Whether the repository has one of these. */
  holds(pattern: RegExp): boolean
  /** Whether the change says that it breaks something. */
  saysSo: boolean
}

/** A change that says what it breaks has told those whom it concerns. */
const SAYS_SO =
  /\bbreaking\b|\bBREAKING[ -]CHANGE|^\w{1,20}(?:\([^)]{0,40}\))?!:|\bmajor (?:version|release|bump)\b|incompatib|\bdeprecat|\bsunset|no longer (?:supported|needed|used)|\bunused\b|\bnobody (?:uses|calls)/im

const MOST_PATHS = 200_000

export function viewOf(change: ReviewedChange): ChangeView {
  const paths = (change.tree ?? change.files).slice(0, MOST_PATHS).map(({ path }) => path)
  const known = new Map<RegExp, boolean>()
  return {
    change,
    files: change.files.filter(({ status }) => status !== 'removed'),
    paths,
    touched: new Set(change.files.map(({ path }) => path)),
    saysSo: SAYS_SO.test(`${change.title}\n${change.description.slice(0, 5_000)}`),
    touches: (pattern) => change.files.some(({ path }) => pattern.test(path)),
    holds(pattern) {
      const found = known.get(pattern) ?? paths.some((path) => pattern.test(path))
      known.set(pattern, found)
      return found
    }
  }
}

interface Missing {
  severity: ReviewSeverity
  confidence: number
  title: string
  description: string
  suggestion: string
  category?: FindingCategory
  line?: number | null
}

/** A finding at the first line that asks for the counterpart. */
export function missingPart(file: ReviewedFile, missing: Missing): BuiltInFinding {
  const { severity, confidence, title, description, suggestion, category } = missing
  return {
    severity,
    title: shortened(title, 140),
    description,
    suggestion,
    path: file.path,
    line: missing.line === undefined ? (addedLines(file)[0]?.after ?? null) : missing.line,
    confidence,
    context: title,
    ...(category ? { category } : {})
  }
}
