// Finds patches that make checks pass by weakening them.
import { assertionsIn } from './assertions.js'
import { type LineChanges, lineChanges } from './changes.js'
import { loweredFigures, raisedFigures, thresholdsIn, timeoutsIn } from './check-figures.js'
import {
  isIgnoreFile,
  isLockFile,
  isManifest,
  isSettingsFile,
  isSnapshotFile,
  isTestFile,
  mayHoldTests
} from './file-kinds.js'
import { countMatches, createFileView, type FileView, occursMoreOften } from './file-view.js'
import type { PatchedFile, PatchFault, PatchFinding, PatchRules } from './patch.js'
import { compactSource, isSameCode } from './source.js'
import { TEST_DECLARATIONS, WEAKENING_PATTERNS, type WeakeningPattern } from './weakening-patterns.js'

interface ComparedFile {
  path: string
  from: string
  before: FileView
  after: FileView
  changes: LineChanges
}

type Exemption = Pick<PatchRules, 'isDependencyUpdate'>

export function weakeningFindings(
  files: readonly PatchedFile[],
  { isDependencyUpdate = false }: Exemption
): PatchFinding[] {
  const compared = files
    .filter((file) => !(isDependencyUpdate && isLockFileChange(file)))
    .filter(
      ({ path, renamed_from, before, after }) =>
        renamed_from !== undefined || before === null || after === null || !isSameCode(before, after, path)
    )
    .map(compareFile)
  return [
    ...compared.flatMap(measureFindings),
    ...compared.filter(({ path }) => !(isDependencyUpdate && isManifest(path))).flatMap(figureFindings),
    ...compared.flatMap(recordFindings),
    ...removedTests(compared),
    ...changedAssertions(compared)
  ]
}

const isLockFileChange = ({ path, renamed_from }: PatchedFile) =>
  isLockFile(path) && (renamed_from === undefined || isLockFile(renamed_from))

function compareFile(file: PatchedFile): ComparedFile {
  const from = file.renamed_from ?? file.path
  return {
    path: file.path,
    from,
    before: createFileView(file.before ?? '', from),
    after: createFileView(file.after ?? '', file.path),
    changes: lineChanges(file)
  }
}

function measureFindings(file: ComparedFile): PatchFinding[] {
  return WEAKENING_PATTERNS.filter(({ within }) => within(file.path)).flatMap((measure) => {
    return occursMoreOften(measure.pattern, file.before, file.after)
      ? [{ fault: measure.fault, path: file.path, line: lineOf(file, measure), reason: measure.reason }]
      : []
  })
}

/** The added line that matches by itself, or the first added line, because a match may span several. */
function lineOf({ changes }: ComparedFile, { pattern }: WeakeningPattern): number | null {
  const once = new RegExp(pattern.source, pattern.flags.replace('g', ''))
  return (changes.added.find(({ text }) => once.test(compactSource(text))) ?? changes.added[0])?.line ?? null
}

function figureFindings(file: ComparedFile): PatchFinding[] {
  const { path, before, after, changes } = file
  const line = changes.added[0]?.line ?? changes.removed[0]?.line ?? null
  const isRelevant = isTestFile(path) || isSettingsFile(path) || /\.ya?ml$/.test(path)
  if (!isRelevant) return []
  const wider = raisedFigures(timeoutsIn(before.compactCode), timeoutsIn(after.compactCode))
  const lower =
    isSettingsFile(path) || /\.ya?ml$/.test(path)
      ? loweredFigures(thresholdsIn(before.compactCode), thresholdsIn(after.compactCode))
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

function recordFindings({ path, from, changes }: ComparedFile): PatchFinding[] {
  const line = changes.added[0]?.line ?? changes.removed[0]?.line ?? null
  if (isSnapshotFile(path) || isSnapshotFile(from))
    return [{ fault: 'assertion_changed', path, line, reason: 'A recorded expectation is changed.' }]
  if (isIgnoreFile(path) && changes.added.some(({ text }) => text.trim() !== ''))
    return [{ fault: 'check_suppressed', path, line, reason: 'More is left out of a check.' }]
  return []
}

/** Counts tests over the whole patch, because a test may move to another file. */
function removedTests(files: readonly ComparedFile[]): PatchFinding[] {
  const counted = files.map((file) => ({
    file,
    before: mayHoldTests(file.from) ? countMatches(TEST_DECLARATIONS, file.before.compactCode) : 0,
    after: mayHoldTests(file.path) ? countMatches(TEST_DECLARATIONS, file.after.compactCode) : 0
  }))
  const removed = counted.reduce((sum, { before, after }) => sum + before - after, 0)
  const file = counted.find(({ before, after }) => after < before)?.file
  return removed > 0 && file ? [removalFinding('test_removed', file, 'A test is gone.')] : []
}

function changedAssertions(files: readonly ComparedFile[]): PatchFinding[] {
  const remaining = new Map<string, number>()
  for (const { path, after } of files)
    if (mayHoldTests(path))
      for (const assertion of assertionsIn(after.code))
        remaining.set(assertion, (remaining.get(assertion) ?? 0) + 1)
  const file = files.find(({ from, before }) =>
    mayHoldTests(from)
      ? assertionsIn(before.code).some((assertion) => {
          const count = remaining.get(assertion) ?? 0
          remaining.set(assertion, count - 1)
          return count === 0
        })
      : false
  )
  return file
    ? [removalFinding('assertion_changed', file, 'What a test expects is gone or expects something else.')]
    : []
}

const removalFinding = (
  fault: PatchFault,
  { path, changes }: ComparedFile,
  reason: string
): PatchFinding => ({
  fault,
  path,
  line: changes.removed[0]?.line ?? null,
  reason
})
