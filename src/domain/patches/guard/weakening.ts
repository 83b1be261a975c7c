// Whether a patch makes checks pass by asking less of the code.
import { assertionsIn } from './assertions.js'
import { type Changes, changesOf } from './changes.js'
import { isIgnoreList, isRecorded, isSetting, isTest, mayHoldTests } from './files.js'
import { MEASURES, type Measure, TESTS } from './measures.js'
import { grown, shrunk, thresholdsIn, timeoutsIn } from './numbers.js'
import type { PatchedFile, PatchFault, PatchFinding } from './patch.js'
import { matchesOf, rises, type Side, sideOf } from './sides.js'
import { compact, isSameCode } from './source.js'

interface Looked {
  path: string
  from: string
  before: Side
  after: Side
  changes: Changes
}

export function weakeningFindings(files: readonly PatchedFile[]): PatchFinding[] {
  const looked = files
    .filter(
      ({ path, renamed_from, before, after }) =>
        renamed_from !== undefined || before === null || after === null || !isSameCode(before, after, path)
    )
    .map(lookedAt)
  return [
    ...looked.flatMap(measureFindings),
    ...looked.flatMap(figureFindings),
    ...looked.flatMap(recordFindings),
    ...removedTests(looked),
    ...changedAssertions(looked)
  ]
}

function lookedAt(file: PatchedFile): Looked {
  const from = file.renamed_from ?? file.path
  return {
    path: file.path,
    from,
    before: sideOf(file.before ?? '', from),
    after: sideOf(file.after ?? '', file.path),
    changes: changesOf(file)
  }
}

function measureFindings(file: Looked): PatchFinding[] {
  return MEASURES.filter(({ within }) => within(file.path)).flatMap((measure) => {
    return rises(measure.pattern, file.before, file.after)
      ? [{ fault: measure.fault, path: file.path, line: lineOf(file, measure), reason: measure.reason }]
      : []
  })
}

/** The added line that fits by itself, or the first one: the words may stand on several. */
function lineOf({ changes }: Looked, { pattern }: Measure): number | null {
  const once = new RegExp(pattern.source, pattern.flags.replace('g', ''))
  return (changes.added.find(({ text }) => once.test(compact(text))) ?? changes.added[0])?.line ?? null
}

function figureFindings(file: Looked): PatchFinding[] {
  const { path, before, after, changes } = file
  const line = changes.added[0]?.line ?? changes.removed[0]?.line ?? null
  const asked = isTest(path) || isSetting(path) || /\.ya?ml$/.test(path)
  if (!asked) return []
  const wider = grown(timeoutsIn(before.compactCode), timeoutsIn(after.compactCode))
  const lower =
    isSetting(path) || /\.ya?ml$/.test(path)
      ? shrunk(thresholdsIn(before.compactCode), thresholdsIn(after.compactCode))
      : []
  return [
    ...wider.map((key) => ({
      fault: 'timeout_widened' as const,
      path,
      line,
      reason: `${key} allows more time than before.`
    })),
    ...lower.map((key) => ({
      fault: 'coverage_lowered' as const,
      path,
      line,
      reason: `${key} asks for less than before.`
    }))
  ]
}

function recordFindings({ path, from, changes }: Looked): PatchFinding[] {
  const line = changes.added[0]?.line ?? changes.removed[0]?.line ?? null
  if (isRecorded(path) || isRecorded(from))
    return [{ fault: 'assertion_changed', path, line, reason: 'A recorded expectation is changed.' }]
  if (isIgnoreList(path) && changes.added.some(({ text }) => text.trim() !== ''))
    return [{ fault: 'check_suppressed', path, line, reason: 'More is left out of a check.' }]
  return []
}

/** Tests are counted over the whole patch: one that moves to another file stays. */
function removedTests(files: readonly Looked[]): PatchFinding[] {
  const counted = files.map((file) => ({
    file,
    before: mayHoldTests(file.from) ? matchesOf(TESTS, file.before.compactCode) : 0,
    after: mayHoldTests(file.path) ? matchesOf(TESTS, file.after.compactCode) : 0
  }))
  const lost = counted.reduce((sum, { before, after }) => sum + before - after, 0)
  const where = counted.find(({ before, after }) => after < before)?.file
  return lost > 0 && where ? [lostFinding('test_removed', where, 'A test is gone.')] : []
}

function changedAssertions(files: readonly Looked[]): PatchFinding[] {
  const left = new Map<string, number>()
  for (const { path, after } of files)
    if (mayHoldTests(path))
      for (const one of assertionsIn(after.code)) left.set(one, (left.get(one) ?? 0) + 1)
  const where = files.find(({ from, before }) =>
    mayHoldTests(from)
      ? assertionsIn(before.code).some((one) => {
          const count = left.get(one) ?? 0
          left.set(one, count - 1)
          return count === 0
        })
      : false
  )
  return where
    ? [lostFinding('assertion_changed', where, 'What a test expects is gone or expects something else.')]
    : []
}

const lostFinding = (fault: PatchFault, { path, changes }: Looked, reason: string): PatchFinding => ({
  fault,
  path,
  line: changes.removed[0]?.line ?? null,
  reason
})
