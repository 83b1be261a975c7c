// Marks of a merge that nobody finished.
import { addedLines, type DiffLine, type ReviewedFile } from '../change.js'
import { codeLanguageOf, isDocument, isTestPlace } from '../places.js'
import type { BuiltInFinding, ReviewRuleModule } from './rule.js'

const OURS = /^<{7}(?:\s|$)/
const THEIRS = /^>{7}(?:\s|$)/
const BASE = /^\|{7}(?:\s|$)/
const BETWEEN = /^={7}\s{0,5}$/
const ANY = /^(?:<{7}|>{7}|\|{7}|={7})/

/** Marks around which nothing else is written but a block that shows them. */
const FENCE = /^\s{0,10}(?:```|~~~)/

function find({ files }: { files: readonly ReviewedFile[] }): BuiltInFinding[] {
  return files.filter(({ status }) => status !== 'removed').flatMap(fileFindings)
}

/** One finding for each conflict, at its first line. */
function fileFindings(file: ReviewedFile): BuiltInFinding[] {
  const marks = addedLines(file).filter(({ text }) => ANY.test(text))
  const sure = marks.filter(({ text }) => OURS.test(text) || THEIRS.test(text) || BASE.test(text))
  const loose = marks.filter(({ text }) => BETWEEN.test(text) && isLeftAlone(file))
  const first = sure.filter(({ text }, at) => OURS.test(text) || at === 0)
  if (sure.length > 0) return first.map((line) => markFinding(file, line, true))
  return loose.slice(0, 1).map((line) => markFinding(file, line, false))
}

/** A line of equals signs alone is a heading in a document, and nothing at all in code. */
const isLeftAlone = ({ path }: ReviewedFile) =>
  !isDocument(path) &&
  (codeLanguageOf(path) !== undefined || /\.(?:json|ya?ml|toml|css|scss|html?|xml)$/i.test(path))

function isHeading({ lines }: ReviewedFile, mark: DiffLine): boolean {
  const above = lines[lines.indexOf(mark) - 1]?.text.trim() ?? ''
  return above.length > 0 && Math.abs(above.length - mark.text.trim().length) <= 1
}

function isShownInFence({ lines }: ReviewedFile, mark: DiffLine): boolean {
  const fences = lines
    .slice(0, lines.indexOf(mark))
    .filter(({ kind, text }) => kind !== 'removed' && FENCE.test(text))
  return fences.length % 2 === 1
}

function markFinding(file: ReviewedFile, line: DiffLine, isSure: boolean): BuiltInFinding {
  const isShown = isTestPlace(file.path) || (isDocument(file.path) && isShownInFence(file, line))
  const isCertain = isSure && !isShown
  return {
    severity: isCertain ? 'critical' : isShown || isHeading(file, line) ? 'low' : 'medium',
    title: 'A mark of an unfinished merge is left in the file',
    description:
      'Git writes these marks where two branches change the same lines. Both versions and the marks are still in the file, so it is neither of them.',
    suggestion: 'Decide for one version or join both, and remove the marks.',
    path: file.path,
    line: line.after,
    confidence: isCertain ? 0.97 : isShown ? 0.2 : 0.6,
    context: line.text
  }
}

export const mergeMarker: ReviewRuleModule = {
  name: 'merge_marker',
  category: 'bug',
  about: 'Marks of an unfinished merge in added lines',
  find
}
