// Assertions that ask for less than before.
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
import { CLAIMS_SAME, EXACT, PLACES, TABLE, TOLERANCE, VAGUE } from './patterns.js'
import { lineAfterGap } from './removed.js'
import { type GoneSubjects, isAboutGone } from './subjects.js'

const ASSERTION =
  /^\s*(?:await |return |\}?\s?)?(?:expect|assert\w{0,30}|t\.(?:is|not|same|equal|ok|match|throws|deepEqual|true|false|like|Error|Errorf|Fatal|Fatalf|strictSame)|self\.assert\w{1,30}|Assert\.\w{1,30}|(?:EXPECT|ASSERT)_\w{1,20}|XCTAssert\w{0,30}|require\.\w{1,30}|should\b|verify|assertThat|is_expected|refute\w{0,20}|with pytest\.raises|chai\.|sinon\.assert|assert!|assert_eq!|debug_assert)[!.(\s{]/

export function assertionFindings(change: ReviewedChange, gone: GoneSubjects): BuiltInFinding[] {
  const added = new Set(change.files.flatMap(addedLines).map(({ text }) => text.trim()))
  return change.files
    .filter(({ path, status }) => isTestFile(path) && (status === 'modified' || status === 'renamed'))
    .flatMap((file) => {
      if (isAboutGone(file, gone)) return []
      const lost = removedLines(file).filter(({ text }) => isAssertion(text) && !added.has(text.trim()))
      const gained = addedLines(file).filter(({ text }) => isAssertion(text))
      if (lost.length === 0) return []
      return (
        looser(file, lost, gained) ??
        wider(file, lost, gained) ??
        otherValue(change, file, { lost, gained }) ??
        fewer(change, file, lost.length - gained.length)
      )
    })
}

const isAssertion = (text: string) => text.length < 1_000 && !isCommentLine(text) && ASSERTION.test(text)

/** An exact comparison goes, and one comes that nearly anything passes. */
function looser(
  file: ReviewedFile,
  lost: readonly DiffLine[],
  gained: readonly DiffLine[]
): BuiltInFinding[] | undefined {
  const exact = (lines: readonly DiffLine[]) =>
    lines.filter(({ text }) => EXACT.test(text) && !VAGUE.test(text)).length
  const subjects = new Set(lost.flatMap(({ text }) => subjectsIn(text)))
  const first = gained.find(
    ({ text }) => VAGUE.test(text) && subjectsIn(text).some((name) => subjects.has(name))
  )
  if (!first || exact(lost) <= exact(gained)) return undefined
  return [
    {
      severity: 'medium',
      title: 'An assertion asks for less than before',
      description:
        'It compared with what has to come out, and now nearly anything passes. A fault that it would have found stays unseen.',
      suggestion: 'Compare with the value that is right.',
      path: file.path,
      line: first.after,
      confidence: 0.7,
      context: first.text
    }
  ]
}

const NAME = /[A-Za-z_]\w{2,60}/g
const WORDS_OF_ASSERTIONS =
  /^(?:expect|assert\w*|toBe\w*|toEqual|toStrictEqual|toHave\w*|toMatch\w*|toThrow\w*|self|await|return|equals?|strictEqual|deepEqual|True|False|true|false|None|null|not|isinstance|require|Equal|NotNil|any|Object|string|Number|String|the|and|for)$/

/** What an assertion speaks of. */
const subjectsIn = (text: string): string[] =>
  (text.match(NAME) ?? []).filter((word) => !WORDS_OF_ASSERTIONS.test(word))

const LEAST_LOST = 1

function fewer(change: ReviewedChange, file: ReviewedFile, lost: number): BuiltInFinding[] {
  const isOnlyTests = change.files.every(({ path }) => isTestFile(path))
  if (lost < LEAST_LOST || addedLines(file).some(({ text }) => TABLE.test(text))) return []
  return [
    {
      severity: lost > 2 || isOnlyTests ? 'medium' : 'low',
      title: lost === 1 ? 'An assertion is removed from a test' : `${lost} assertions are removed from tests`,
      description: 'The test stays and asks for less than before.',
      suggestion: 'Keep what it asked for, or say in the description why it no longer holds.',
      path: file.path,
      line: lineAfterGap(file),
      confidence: 0.55,
      context: 'fewer'
    }
  ]
}

/** Each is compared with each. */
const MOST_BOUNDED = 100

/** The result may be off by more than before. */
function wider(
  file: ReviewedFile,
  lost: readonly DiffLine[],
  gained: readonly DiffLine[]
): BuiltInFinding[] | undefined {
  const bounded = (lines: readonly DiffLine[]) =>
    lines.filter(({ text }) => TOLERANCE.test(text) || PLACES.test(text)).slice(0, MOST_BOUNDED)
  const former = bounded(lost).map(({ text }) => ({ text, subjects: new Set(subjectsIn(text)) }))
  const line = bounded(gained).find(({ text }) => {
    const own = subjectsIn(text)
    return former.some((one) => own.some((name) => one.subjects.has(name)) && isWider(one.text, text))
  })
  if (!line) return undefined
  return [
    {
      severity: 'medium',
      title: 'A test lets the result be off by more than before',
      description: 'A fault within the wider bounds stays unseen from now on.',
      suggestion: 'Keep the bounds, or say in the description why the result is less exact.',
      path: file.path,
      line: line.after,
      confidence: 0.7,
      context: line.text
    }
  ]
}

function isWider(before: string, after: string): boolean {
  const [placesBefore, placesAfter] = [figureOf(PLACES, before), figureOf(PLACES, after)]
  if (placesBefore !== undefined && placesAfter !== undefined) return placesAfter < placesBefore
  const [boundBefore, boundAfter] = [figureOf(TOLERANCE, before), figureOf(TOLERANCE, after)]
  return boundBefore !== undefined && boundAfter !== undefined && boundAfter > boundBefore
}

function figureOf(pattern: RegExp, text: string): number | undefined {
  const figure = pattern.exec(text)?.slice(1).find(Boolean)
  return figure === undefined ? undefined : Number(figure.replaceAll('_', ''))
}

const VALUE =
  /(?<![\w.])-?\d[\d._]{0,20}|"[^"\n]{0,200}"|'[^'\n]{0,200}'|\b(?:true|false|null|None|True|False|undefined|nil)\b/g
const withoutValues = (text: string) => text.replace(VALUE, '?').replace(/\s+/g, '')

/** The same assertion expects another value, in a change that says that all stays as it was. */
function otherValue(
  { title, description, files }: ReviewedChange,
  file: ReviewedFile,
  { lost, gained }: { lost: readonly DiffLine[]; gained: readonly DiffLine[] }
): BuiltInFinding[] | undefined {
  const former = new Set(lost.map(({ text }) => withoutValues(text)))
  const line = gained.find(({ text }) => former.has(withoutValues(text)))
  const claims = CLAIMS_SAME.test(title) || /\bno (?:functional|behaviou?r)/i.test(description)
  const touchesCode = files.some(({ path }) => !isTestFile(path))
  if (!line || !claims || !touchesCode) return undefined
  return [
    {
      severity: 'medium',
      title: 'A test expects another value, though nothing is said to change',
      description:
        'By its title the change leaves what the code does as it was, and yet a test had to be changed to pass.',
      suggestion:
        'Let the code return what it returned before, or say in the description what changes and why.',
      path: file.path,
      line: line.after,
      confidence: 0.55,
      context: line.text,
      category: 'regression'
    }
  ]
}
