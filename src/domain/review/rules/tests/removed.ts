// Tests that go away although what they test stays.
import { isSnapshotFile, isTestFile, mayHoldTests } from '../../../patches/guard/file-kinds.js'
import { countMatches } from '../../../patches/guard/file-view.js'
import type { PatchedFile } from '../../../patches/guard/patch.js'
import { compactSource } from '../../../patches/guard/source.js'
import { weakeningFindings } from '../../../patches/guard/weakening.js'
import { TEST_DECLARATIONS } from '../../../patches/guard/weakening-patterns.js'
import {
  addedLines,
  formerPathOf,
  type ReviewedChange,
  type ReviewedFile,
  removedLines
} from '../../change.js'
import { isBlankLine, isCommentLine } from '../line-words.js'
import type { BuiltInFinding } from '../rule.js'
import { FOCUSED, SKIPPED, TABLE } from './patterns.js'
import { type GoneSubjects, isAboutGone } from './subjects.js'

const LONGEST_LINE = 2_000
/** The share of lines that are found elsewhere again, of a test that was moved. */
const MOVED_SHARE = 0.6

export function removedTestFindings(
  change: ReviewedChange,
  patched: readonly PatchedFile[],
  gone: GoneSubjects
): BuiltInFinding[] {
  const added = linesAdded(change)
  const files = change.files.filter((file) => isTestFile(formerPathOf(file)) && !isSnapshotFile(file.path))
  const lost = files.filter(
    (file) =>
      file.status === 'removed' && isOfTests(file) && !isAboutGone(file, gone) && !isMoved(file, added)
  )
  const whole = [
    ...lost.map((file) => wholeFileFinding(change, file)),
    ...files.filter(isNamedAway).map(namedAwayFinding)
  ]
  return whole.length > 0 ? whole : singleTests(change, patched, gone)
}

/** Runners find tests by their names. */
const isNamedAway = ({ path, previousPath, status }: ReviewedFile) =>
  status === 'renamed' && previousPath !== null && isTestFile(previousPath) && UNFOUND.test(path)

const UNFOUND =
  /\.(?:bak|old|disabled|skip|off|txt|orig|wip|todo|ignore|xx?)$|(?:^|\/)(?:disabled|skipped|_disabled|attic|quarantine|old|unused)\/|(?:^|\/)_[\w-]{1,80}_test\.go$|\.(?:disabled|skip|wip)\.\w{1,4}$/i

const namedAwayFinding = (file: ReviewedFile): BuiltInFinding => ({
  severity: 'high',
  title: 'A file of tests gets a name by which no runner finds it',
  description: 'Its tests are still there, and none of them runs from now on.',
  suggestion: 'Keep the name, or skip the single tests and say why.',
  path: file.path,
  line: null,
  confidence: 0.8,
  context: 'named away'
})

const linesAdded = ({ files }: ReviewedChange): ReadonlySet<string> =>
  new Set(files.flatMap(addedLines).map(({ text }) => text.trim()))

const isOfTests = (file: ReviewedFile) => {
  const text = compactSource(textOf(removedLines(file)))
  return file.isShown && countMatches(TEST_DECLARATIONS, text) > 0
}

function isMoved(file: ReviewedFile, added: ReadonlySet<string>): boolean {
  const telling = removedLines(file).filter(({ text }) => text.trim().length > 8 && !isCommentLine(text))
  const kept = telling.filter(({ text }) => added.has(text.trim())).length
  return telling.length > 0 && kept >= telling.length * MOVED_SHARE
}

const EXPLAINED =
  /\b(?:remov|delet|drop|replac|consolidat|merg|mov|migrat|rewrit|obsolet|duplicat|redundant|supersed|port|cover|no longer)\w{0,6}\b[^.\n]{0,80}\b(?:tests?|specs?|suite|coverage)\b|\b(?:tests?|specs?|suite)\b[^.\n]{0,80}\b(?:remov|delet|drop|replac|consolidat|merg|mov|migrat|rewrit|obsolet|duplicat|redundant|supersed|cover|no longer)/i

const isExplained = ({ title, description }: ReviewedChange) =>
  EXPLAINED.test(`${title}\n${description.slice(0, 5_000)}`)

/** Whether the change adds as many tests as it removes. */
function gainsTests({ files }: ReviewedChange): boolean {
  const count = (pick: (file: ReviewedFile) => { text: string }[]) =>
    files
      .filter(({ path }) => mayHoldTests(path))
      .reduce((sum, file) => sum + countMatches(TEST_DECLARATIONS, compactSource(textOf(pick(file)))), 0)
  return count(addedLines) >= count(removedLines)
}

const textOf = (lines: readonly { text: string }[]) =>
  lines
    .map(({ text }) => text.slice(0, LONGEST_LINE))
    .filter((text) => !isCommentLine(text) || /^\s*#\[/.test(text))
    .join('\n')

function wholeFileFinding(change: ReviewedChange, file: ReviewedFile): BuiltInFinding {
  const isWeaker = isExplained(change) || gainsTests(change)
  return {
    severity: isWeaker ? 'medium' : 'high',
    title: 'A file of tests is deleted, and what it tests stays',
    description:
      'Nothing that the tests of this file are about goes away with them, and they are found nowhere else in the change.',
    suggestion: 'Keep the tests, or say in the description what tests the same from now on.',
    path: file.path,
    line: null,
    confidence: isWeaker ? 0.5 : 0.8,
    context: 'deleted'
  }
}

/** Counted over the whole change, because tests move from file to file. */
function singleTests(
  change: ReviewedChange,
  patched: readonly PatchedFile[],
  gone: GoneSubjects
): BuiltInFinding[] {
  // What the lines alone rule out needs no comparison of texts.
  if (gainsTests(change)) return []
  const byPath = new Map(change.files.map((file) => [file.path, file]))
  const own = patched.filter(({ path }) => {
    const file = byPath.get(path)
    return file && !(file.status === 'removed') && !isAboutGone(file, gone)
  })
  const removed = weakeningFindings(own, {}).find(({ fault }) => fault === 'test_removed')
  const file = removed && byPath.get(removed.path)
  // A test that is skipped is still there, by another word.
  if (!file || addedLines(file).some(({ text }) => [TABLE, SKIPPED, FOCUSED].some((one) => one.test(text))))
    return []
  const isCommentedOut =
    addedLines(file).filter(({ text }) => isCommentLine(text) && /[({;]/.test(text)).length > 2
  return [
    {
      severity: isExplained(change) ? 'low' : 'medium',
      title: isCommentedOut ? 'A test is commented out' : 'A test is removed, and what it tests stays',
      description:
        'The change has fewer tests than the code had before, and what they are about is still there.',
      suggestion: 'Keep the test and let it pass, or say in the description why it is not needed.',
      path: file.path,
      line: lineAfterGap(file),
      confidence: isExplained(change) ? 0.4 : 0.7,
      context: 'removed'
    }
  ]
}

/** The line after the change at which the first removed one was. */
export function lineAfterGap({ lines }: ReviewedFile): number | null {
  const first = lines.findIndex(({ kind, text }) => kind === 'removed' && !isBlankLine(text))
  const next = lines.slice(Math.max(0, first)).find(({ after }) => after !== null)
  const last = lines.slice(0, Math.max(0, first)).findLast(({ after }) => after !== null)
  return (next ?? last)?.after ?? null
}
