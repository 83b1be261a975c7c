// Lines in tests that keep them from failing.
import type { ReviewSeverity } from '#schemas/review/enums.js'
import { isTestFile } from '../../../patches/guard/file-kinds.js'
import {
  addedLines,
  type DiffLine,
  type ReviewedChange,
  type ReviewedFile,
  removedLines
} from '../../change.js'
import { isCommentLine } from '../line-words.js'
import type { BuiltInFinding } from '../rule.js'
import {
  ALWAYS_TRUE,
  CONDITIONAL,
  FOCUSED,
  IDLE_LINE,
  OPEN_CATCH,
  RETRIED,
  SKIPPED,
  SWALLOWED
} from './patterns.js'
import { subjectOf } from './subjects.js'

const LONGEST_LINE = 1_000
const MOST_IN_FILE = 4

interface WeakLine {
  severity: ReviewSeverity
  confidence: number
  title: string
  description: string
  suggestion: string
}

export function weakLineFindings({ files }: ReviewedChange): BuiltInFinding[] {
  const gone = new Set(files.flatMap(removedLines).map(({ text }) => text.trim()))
  return files
    .filter(({ path, status }) => status !== 'removed' && (isTestFile(path) || path.endsWith('.rs')))
    .flatMap((file) => fileFindings(file, gone))
}

function fileFindings(file: ReviewedFile, gone: ReadonlySet<string>): BuiltInFinding[] {
  const added = addedLines(file)
  return added
    .flatMap((line, at) => {
      if (line.text.length > LONGEST_LINE || gone.has(line.text.trim()) || isComment(line.text)) return []
      const weak = weaknessOf(file, line, added[at + 1])
      return weak ? [{ ...weak, path: file.path, line: line.after, context: line.text }] : []
    })
    .slice(0, MOST_IN_FILE)
}

/** An attribute of Rust begins as a comment of other languages does. */
const isComment = (text: string) => isCommentLine(text) && !/^\s*#\[/.test(text)

function weaknessOf(file: ReviewedFile, line: DiffLine, next: DiffLine | undefined): WeakLine | undefined {
  const { text } = line
  if (!isTestFile(file.path)) return /^\s*#\[ignore/.test(text) ? skipped(file, text) : undefined
  if (FOCUSED.test(text)) return FOCUS
  if (SKIPPED.test(text)) return skipped(file, text)
  if (ALWAYS_TRUE.test(text)) return TRUE
  if (isSwallowing(text, next?.text)) return SWALLOW
  if (mocksSubject(file.path, text)) return MOCKED
  if (endsEarly(file, line)) return EARLY
  return RETRIED.test(text) ? RETRY : undefined
}

/** In one line, or in a line of which the next does nothing. */
const isSwallowing = (text: string, next = '') =>
  OPEN_CATCH.test(text) ? IDLE_LINE.test(next) : SWALLOWED.test(text)

const MOCK = /\b(?:vi|jest)\.(?:mock|doMock)\(\s?["'`]([\w@./-]{1,200})["'`]/

/** A test of `foo` that replaces `foo` tests the replacement. */
function mocksSubject(path: string, text: string): boolean {
  const mocked = MOCK.exec(text)?.[1]
  return mocked?.startsWith('.') === true && subjectOf(mocked) === subjectOf(path) && !/actual/i.test(text)
}

const BARE_RETURN = /^(\s{0,60})(?:if\b.{0,120}\s?[)]?\s?[:{]?\s?)?return;?\s?\}?\s*$/
const ASSERTS = /\b(?:expect|assert|should|verify|require\.|t\.(?:Error|Fatal|is|same|equal|ok))/
const NEAR = 4

/** What comes after a bare return, and asserts, is never reached, or only at times. */
function endsEarly({ lines }: ReviewedFile, line: DiffLine): boolean {
  const indent = BARE_RETURN.exec(line.text)?.[1]
  if (indent === undefined) return false
  const at = lines.indexOf(line)
  const next = lines.slice(at + 1, at + 1 + NEAR).filter(({ kind }) => kind !== 'removed')
  return next.some(
    ({ text }) => text.startsWith(indent) && !/^\s/.test(text.slice(indent.length)) && ASSERTS.test(text)
  )
}

const EARLY: WeakLine = {
  severity: 'medium',
  confidence: 0.6,
  title: 'A test ends before it asserts',
  description:
    'What comes after the return is not reached, or only under a condition: the test passes without it.',
  suggestion: 'Let it reach its assertions, or skip it and say why.'
}

const MOCKED: WeakLine = {
  severity: 'medium',
  confidence: 0.6,
  title: 'A test replaces what it tests',
  description: 'It tests the replacement, and passes whatever the code does.',
  suggestion: 'Replace only what the code uses.'
}

const FOCUS: WeakLine = {
  severity: 'high',
  confidence: 0.9,
  title: 'Only this test runs from now on',
  description:
    'All other tests of the file, or of the whole suite, are left out as long as this line is there.',
  suggestion: 'Remove the focus before the change is merged.'
}

/** A test that is new may wait for its code; one that was there no longer tells what breaks. */
function skipped({ status }: ReviewedFile, text: string): WeakLine {
  const isConditional = CONDITIONAL.test(text)
  return {
    severity: isConditional || status === 'added' ? 'low' : 'medium',
    confidence: isConditional ? 0.35 : 0.75,
    title: isConditional ? 'A test is left out under a condition' : 'A test is skipped',
    description: isConditional
      ? 'Where the condition holds, nobody sees what breaks.'
      : 'What it tests may break from now on, and nobody sees it.',
    suggestion: 'Let the test pass, or name the issue that brings it back.'
  }
}

const TRUE: WeakLine = {
  severity: 'medium',
  confidence: 0.8,
  title: 'An assertion always holds',
  description: 'Whatever the code does, it passes: the test proves nothing.',
  suggestion: 'Compare what the code returns with what is right.'
}

const SWALLOW: WeakLine = {
  severity: 'medium',
  confidence: 0.55,
  title: 'A test swallows what would make it fail',
  description: 'An error within it is caught and forgotten, so that it passes whatever happens.',
  suggestion: 'Let the error reach the runner, or assert that it is raised.'
}

const RETRY: WeakLine = {
  severity: 'low',
  confidence: 0.5,
  title: 'A test is tried again until it passes',
  description: 'A fault that shows only at times stays unseen.',
  suggestion: 'Find out why it fails at times, or name the issue that is about it.'
}
